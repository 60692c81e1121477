import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import {
  minPromoLetters,
  maxCollectionDescription,
  maxCollectionName,
  type PrivateCollection,
} from '#contract/schemas/collections.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { nameProblem } from '#contract/rules/names.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'
import { LinkFields } from '#web/kit/accounts/link-fields.tsx'
import { sentLinks } from '#web/kit/accounts/sent-links.ts'
import { PinNote } from '#web/kit/pin-note.tsx'
import { UploadPicker } from '#web/kit/uploads/upload-picker.tsx'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import {
  type CollectionDraft,
  draftErrors,
  type DraftField,
  draftOf,
  storedDraft,
} from './collection-draft.ts'
import css from './collection-form.module.css'
import { CollectionPreview } from './collection-preview.tsx'
import { SaleFields } from './sale-fields.tsx'

/** Returns the next taxon after those of the account's other collections. */
const nextTaxon = (ownCollections: readonly CollectionInfo[]) =>
  Math.max(0, ...ownCollections.map(({ taxon }) => taxon)) + 1

interface CollectionFormProps {
  account: string
  /** Null for a new collection. */
  collection: PrivateCollection | null
  /** True if on-demand minting is selected initially. */
  onDemand?: boolean
  onSaved: (id: string, draft: CollectionDraft) => void
}

/** The collection form with a preview of the card. Stores the input in this tab until it is saved. */
export function CollectionForm({ account, collection, onDemand = false, onSaved }: CollectionFormProps) {
  const id = collection?._id ?? null
  const draftStorage = storedDraft(account, id)
  const form = useDraftForm<CollectionDraft, DraftField>(
    () => ({ ...draftOf(collection), ...draftStorage.read(), ...(onDemand ? { onDemandMint: true } : {}) }),
    draftStorage.tryWrite,
  )
  const { draft, change } = form
  const ownCollections = useQuery({ ...accountCollectionsQuery(account), enabled: collection === null }).data
  const wasProposed = useRef(false)
  useEffect(() => {
    if (ownCollections === undefined || wasProposed.current) return
    wasProposed.current = true
    if (draft.taxon === '') change({ taxon: String(nextTaxon(ownCollections)) })
  }, [ownCollections, draft.taxon, change])
  const [isUploading, setUploading] = useState(false)
  const present = collection?.thumbnail ?? null
  const errors = draftErrors(draft, present !== null)
  const bindText = (field: 'name' | 'description' | 'taxon' | 'royalty' | 'promoCode') => ({
    value: draft[field],
    error: form.shown(errors, field),
    onLeave: () => form.leave(field),
    onChange: (newText: string) => change({ [field]: newText }),
  })

  const save = useMutation({
    mutationFn: () => sendDraft(collection, draft),
    onSuccess: (reply) => {
      draftStorage.remove()
      onSaved(String(reply.data), draft)
    },
  })
  const submit = () => {
    if (form.attempt(errors.length > 0) && !isUploading) save.mutate()
  }
  return (
    <div className={css.columns}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={css.note}>{t('* required')}</p>
        <UploadPicker
          label={t('Picture')}
          required
          use="collection"
          account={account}
          value={draft.picture}
          present={present}
          onChange={(picture) => change({ picture })}
          onBusy={setUploading}
          error={form.shown(errors, 'picture')}
        />
        {draft.picture === null && present !== null && (
          <PinNote cids={[present.src.replace('/media/ipfs/', '')]} />
        )}
        <Field
          label={t('Name *')}
          {...bindText('name')}
          error={nameProblem(draft.name) ?? form.shown(errors, 'name')}
          onChange={(name) => change({ name: name.slice(0, maxCollectionName) })}
        />
        <TextArea
          label={t('Description *')}
          maxLength={maxCollectionDescription}
          {...bindText('description')}
        />
        <div className={css.pair}>
          <Field
            label={t('Taxon *')}
            hint={
              collection === null
                ? t('Series number. Works minted with it belong to this collection. It is permanent.')
                : t('The taxon cannot be changed.')
            }
            inputMode="numeric"
            disabled={collection !== null}
            {...bindText('taxon')}
          />
          <Field
            label={t('Royalty *')}
            hint={t('Your share of every later sale, 0 to 50 %.')}
            inputMode="decimal"
            suffix="%"
            {...bindText('royalty')}
          />
        </div>
        <SaleFields
          account={account}
          draft={draft}
          change={change}
          isNew={collection === null}
          isAnnounced={collection !== null && !collection.notAnnounced}
          promoField={
            <Field
              label={t('Promo code *')}
              hint={t('At least {minPromoLetters} characters. Only you can see it.', { minPromoLetters })}
              {...bindText('promoCode')}
            />
          }
        />
        <LinkFields links={draft.links} onChange={(links) => change({ links })} />
        <div>
          <ErrorSummary
            place={form.summary}
            errors={form.tried ? errors.map(({ message }) => message) : []}
          />
          <div role="alert">
            {save.isError && (
              <p className={css.error}>
                {t('{sentenceOf} Your entries are still here.', { sentenceOf: sentenceOf(save.error) })}
              </p>
            )}
          </div>
        </div>
        <RetryButton
          error={save.error}
          type="submit"
          look="primary"
          size="large"
          busy={save.isPending || isUploading}
        >
          {isUploading
            ? t('The picture is being uploaded …')
            : collection === null
              ? t('Create Collection')
              : t('Save Changes')}
        </RetryButton>
      </form>
      <CollectionPreview account={account} draft={draft} collection={collection} />
    </div>
  )
}

const toFlag = (value: boolean) => (value ? 'true' : 'false')

/** Creates the collection, or edits an existing one. */
function sendDraft(collection: PrivateCollection | null, draft: CollectionDraft) {
  const fields = {
    name: draft.name,
    description: draft.description,
    royalty: draft.royalty,
    links: JSON.stringify(sentLinks(draft.links)),
    random: toFlag(draft.random),
    onDemandMint: toFlag(draft.onDemandMint),
    // Drafts stored by an older version lack this field.
    currency: draft.onDemandMint && draft.currency != null ? JSON.stringify(draft.currency) : '',
    mutableNFTs: toFlag(draft.mutableNFTs),
    promoCodeEnabled: toFlag(draft.promoCodeEnabled),
    promoCode: draft.promoCodeEnabled ? draft.promoCode : '',
    ...(draft.picture === null ? {} : { thumbnailCid: draft.picture.cid }),
  } as const
  const announce = toFlag(draft.announce)
  return collection === null
    ? call('addCollection', { form: { ...fields, taxon: draft.taxon, preAnnounce: announce } })
    : call('editCollection', { form: { ...fields, collectionID: collection._id, announce } })
}

/** All errors in one place. Receives the focus when a form with errors is submitted. */
function ErrorSummary({ errors, place }: { errors: string[]; place: Ref<HTMLDivElement> }) {
  return (
    <div ref={place} tabIndex={-1} role="alert" className={css.summary}>
      {errors.length > 0 && (
        <>
          <p>
            {errors.length === 1
              ? t('Please fix one field:')
              : t('Please fix {count} fields:', { count: errors.length })}
          </p>
          <ul>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
