import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { AdvancedFields } from '#web/features/create/advanced-fields.tsx'
import { AllRows } from './all-rows.tsx'
import { CostNote } from '#web/features/create/cost-note.tsx'
import { DemandNote } from './demand-note.tsx'
import {
  type MintSettings,
  type OnDemandPlace,
  type SettingField,
  settingErrors,
} from '#web/features/create/mint-draft.ts'
import { PlaceFields, useOwnCollection } from '#web/features/create/place-fields.tsx'
import { t } from '#web/messages.ts'
import type { Upload, UploadState } from '#web/kit/uploads/upload-file.ts'
import { useFieldErrors } from '#web/kit/use-draft-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useStore } from '#web/ui/store.ts'
import { MultiPicker } from './multi-picker.tsx'
import { noMedia } from './match-media.ts'
import { invalidItems, type Item, type MultipleDraft, rarityOf } from './multiple-draft.ts'
import { createItemUploads, type ItemUploads } from './item-uploads.ts'
import { maxAtOnce } from './file-limits.ts'
import { portionSize } from '#web/features/create/mint-state.ts'
import css from './multiple.module.css'
import { ReviewRow } from './review-row.tsx'

interface ReviewStepProps {
  account: string
  /** The taxon of the collection to select initially; null for none. */
  taxon: string | null
  draft: MultipleDraft
  files: ReadonlyMap<string, File>
  onChange: (change: (draft: MultipleDraft) => MultipleDraft) => void
  onFiles: (files: File[]) => void
  /** False while works of the previous portion are still being saved. */
  canMint: boolean
  /** Mints items whose files are uploaded. Returns false if the browser cannot store them. */
  onMint: (onDemand: OnDemandPlace, items: readonly Item[]) => boolean
  onBack: () => void
}

/** Maximum number of rendered rows. Each row has input fields, so hundreds of rows would make typing slow. */
const rowsAtOnce = 50

const changeOne = (items: Item[], id: string, changes: Partial<Item>) =>
  items.map((item) => (item.id === id ? { ...item, ...changes } : item))

/** Returns true if the upload failed. Ignores the upload of a file that was replaced in the meantime. */
const isFailed = (line: { upload: Upload; state: UploadState } | undefined, file: File | undefined) =>
  line?.state.phase === 'failed' && line.upload.file === file

/** Swaps the media files of two items. */
function swapMedia(items: Item[], item: Item, media: string): Item[] {
  const otherItem = items.find((candidate) => candidate.media === media)
  if (otherItem === undefined) return items
  const swappedItems = changeOne(items, item.id, { media, kept: otherItem.kept })
  return changeOne(swappedItems, otherItem.id, { media: item.media, kept: item.kept })
}

/** Returns the ids of the rows at the top. These rows stay in place while the user corrects them. */
function useFirstRows(listUnfinished: () => Set<string>, failedItems: readonly Item[]) {
  const [firstRows, setFirstRows] = useState(listUnfinished)
  // A row with a refused file may be outside the rendered rows, so move it to the top.
  if (failedItems.some(({ id }) => !firstRows.has(id)))
    setFirstRows(new Set([...firstRows, ...failedItems.map(({ id }) => id)]))
  return [firstRows, setFirstRows] as const
}

interface PortionsInput extends Pick<ReviewStepProps, 'files' | 'canMint' | 'onMint'> {
  items: readonly Item[]
  onDemand: OnDemandPlace
  queue: ItemUploads
}

