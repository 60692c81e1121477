import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  fewestPromoLetters,
  mostCollectionDescription,
  mostCollectionName,
  type PrivateCollection,
} from '#worker/contract/collections.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { PinNote } from '#web/kit/pin-note.tsx'
import { LinkFields } from '#web/kit/accounts/link-fields.tsx'
import { sentLinks } from '#web/kit/accounts/sent-links.ts'
import { UploadPicker } from '#web/kit/uploads/upload-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import {
  beginDraft,
  type CollectionDraft,
  type DraftField,
  draftErrors,
  dropDraft,
  keepDraft,
} from './collection-draft.ts'
import css from './collection-form.module.css'
import { CollectionPreview } from './collection-preview.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { SaleFields } from './sale-fields.tsx'

interface CollectionFormProps {
  session: { account: string; userToken: string | null }
  /** Null when it is created. */
  collection: PrivateCollection | null
  onSaved: (id: string, draft: CollectionDraft) => void
}

/** A collection, with a preview of its card beside it. Nothing typed is lost: it stays in this tab until it is saved. */
export function CollectionForm({ session, collection, onSaved }: CollectionFormProps) {
  const { account, userToken } = session
  const id = collection?._id ?? null
  const [draft, setDraft] = useState(() => beginDraft(account, collection))
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set())
  const [asked, setAsked] = useState(false)
  const [uploading, setUploading] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => keepDraft(account, id, draft), [account, id, draft])
  const change = (changes: Partial<CollectionDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const leave = (field: DraftField) => setLeft((before) => new Set([...before, field]))

  const present = collection?.thumbnail ?? null
  const errors = draftErrors(draft, present !== null)
  const errorOf = (field: DraftField) =>
    (asked || left.has(field) ? errors.find((error) => error.field === field)?.message : null) ?? null

  const save = useMutation({
    mutationFn: () => {
      const fields = {
        account,
        userToken: userToken ?? '',
        name: draft.name,
        description: draft.description,
        royalty: draft.royalty,
        links: JSON.stringify(sentLinks(draft.links)),
        random: String(draft.random) as 'true' | 'false',
        onDemandMint: String(draft.onDemandMint) as 'true' | 'false',
        mutableNFTs: String(draft.mutableNFTs) as 'true' | 'false',
        promoCodeEnabled: String(draft.promoCodeEnabled) as 'true' | 'false',
        promoCode: draft.promoCodeEnabled ? draft.promoCode : '',
        ...(draft.picture === null ? {} : { thumbnailCid: draft.picture.cid }),
      }
      const announce = String(draft.announce) as 'true' | 'false'
      return id === null
        ? call('addCollection', { form: { ...fields, taxon: draft.taxon, preAnnounce: announce } })
        : call('editCollection', { form: { ...fields, collectionID: id, announce } })
    },
    onSuccess: (reply) => {
      dropDraft(account, id)
      onSaved(String(reply.data), draft)
    },
  })

  const submit = () => {
    setAsked(true)
    if (errors.length > 0) summary.current?.focus()
    else if (!uploading) save.mutate()
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
        <p className={css.note}>* required</p>
        <UploadPicker
          label="Picture"
          required
          use="collection"
          account={account}
          value={draft.picture}
          present={present}
          onChange={(picture) => change({ picture })}
          onBusy={setUploading}
          error={errorOf('picture')}
        />
        {draft.picture === null && present !== null && (
          <PinNote cids={[present.src.replace('/media/ipfs/', '')]} />
        )}
        <Field
          label="Name *"
          value={draft.name}
          error={errorOf('name')}
          onLeave={() => leave('name')}
          onChange={(name) => change({ name: name.slice(0, mostCollectionName) })}
        />
        <TextArea
          label="Description *"
          value={draft.description}
          most={mostCollectionDescription}
          error={errorOf('description')}
          onLeave={() => leave('description')}
          onChange={(description) => change({ description })}
        />
        <div className={css.pair}>
          <Field
            label="Taxon *"
            value={draft.taxon}
            error={errorOf('taxon')}
            hint={
              collection === null
                ? 'A number: your NFTs with this taxon make up the collection. It cannot be changed later.'
                : 'The taxon cannot be changed.'
            }
            inputMode="numeric"
            disabled={collection !== null}
            onLeave={() => leave('taxon')}
            onChange={(taxon) => change({ taxon })}
          />
          <Field
            label="Royalty *"
            value={draft.royalty}
            error={errorOf('royalty')}
            hint="Your share of every later sale, 0 to 50 %."
            inputMode="decimal"
            suffix="%"
            onLeave={() => leave('royalty')}
            onChange={(royalty) => change({ royalty })}
          />
        </div>
        <SaleFields
          session={session}
          draft={draft}
          change={change}
          isNew={collection === null}
          isAnnounced={collection !== null && !collection.notAnnounced}
          promoError={errorOf('promoCode')}
          promoHint={`At least ${fewestPromoLetters} characters. Only you can see it.`}
          onLeavePromo={() => leave('promoCode')}
        />
        <LinkFields links={draft.links} onChange={(links) => change({ links })} />
        <div>
          <ErrorSummary place={summary} errors={asked ? errors.map(({ message }) => message) : []} />
          <div role="alert">
            {save.isError && (
              <p className={css.error}>{sentenceOf(save.error)} Nothing that you typed is lost.</p>
            )}
          </div>
        </div>
        <Button type="submit" look="primary" size="large" busy={save.isPending || uploading}>
          {uploading
            ? 'The picture is on its way …'
            : collection === null
              ? 'Create Collection'
              : 'Save Changes'}
        </Button>
      </form>
      <CollectionPreview draft={draft} collection={collection} />
    </div>
  )
}
