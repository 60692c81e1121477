import { useEffect, useState, useSyncExternalStore } from 'react'
import { AdvancedFields } from './advanced-fields.tsx'
import { CostNote } from './cost-note.tsx'
import { type SettingField, settingErrors } from './mint-draft.ts'
import { PlaceFields, useOwnCollection } from './place-fields.tsx'
import { PriceField } from './price-field.tsx'
import type { Upload, UploadState } from '#web/kit/uploads/upload-file.ts'
import { Button } from '#web/ui/button.tsx'
import { MultiPicker } from './multi-picker.tsx'
import { faulty, type Item, type MultipleDraft } from './multiple-draft.ts'
import { createItemUploads } from './item-uploads.ts'
import css from './multiple.module.css'
import { ReviewRow } from './review-row.tsx'

interface ReviewStepProps {
  account: string
  draft: MultipleDraft
  files: ReadonlyMap<string, File>
  onChange: (change: (draft: MultipleDraft) => MultipleDraft) => void
  onFiles: (files: File[]) => void
  onMint: (onDemand: boolean) => void
  onBack: () => void
}

const changed = (items: Item[], id: string, changes: Partial<Item>) =>
  items.map((item) => (item.id === id ? { ...item, ...changes } : item))

/** An upload of a file that was exchanged meanwhile says nothing about the new one. */
const isFailed = (line: { upload: Upload; state: UploadState } | undefined, file: File | undefined) =>
  line?.state.phase === 'failed' && line.upload.file === file

/** Everything before it is sent: look it over, correct it, then upload and mint. */
export function ReviewStep({ account, draft, files, onChange, onFiles, onMint, onBack }: ReviewStepProps) {
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<SettingField>>(new Set())
  const { items } = draft
  const collection = useOwnCollection(account, draft)
  const onDemand = collection?.onDemandMint ?? false
  const changeItem = (id: string, changes: Partial<Item>) =>
    onChange((now) => ({ ...now, items: changed(now.items, id, changes) }))
  const [line] = useState(() =>
    createItemUploads(account, (id, kept) =>
      onChange((now) => ({ ...now, items: changed(now.items, id, { kept }) })),
    ),
  )
  const { running, uploads } = useSyncExternalStore(line.subscribe, line.state)
  const missing = items.filter(({ kept, media }) => kept === null && !files.has(media))
  const wrong = faulty(items)
  const errors = settingErrors(draft, onDemand)
  const errorOf = (field: SettingField) =>
    tried || left.has(field) ? (errors.find((error) => error.field === field)?.message ?? null) : null
  const arrived = items.filter(({ kept }) => kept !== null).length
  const complete = items.length > 0 && arrived === items.length
  const failures = items.filter(
    ({ id, kept, media }) => kept === null && isFailed(uploads.get(id), files.get(media)),
  ).length
  const ready = running && complete
  useEffect(() => {
    if (ready) onMint(onDemand)
  }, [ready, onMint, onDemand])
  const swap = (item: Item, media: string) =>
    onChange((now) => {
      const other = now.items.find((each) => each.media === media)
      if (other === undefined) return now
      const moved = changed(now.items, item.id, { media, kept: other.kept })
      return { ...now, items: changed(moved, other.id, { media: item.media, kept: item.kept }) }
    })
  const begin = () => {
    setTried(true)
    if (errors.length > 0 || wrong.length > 0 || missing.length > 0) return
    line.start(
      items.flatMap(({ id, kept, media }) => {
        const file = kept === null ? files.get(media) : undefined
        return file === undefined ? [] : [{ id, file }]
      }),
    )
  }
  return (
    <div className={css.review}>
      {missing.length > 0 && (
        <MultiPicker
          label="Media files that are missing"
          hint="Choose them again by their names; what was sent already is kept."
          accept=""
          count={0}
          invites="Choose the files, or drop them here."
          errors={[]}
          onFiles={onFiles}
        />
      )}
      <PlaceFields
        account={account}
        place={draft.place}
        taxon={draft.taxon}
        royalty={draft.royalty}
        onChange={(change) => onChange((now) => ({ ...now, ...change }))}
        onLeave={(field) => setLeft((before) => new Set([...before, field]))}
        errors={{ taxon: errorOf('taxon'), royalty: errorOf('royalty') }}
      />
      {onDemand && (
        <PriceField
          value={draft.price}
          onChange={(price) => onChange((now) => ({ ...now, price }))}
          onLeave={() => setLeft((before) => new Set([...before, 'price']))}
          error={errorOf('price')}
        />
      )}
      <AdvancedFields
        {...draft}
        onDemand={onDemand}
        mutable={collection?.mutableNFTs ?? false}
        onChange={(change) => onChange((now) => ({ ...now, ...change }))}
      />
      <CostNote count={items.length} onDemand={onDemand} />
      <div className={css.bar}>
        <p role="status" className={css.lead}>
          {running || (failures > 0 && wrong.length === 0)
            ? `${arrived} of ${items.length} files are uploaded.`
            : wrong.length > 0
              ? `${wrong.length} of ${items.length} need to be corrected.`
              : `${items.length} are ready.`}
        </p>
        <div className={css.actions}>
          {running ? (
            <Button onClick={line.stop}>Stop</Button>
          ) : (
            <>
              <Button look="quiet" onClick={onBack}>
                Start over
              </Button>
              <Button look="primary" size="large" onClick={begin}>
                {onDemand ? `Upload and add ${items.length}` : `Upload and mint ${items.length}`}
              </Button>
            </>
          )}
        </div>
      </div>
      <div role="alert">
        {tried && !running && (errors.length > 0 || wrong.length > 0 || missing.length > 0) && (
          <ul className={css.summary}>
            {errors.map(({ field, message }) => (
              <li key={field}>{message}</li>
            ))}
            {wrong.length > 0 && <li>Correct the rows that are marked.</li>}
            {missing.length > 0 && <li>Choose the media files that are missing.</li>}
          </ul>
        )}
        {failures > 0 && (
          <p className={css.error}>
            {failures === 1 ? 'One file was' : `${failures} files were`} not taken. Choose another, or leave
            it out.
          </p>
        )}
      </div>
      <ol className={css.items} aria-label="To be minted">
        {items.map((item, index) => (
          <ReviewRow
            key={item.id}
            item={item}
            number={index + 1}
            file={files.get(item.media) ?? null}
            media={items.map(({ media }) => media)}
            line={uploads.get(item.id) ?? null}
            locked={running}
            onChange={(changes) => changeItem(item.id, changes)}
            onSwap={(media) => swap(item, media)}
            onReplace={(file) => {
              onFiles([file])
              changeItem(item.id, { media: file.name, kept: null })
            }}
            onLeaveOut={() =>
              onChange((now) => ({ ...now, items: now.items.filter(({ id }) => id !== item.id) }))
            }
          />
        ))}
      </ol>
    </div>
  )
}