/** Uploads and mints the items: all together, or in portions if no signature is needed. */
function usePortions({ items, files, onDemand, queue, canMint, onMint }: PortionsInput) {
  const [total, setTotal] = useState(items.length)
  const { running } = useStore(queue)
  const portion = useMemo(() => (onDemand === null ? items : items.slice(0, portionSize)), [items, onDemand])
  const upload = useCallback(
    (next: readonly Item[]) =>
      queue.start(
        next.flatMap(({ id, kept, media }) => {
          const file = kept === null ? files.get(media) : undefined
          return file === undefined ? [] : [{ id, file }]
        }),
      ),
    [queue, files],
  )
  const isUploaded = running && portion.length > 0 && portion.every(({ kept }) => kept !== null)
  const isReady = isUploaded && canMint
  useEffect(() => {
    if (!isReady) return
    if (onMint(onDemand, portion)) upload(items.slice(portion.length, portion.length + portionSize))
    else queue.stop()
  }, [isReady, onMint, onDemand, portion, items, upload, queue])
  return {
    /** True if the portion is uploaded but works of the previous portion are not saved yet. */
    isWaiting: isUploaded && !canMint,
    /** Number of items at the start. Minted items leave the list. */
    total,
    begin: () => {
      setTotal(items.length)
      upload(portion)
    },
  }
}

