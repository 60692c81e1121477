import { Upload as UploadIcon } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { claimedType, mediaKind, mediaRules, type MediaUse } from '#contract/rules/media-files.ts'
import type { Media } from '#contract/schemas/media.ts'
import { sizedImage } from '#contract/rules/media.ts'
import { t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { Button } from '#web/ui/button.tsx'
import { inSentence } from '#web/ui/in-sentence.ts'
import { CameraButton } from '#web/ui/camera-button.tsx'
import drop from '#web/ui/drop-place.module.css'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import { FilePreview } from './file-preview.tsx'
import { formatBytes } from './format-bytes.ts'
import type { KeptFile } from './kept-file.ts'
import css from './upload-picker.module.css'
import { FilmConcern } from './film-concern.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { usePickedFile } from './use-picked-file.ts'

interface UploadPickerProps {
  label: string
  required?: boolean
  use: MediaUse
  account: string
  value: KeptFile | null
  /** The current file, which remains until another one is selected. */
  present?: Media | null
  onChange: (file: KeptFile | null) => void
  /** Called when an upload starts or ends. */
  onBusy: (busy: boolean) => void
  /** The form's error, shown if the file itself has none. */
  error?: string | null
}

/** Selects one file by dialog, camera, drop or paste. Uploads it immediately while the user fills in the form. */
export function UploadPicker(props: UploadPickerProps) {
  const { label, required = false, use, value, present = null, error = null } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const pickedFile = usePickedFile(props)
  const { chosenFile, isSending } = pickedFile
  const { over, place } = useFileDrop<HTMLDivElement>(({ files }) => pickedFile.take(files[0]))
  const choose = () => input.current?.click()
  const { names, maxSize, types } = mediaRules[use]
  const wrong = pickedFile.problem ?? error
  const invalid = wrong !== null || undefined
  const name = inSentence(label)
  const visibleFile = shownFile(chosenFile, value, present, name)
  return (
    <div className={css.field} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {label}
        {required && ' *'}
      </span>
      {visibleFile === null ? (
        <button
          type="button"
          className={drop.place}
          data-invalid={invalid}
          data-optional={required !== true || undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          onClick={choose}
        >
          <UploadIcon size={24} strokeWidth={1.25} aria-hidden="true" />
          <span aria-hidden="true">{over ? t('Drop to add it') : t('Choose a file')}</span>
        </button>
      ) : (
        <div className={css.preview} data-kind={visibleFile.kind} data-invalid={invalid}>
          <FilePreview {...visibleFile} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={Object.entries(types)
          .flatMap(([type, endings]) => [type, ...endings.map((extension) => `.${extension}`)])
          .join(',')}
        onChange={({ target }) => {
          pickedFile.take(target.files?.[0])
          target.value = ''
        }}
      />
      {isSending !== null && <UploadProgress {...isSending} onCancel={pickedFile.clear} />}
      <FilmConcern file={pickedFile.problem === null ? (chosenFile?.file ?? null) : null} />
      <Hint id={`${id}-hint`} problem={wrong}>
        {value === null
          ? t('{names}, max {maxSize}. Choose, drop or paste one.', { names, maxSize })
          : nameAndSize(value)}
      </Hint>
      {isSending === null && (
        <div className={css.actions}>
          {visibleFile !== null && (
            <Button size="small" aria-label={t('Replace {name}', { name })} onClick={choose}>
              {t('Replace')}
            </Button>
          )}
          {pickedFile.retry !== null && (
            <Button size="small" onClick={pickedFile.retry}>
              {t('Try Again')}
            </Button>
          )}
          <CameraButton label={label} onFile={pickedFile.take} />
          {(chosenFile !== null || value !== null) && (
            <Button
              size="small"
              look="quiet"
              aria-label={t('Remove {name}', { context: 'file', name })}
              onClick={pickedFile.clear}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Hint({ id, problem, children }: { id: string; problem: string | null; children: ReactNode }) {
  return problem === null ? (
    <p id={id} className={css.hint}>
      {children}
    </p>
  ) : (
    <p id={id} className={css.error} role="alert">
      {problem}
    </p>
  )
}

/** Returns the file to preview: the newly selected, the uploaded or the current file, in this order. */
function shownFile(
  choice: { file: File; address: string } | null,
  value: KeptFile | null,
  present: Media | null,
  name: string,
) {
  if (choice !== null) {
    const { file, address } = choice
    return { kind: mediaKind(claimedType(file)), address, name: file.name, file }
  }
  if (value !== null) return { kind: value.kind, address: value.src, name: value.name, file: null }
  if (present === null) return null
  const { kind, src } = present
  const address = kind === 'image' ? sizedImage(src, { w: 800 }) : src
  return { kind, address, name: t('the present {name}', { name }), file: null }
}

function nameAndSize({ name, bytes }: KeptFile): string {
  return bytes === null ? name : joinList([name, formatBytes(bytes)])
}
