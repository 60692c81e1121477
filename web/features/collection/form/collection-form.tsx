import { useMutation } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import {
  minPromoLetters,
  maxCollectionDescription,
  maxCollectionName,
  type PrivateCollection,
} from '#worker/contract/collections.ts'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { LinkFields } from '#web/kit/accounts/link-fields.tsx'
import { sentLinks } from '#web/kit/accounts/sent-links.ts'
import { PinNote } from '#web/kit/pin-note.tsx'
import { UploadPicker } from '#web/kit/uploads/upload-picker.tsx'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { Button } from '#web/ui/button.tsx'
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

interface CollectionFormProps {
  account: string
  /** Null for a new one. */
  collection: PrivateCollection | null
  onSaved: (id: string, draft: CollectionDraft) => void
}

/** The collection form with a preview of the card. Input is stored in this tab until it is saved. */
export function CollectionForm({ account, collection, onSaved }: CollectionFormProps) {
  const id = collection?._id ?? null
  const stored = storedDraft(account, id)
  const form = useDraftForm<CollectionDraft, DraftField>(
    () => ({ ...draftOf(collection), ...stored.read() }),
    stored.tryWrite,
  )
  const { draft, change } = form
  const [uploading, setUploading] = useState(false)
  const present = collection?.thumbnail ?? null
  const errors = draftErrors(draft, present !== null)
  const text = (field: 'name' | 'description' | 'taxon' | 'royalty' | 'promoCode') => ({
    value: draft[field],
    error: form.shown(errors, field),
    onLeave: () => form.leave(field),
    onChange: (typed: string) => change({ [field]: typed }),
  })

  const save = useMutation({
    mutationFn: () => sendDraft(collection, draft),
    onSuccess: (reply) => {
      stored.remove()
      onSaved(String(reply.data), draft)
    },
  })
  const submit = () => {
    if (form.attempt(errors.length > 0) && !uploading) save.mutate()
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
        <p className={css.note}>{m.collection_form_required}</p>
        <UploadPicker
          label={m.collection_form_picture}
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
          label={m.collection_form_name}
          {...text('name')}
          onChange={(name) => change({ name: name.slice(0, maxCollectionName) })}
        />
        <TextArea
          label={m.collection_form_description}
          maxLength={maxCollectionDescription}
          {...text('description')}
        />
        <div className={css.pair}>
          <Field
            label={m.collection_form_taxon}
            hint={
              collection === null
                ? m.collection_form_number_nfts_taxon_make
                : m.collection_form_taxon_cannot_changed
            }
            inputMode="numeric"
            disabled={collection !== null}
            {...text('taxon')}
          />
          <Field
            label={m.collection_form_royalty}
            hint={m.collection_form_share_every_later_sale}
            inputMode="decimal"
            suffix="%"
            {...text('royalty')}
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
              label={m.collection_form_promo_code}
              hint={m.collection_form_least_characters_can_see({ minPromoLetters })}
              {...text('promoCode')}
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
                {m.collection_form_nothing_typed_lost({ sentenceOf: sentenceOf(save.error) })}
              </p>
            )}
          </div>
        </div>
        <Button type="submit" look="primary" size="large" busy={save.isPending || uploading}>
          {uploading
            ? m.collection_form_picture_way
            : collection === null
              ? m.collection_form_create_collection
              : m.collection_form_save_changes}
        </Button>
      </form>
      <CollectionPreview draft={draft} collection={collection} />
    </div>
  )
}

const flag = (value: boolean) => (value ? 'true' : 'false')

/** Creates the collection, or edits an existing one. */
function sendDraft(collection: PrivateCollection | null, draft: CollectionDraft) {
  const fields = {
    name: draft.name,
    description: draft.description,
    royalty: draft.royalty,
    links: JSON.stringify(sentLinks(draft.links)),
    random: flag(draft.random),
    onDemandMint: flag(draft.onDemandMint),
    mutableNFTs: flag(draft.mutableNFTs),
    promoCodeEnabled: flag(draft.promoCodeEnabled),
    promoCode: draft.promoCodeEnabled ? draft.promoCode : '',
    ...(draft.picture === null ? {} : { thumbnailCid: draft.picture.cid }),
  } as const
  const announce = flag(draft.announce)
  return collection === null
    ? call('addCollection', { form: { ...fields, taxon: draft.taxon, preAnnounce: announce } })
    : call('editCollection', { form: { ...fields, collectionID: collection._id, announce } })
}

/** All errors in one place; receives the focus when a form with errors is submitted. */
function ErrorSummary({ errors, place }: { errors: string[]; place: Ref<HTMLDivElement> }) {
  return (
    <div ref={place} tabIndex={-1} role="alert" className={css.summary}>
      {errors.length > 0 && (
        <>
          <p>
            {errors.length === 1
              ? m.collection_form_thing_put_right
              : m.collection_form_things_to_put_right({ count: errors.length })}
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
