import { useState } from 'react'
import { maxDescription } from '#contract/schemas/token-json.ts'
import { AttributesField } from '#web/features/create/attributes-field.tsx'
import { t } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { isSending, type Upload, type UploadState } from '#web/kit/uploads/upload-file.ts'
import { FilmConcern } from '#web/kit/uploads/film-concern.tsx'
import { UploadProgress } from '#web/kit/uploads/upload-progress.tsx'
import { useFieldErrors } from '#web/kit/use-draft-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import type { WorkField } from '#web/features/create/mint-draft.ts'
import { MediaChoice } from './media-choice.tsx'
import { noMedia } from './match-media.ts'
import { type Item, itemErrors } from './multiple-draft.ts'
import css from './multiple.module.css'

interface ReviewRowProps {
  item: Item
  number: number
  file: File | null
  /** All media files. Selecting a file that another item uses swaps the two. */
  media: readonly string[]
  line: { upload: Upload; state: UploadState } | null
  isLocked: boolean
  /** The item's rarity rank in the list; null if the list is too short for ranks. */
  rank: number | null
  /** True after an attempt to mint. Until then, missing input is not an error. */
  isSubmitted: boolean
  /** True if the work has its own price and is listed after minting. On-demand works share one price. */
  hasPrice: boolean
  onChange: (changes: Partial<Item>) => void
  onSwap: (media: string) => void
  onReplace: (file: File) => void
  onLeaveOut: () => void
}

/** One item: its picture, its metadata and its upload progress. */
export function ReviewRow(props: ReviewRowProps) {
  const { item, number, file, media, line, rank, isLocked, isSubmitted, hasPrice } = props
  const { onChange, onSwap, onReplace, onLeaveOut } = props
  // Ignore the upload of a file that was replaced in the meantime.
  const { upload = null, state = null } = line?.upload.file === file ? (line ?? {}) : {}
  const errors = itemErrors(item, hasPrice)
  const fields = useFieldErrors<WorkField | 'price'>(isSubmitted)
  const errorOf = (field: WorkField | 'price') => fields.shown(errors, field)
  // Stays open while the user types, even when the last error is corrected.
  const [open, setOpen] = useState(
    item.media === noMedia || errors.some(({ field }) => field !== 'name' && field !== 'price'),
  )
  const name = item.name.trim() === '' ? t('Number {number}', { number }) : item.name
  return (
    <li className={css.item} aria-label={name}>
      <Thumb item={item} file={file} />
      <div className={css.words}>
        <p className={css.itemName}>{name}</p>
        <p className={css.quiet}>
          {item.media !== noMedia && `${item.media} · `}
          {item.attributes.length === 1
            ? t('1 attribute')
            : t('{count} attributes', { count: item.attributes.length })}
          {rank !== null && ` · ${t('Rarity {rank, number}', { rank })}`}
        </p>
        <Gaps errors={errors} isSubmitted={isSubmitted} />
        <FileState item={item} file={file} upload={upload} state={state} />
      </div>
      {!isLocked && (
        <TitleAndPrice
          item={item}
          hasPrice={hasPrice}
          errorOf={errorOf}
          onLeave={fields.leave}
          onChange={onChange}
        />
      )}
      {!isLocked && (
        <details
          className={`${disclosure.disclosure} ${css.edit}`}
          open={open}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary aria-label={t('Edit {name}', { name })}>{t('Edit')}</summary>
          {open && (
            <div className={css.editor}>
              <MediaChoice
                name={name}
                value={item.media}
                media={media}
                onSwap={onSwap}
                onReplace={onReplace}
              />
              <TextArea
                label={t('Description *')}
                value={item.description}
                maxLength={maxDescription}
                rows={3}
                onChange={(description) => onChange({ description })}
                onLeave={() => fields.leave('description')}
                error={errorOf('description')}
              />
              <AttributesField
                attributes={item.attributes}
                typedAttribute={item.typed}
                onChange={onChange}
                error={errorOf('attributes')}
              />
              <div>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={t('Remove {name}', { name })}
                  onClick={onLeaveOut}
                >
                  {t('Remove')}
                </Button>
              </div>
            </div>
          )}
        </details>
      )}
    </li>
  )
}

interface FileStateProps {
  item: Item
  file: File | null
  upload: Upload | null
  state: UploadState | null
}

/** The upload state of a row's file: missing, uploading, refused or stored. */
function FileState({ item, file, upload, state }: FileStateProps) {
  const failure = state?.phase === 'failed' ? state.message : null
  return (
    <>
      {item.kept === null && file === null && (
        <p className={css.error}>
          {item.media === noMedia
            ? t('There is no media file for this entry. Choose one under Edit, or remove the row.')
            : t('Choose {media} again: it was not uploaded before the page was closed.', {
                media: item.media,
              })}
        </p>
      )}
      {upload !== null && state !== null && isSending(state) && (
        <UploadProgress upload={upload} state={state} />
      )}
      <FilmConcern file={file} />
      {failure !== null && (
        <div className={css.refused}>
          <p className={css.error} role="alert">
            {failure}
          </p>
          <Button
            size="small"
            aria-label={t('Try Again: {media}', { media: item.media })}
            onClick={() => upload?.resume()}
          >
            {t('Try Again')}
          </Button>
        </div>
      )}
      {item.kept !== null && <p className={css.sent}>{t('Uploaded')}</p>}
    </>
  )
}

/** The fields that are still missing. They count as errors only after an attempt to mint. */
function Gaps({ errors, isSubmitted }: { errors: readonly { message: string }[]; isSubmitted: boolean }) {
  if (errors.length === 0) return null
  return (
    <p className={isSubmitted ? css.error : css.quiet}>
      {joinSentences(...errors.map(({ message }) => message))}
    </p>
  )
}

interface TitleAndPriceProps extends Pick<ReviewRowProps, 'item' | 'hasPrice' | 'onChange'> {
  errorOf: (field: 'name' | 'price') => string | null
  onLeave: (field: 'name' | 'price') => void
}

/** The fields that usually differ between rows, editable without opening the row. */
function TitleAndPrice({ item, hasPrice, errorOf, onLeave, onChange }: TitleAndPriceProps) {
  return (
    <div className={css.quick}>
      <Field
        label={t('Name *')}
        value={item.name}
        onChange={(text) => onChange({ name: text.slice(0, 200) })}
        onLeave={() => onLeave('name')}
        error={errorOf('name')}
      />
      {hasPrice && (
        <Field
          label={t('Price')}
          value={item.price ?? ''}
          onChange={(price) => onChange({ price })}
          onLeave={() => onLeave('price')}
          error={errorOf('price')}
          inputMode="decimal"
          suffix="XRP"
        />
      )}
    </div>
  )
}

const addresses = new WeakMap<File, string>()

/** Returns the object URL of a file, which is reused across renders. */
function addressOf(file: File): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file)
  addresses.set(file, address)
  return address
}

/** The item's picture. Empty if the browser cannot show the file; the row shows the reason. */
function Thumb({ item, file }: { item: Item; file: File | null }) {
  const [brokenSource, setBrokenSource] = useState<string | null>(null)
  const source = file === null ? (item.kept?.src ?? null) : addressOf(file)
  const video = /\.(mp4|webm)$/i.test(item.media)
  return (
    <div className={css.thumb}>
      {source !== null &&
        source !== brokenSource &&
        (video ? (
          <video src={source} muted preload="metadata" aria-hidden="true" />
        ) : (
          <img src={source} alt="" onError={() => setBrokenSource(source)} />
        ))}
    </div>
  )
}