/** Reviews and corrects the items, then uploads and mints them. */
export function ReviewStep({
  account,
  taxon,
  draft,
  files,
  onChange,
  onFiles,
  canMint,
  onMint,
  onBack,
}: ReviewStepProps) {
  const { items } = draft
  const fields = useFieldErrors<SettingField>()
  const collection = useOwnCollection(account, draft)
  const onDemand = collection?.onDemandMint === true ? collection : null
  const change = (changes: Partial<MintSettings>) => onChange((now) => ({ ...now, ...changes }))
  const changeItems = (next: (items: Item[]) => Item[]) =>
    onChange((now) => ({ ...now, items: next(now.items) }))
  const changeItem = (id: string, changes: Partial<Item>) => changeItems((now) => changeOne(now, id, changes))
  const [queue] = useState(() => createItemUploads(account, (id, file) => changeItem(id, { kept: file })))
  // After a sign-out, the uploads must not continue as another account.
  useEffect(() => queue.leave, [queue])
  const { running, uploads } = useStore(queue)
  const media = useMemo(() => items.map((item) => item.media), [items])
  const missingItems = items.filter(({ kept, media }) => kept === null && !files.has(media))
  const canBeChosen = missingItems.some(({ media }) => media !== noMedia)
  const deferredItems = useDeferredValue(items)
  const { traits, ranks } = useMemo(() => rarityOf(deferredItems), [deferredItems])
  const [shownCount, setShown] = useState(rowsAtOnce)
  const hasPrice = onDemand === null
  const invalid = useMemo(() => invalidItems(deferredItems, hasPrice), [deferredItems, hasPrice])
  const wrong = invalid.length
  const isTooMany = hasPrice && items.length > maxAtOnce
  const errors = settingErrors(draft, onDemand)
  const listUnfinished = () =>
    new Set([...invalidItems(items, hasPrice), ...missingItems].map(({ id }) => id))
  const failedItems = items.filter(
    ({ id, kept, media }) => kept === null && isFailed(uploads.get(id), files.get(media)),
  )
  const failures = failedItems.length
  const [firstRows, setFirstRows] = useFirstRows(listUnfinished, failedItems)
  const rows = items.map((item, index) => ({ item, number: index + 1 }))
  const orderedRows = [
    ...rows.filter(({ item }) => firstRows.has(item.id)),
    ...rows.filter(({ item }) => !firstRows.has(item.id)),
  ]
  const arrivedCount = items.filter(({ kept }) => kept !== null).length
  const portions = usePortions({ items, files, onDemand, queue, canMint, onMint })
  const beginMint = () => {
    const firstIds = listUnfinished()
    setFirstRows(firstIds)
    if (fields.attempt(errors.length > 0 || firstIds.size > 0 || isTooMany)) portions.begin()
  }
  return (
    <div className={css.review}>
      {canBeChosen && (
        <MultiPicker
          label={t('Missing media files')}
          hint={t('Choose the files with these names again; everything already uploaded is saved.')}
          accept=""
          count={0}
          invites={t('Choose the files, or drop them here.')}
          errors={[]}
          onFiles={onFiles}
        />
      )}
      <PlaceFields
        account={account}
        settings={draft}
        proposedTaxon={taxon}
        onDemand={onDemand}
        onChange={change}
        onLeave={fields.leave}
        errorOf={(field) => fields.shown(errors, field)}
      />
      <AdvancedFields
        {...draft}
        onDemand={onDemand !== null}
        mutable={collection?.mutableNFTs ?? false}
        onChange={change}
      />
      <AllRows items={items} values={traits} locked={running} hasPrice={hasPrice} onChange={changeItems} />
      <CostNote count={items.length} onDemand={onDemand !== null} />
      {onDemand === null && <DemandNote />}
      <div className={css.bar}>
        <p role="status" className={css.lead}>
          {portions.isWaiting
            ? t('The next works follow once the ones above are saved.')
            : running || (failures > 0 && wrong === 0)
              ? t('{arrived} of {count} files uploaded.', {
                  arrived: portions.total - items.length + arrivedCount,
                  count: portions.total,
                })
              : readyWords(items.length, wrong, fields.tried)}
        </p>
        <div className={css.actions}>
          {running ? (
            <Button onClick={queue.stop}>{t('Stop')}</Button>
          ) : (
            <>
              <Button look="quiet" onClick={onBack}>
                {t('Start over')}
              </Button>
              <Button look="primary" size="large" onClick={beginMint}>
                {onDemand
                  ? t('Upload and add {count}', { count: items.length })
                  : t('Upload and mint {count}', { count: items.length })}
              </Button>
            </>
          )}
        </div>
      </div>
      <Problems
        problems={
          !fields.tried || running
            ? []
            : [
                ...errors.map(({ message }) => message),
                ...(isTooMany
                  ? [
                      t(
                        'At most {maxAtOnce, number} works are minted at once. Choose a collection that mints on demand, or remove some.',
                        { maxAtOnce },
                      ),
                    ]
                  : []),
                ...(wrong > 0 ? [t('Correct the marked rows.')] : []),
                ...(missingItems.length > 0 ? [t('Choose the missing media files.')] : []),
              ]
        }
        failures={failures}
      />
      <ol className={css.items} aria-label={t('To be minted')}>
        {orderedRows.slice(0, shownCount).map(({ item, number }) => (
          <ReviewRow
            key={item.id}
            item={item}
            number={number}
            file={files.get(item.media) ?? null}
            media={media}
            rank={ranks.get(item.id) ?? null}
            line={uploads.get(item.id) ?? null}
            hasPrice={hasPrice}
            isLocked={running}
            isSubmitted={fields.tried}
            onChange={(changes) => changeItem(item.id, changes)}
            onSwap={(media) => changeItems((now) => swapMedia(now, item, media))}
            onReplace={(file) => {
              onFiles([file])
              changeItem(item.id, { media: file.name, kept: null })
            }}
            onLeaveOut={() => changeItems((now) => now.filter(({ id }) => id !== item.id))}
          />
        ))}
      </ol>
      {items.length > shownCount && (
        <Button onClick={() => setShown(shownCount + rowsAtOnce)}>{t('Show more')}</Button>
      )}
    </div>
  )
}

/** Says how many works are ready, or how many still need input. */
function readyWords(count: number, wrong: number, isSubmitted: boolean): string {
  if (wrong === 0) return t('{count} are ready.', { count })
  return isSubmitted
    ? t('{wrong} of {count} need to be corrected.', { wrong, count })
    : t('{wrong} of {count} still need details.', { wrong, count })
}

function Problems({ problems, failures }: { problems: string[]; failures: number }) {
  return (
    <div role="alert">
      {problems.length > 0 && (
        <ul className={css.summary}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {failures > 0 && (
        <p className={css.error}>
          {t(
            '{count, plural, one {One file was not accepted. Choose another, or leave it out.} other {# files were not accepted. Choose others, or leave them out.}}',
            { count: failures },
          )}
        </p>
      )}
    </div>
  )
}
