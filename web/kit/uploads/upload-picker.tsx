import { Upload as UploadIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  claimedType,
  mediaKind,
  mediaProblem,
  mediaRules,
  type MediaUse,
} from '#worker/contract/media-files.ts'
import { type Media, sizedImage } from '#worker/contract/media.ts'
import { Button } from '#web/ui/button.tsx'
import { CameraButton } from '#web/ui/camera-button.tsx'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import { FilePreview } from './file-preview.tsx'
import { formatBytes } from './format-bytes.ts'
import { type KeptFile, keptFile } from './kept-file.ts'
import { type Upload, uploadFile } from './upload-file.ts'
import drop from '#web/ui/drop-place.module.css'
import css from './upload-picker.module.css'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

interface UploadPickerProps {
  label: string
  required?: boolean
  use: MediaUse
  account: string
  value: KeptFile | null
  /** What is there already; it stays as long as nothing is chosen. */
  present?: Media | null
  onChange: (file: KeptFile | null) => void
  /** Whether a file is on its way. */
  onBusy: (busy: boolean) => void
  /** Of the form: shown when nothing is wrong with the file itself. */
  error?: string | null
}

interface Chosen {
  file: File
  address: string
  /** Why it cannot be taken; without an upload then. */
  problem: string | null
  upload: Upload | null
}

/** One file by dialog, camera, drop or paste. It is sent at once, while the rest of the form is filled in. */
export function UploadPicker(props: UploadPickerProps) {
  const {
    label,
    required = false,
    use,
    account,
    value,
    present = null,
    onChange,
    onBusy,
    error = null,
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const state = useUpload(chosen?.upload ?? null)
  const { names, most, types } = mediaRules[use]
  const told = useRef({ onChange, onBusy })
  useEffect(() => {
    told.current = { onChange, onBusy }
  })

  const upload = chosen?.upload ?? null
  useEffect(() => {
    const stored = state?.phase === 'done' ? state.stored : null
    if (upload === null || stored === null) return
    let left = false
    const take = async () => {
      const kept = await keptFile(upload.file, stored, use, account)
      if (left) return
      told.current.onChange(kept)
      told.current.onBusy(false)
    }
    void take()
    return () => {
      left = true
    }
  }, [upload, state?.phase, state?.stored, use, account])
  const over = state === null || state.phase === 'failed' || state.phase === 'cancelled'
  useEffect(() => {
    if (over) told.current.onBusy(false)
  }, [over])
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen.address)
    },
    [chosen],
  )

  const clear = () => {
    upload?.cancel()
    setChosen(null)
    onChange(null)
    onBusy(false)
  }
  const take = (file: File | undefined) => {
    if (file === undefined) return
    upload?.cancel()
    onChange(null)
    const problem = mediaProblem(file, use)
    const sending = problem === null ? uploadFile(file, use, account) : null
    setChosen({ file, address: URL.createObjectURL(file), problem, upload: sending })
    onBusy(sending !== null)
  }
  const { over: dragged, place } = useFileDrop<HTMLDivElement>(({ files }) => take(files[0]))

  const wrong = chosen?.problem ?? (state?.phase === 'failed' ? state.message : null) ?? error
  const sending = upload !== null && state !== null && ['sending', 'paused', 'checking'].includes(state.phase)
  const shown =
    chosen !== null
      ? { kind: mediaKind(claimedType(chosen.file)), address: chosen.address, name: chosen.file.name }
      : value !== null
        ? { kind: value.kind, address: value.src, name: value.name }
        : present !== null
          ? {
              kind: present.kind,
              address: present.kind === 'image' ? sizedImage(present.src, { w: 800 }) : present.src,
              name: `the present ${label.toLowerCase()}`,
            }
          : null
  const isPresent = chosen === null && value === null && present !== null
  const described = `${names}, max ${most}. Choose, drop or paste one.`
  return (
    <div className={css.field} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {label}
        {required && ' *'}
      </span>
      {shown === null ? (
        <button
          type="button"
          className={drop.place}
          data-invalid={wrong !== null || undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          <UploadIcon size={24} strokeWidth={1.25} aria-hidden="true" />
          <span aria-hidden="true">{dragged ? 'Let go to add it' : 'Choose a file'}</span>
        </button>
      ) : (
        <div className={css.preview} data-kind={shown.kind} data-invalid={wrong !== null || undefined}>
          <FilePreview {...shown} file={chosen?.file ?? null} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={Object.entries(types)
          .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
          .join(',')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      {sending && <UploadProgress upload={upload} state={state} onCancel={clear} />}
      <p
        id={`${id}-hint`}
        className={wrong === null ? css.hint : css.error}
        role={wrong === null ? undefined : 'alert'}
      >
        {wrong ?? (shown === null || value === null ? described : nameAndSize(value))}
      </p>
      {!sending && (
        <div className={css.actions}>
          {shown !== null && (
            <Button
              size="small"
              aria-label={`Replace ${label.toLowerCase()}`}
              onClick={() => input.current?.click()}
            >
              Replace
            </Button>
          )}
          {state?.phase === 'failed' && (
            <Button size="small" onClick={() => upload?.resume()}>
              Try Again
            </Button>
          )}
          <CameraButton label={label} onFile={take} />
          {shown !== null && !isPresent && (
            <Button size="small" look="quiet" aria-label={`Remove ${label.toLowerCase()}`} onClick={clear}>
              Remove
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function nameAndSize({ name, bytes }: KeptFile): string {
  return bytes === null ? name : `${name}, ${formatBytes(bytes)}`
}
