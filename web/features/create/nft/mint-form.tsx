import { useState } from 'react'
import { t } from '#web/messages.ts'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AdvancedFields } from '#web/features/create/advanced-fields.tsx'
import { AttributesField } from '#web/features/create/attributes-field.tsx'
import { CardPreview } from '#web/features/create/card-preview.tsx'
import { CostNote } from '#web/features/create/cost-note.tsx'
import { FormProblems } from '#web/features/create/form-problems.tsx'
import {
  type DraftField,
  draftErrors,
  emptyDraft,
  jobOf,
  type MintDraft,
  storedMintDraft,
} from '#web/features/create/mint-draft.ts'
import type { MintJob } from '#web/features/create/mint-state.ts'
import css from '#web/features/create/minting.module.css'
import { PlaceFields, useOwnCollection } from '#web/features/create/place-fields.tsx'
import { noneSending, WorkFields } from '#web/features/create/work-fields.tsx'

const modes = [
  { value: 'single', title: t('Single') },
  { value: 'bulk', title: t('Bulk') },
] as const

interface MintFormProps {
  account: string
  onMint: (job: MintJob, count: number) => void
}

/** Mints one work or several identical ones. Stores the input in this browser until the work is minted. */
export function MintForm({ account, onMint }: MintFormProps) {
  const draftStorage = storedMintDraft(account)
  const form = useDraftForm<MintDraft, DraftField>(
    () => ({ ...emptyDraft(), ...draftStorage.read() }),
    draftStorage.tryWrite,
  )
  const { draft, change, leave } = form
  /** React key of the pickers: a new key resets them for the next work. */
  const [work, setWork] = useState(0)
  const [busy, setBusy] = useState(noneSending)
  const collection = useOwnCollection(account, draft)
  const onDemand = collection?.onDemandMint === true ? collection : null
  const errors = draftErrors(draft, onDemand)
  const errorOf = (field: DraftField) => form.shown(errors, field)
  const count = draft.bulk ? Number(draft.count) : 1
  const isUploading = busy.display || busy.attachment
  const submit = () => {
    const { display } = draft
    if (!form.attempt(errors.length > 0 || isUploading) || display === null) return
    onMint(jobOf({ ...draft, display }, draft, onDemand), count)
    form.setDraft({ ...emptyDraft(), place: draft.place, taxon: draft.taxon, royalty: draft.royalty })
    form.reset()
    setWork((before) => before + 1)
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={css.fields}>
        <Segmented
          label={t('How many')}
          options={modes}
          value={draft.bulk ? 'bulk' : 'single'}
          onChange={(mode) => change({ bulk: mode === 'bulk' })}
        />
        <WorkFields
          key={work}
          account={account}
          draft={draft}
          sending={busy}
          onSending={setBusy}
          onChange={change}
          onLeave={leave}
          errorOf={errorOf}
        />
        <PlaceFields
          account={account}
          settings={draft}
          onDemand={onDemand}
          onChange={change}
          onLeave={leave}
          errorOf={errorOf}
        />
        <AttributesField
          attributes={draft.attributes}
          typedAttribute={draft.typed}
          onChange={change}
          error={errorOf('attributes')}
        />
        {draft.bulk && (
          <Field
            label={t('Count *')}
            value={draft.count}
            onChange={(text) => change({ count: text })}
            onLeave={() => leave('count')}
            error={errorOf('count')}
            hint={t('Number of identical NFTs. You sign for them one after another.')}
            inputMode="decimal"
          />
        )}
        <AdvancedFields
          {...draft}
          onDemand={onDemand !== null}
          mutable={collection?.mutableNFTs ?? false}
          onChange={change}
        />
      </div>
      <aside className={css.side}>
        <CardPreview display={draft.display} name={draft.name} collection={collection?.name ?? null} />
        <CostNote count={count} onDemand={onDemand !== null} />
        <FormProblems place={form.summary} isSubmitted={form.tried} isWaiting={isUploading} errors={errors} />
        <Button type="submit" look="primary" size="large" wide>
          {buttonWords(count, onDemand !== null)}
        </Button>
      </aside>
    </form>
  )
}

function buttonWords(count: number, onDemand: boolean): string {
  if (onDemand) return count > 1 ? t('Add {count} items', { count }) : t('Add item')
  return count > 1 ? t('Mint {count} NFTs', { count }) : t('Mint NFT')
}
