import { ImagePlus } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { CameraButton } from '#web/ui/camera-button.tsx'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import drop from '#web/ui/drop-place.module.css'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './picture-picker.module.css'

const CropDialog = lazyCode(async () => (await import('./crop-dialog.tsx')).CropDialog)

const acceptedTypes = ['image/jpeg', 'image/png', 'image/gif']
/** Size limit of the file. The cropped result has its own limit. */
const maxFileBytes = 50 * 1024 * 1024

interface PicturePickerProps {
  label: string
  required?: boolean
  /** Width over height. */
  ratio: number
  round?: boolean
  maxWidth: number
  /** The newly selected picture. */
  value: Blob | null
  /** URL of the current picture. */
  present: string | null
  onChange: (picture: Blob) => void
}

/** Returns why a file cannot be used; null if it can. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!acceptedTypes.includes(type)) return t('Choose a JPG, PNG or GIF.')
  return size > maxFileBytes ? t('This picture is larger than 50 MB. Choose a smaller one.') : null
}

/** Selects a picture by file dialog, camera, drop or paste, then crops it. */
export function PicturePicker(props: PicturePickerProps) {
  const { label, required = false, ratio, round = false, maxWidth, value, present, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [choice, setChosen] = useState<{ file: File; address: string } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [preview, setPreview] = useState(() => (value === null ? null : URL.createObjectURL(value)))
  const close = () => {
    if (choice !== null) URL.revokeObjectURL(choice.address)
    setChosen(null)
  }
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const problem = pictureProblem(file)
    setError(problem)
    if (problem === null) setChosen({ file, address: URL.createObjectURL(file) })
  }
  const { place } = useFileDrop<HTMLDivElement>(({ files }) => take(files[0]))
  const address = preview ?? present
  return (
    <div className={css.field} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {label}
        {required && ' *'}
      </span>
      <button
        type="button"
        className={`${drop.place} ${css.place}`}
        data-round={round}
        data-wide={ratio > 1}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onClick={() => input.current?.click()}
      >
        {address === null ? (
          <ImagePlus size={24} strokeWidth={1.25} aria-hidden="true" />
        ) : (
          <img src={address} alt="" className={css.preview} />
        )}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={acceptedTypes.join(',')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      <p
        id={`${id}-hint`}
        className={error === null ? css.hint : css.error}
        role={error === null ? undefined : 'alert'}
      >
        {error ?? t('JPG, PNG or GIF, up to 5 MB after cropping. Choose, drop or paste one.')}
      </p>
      <CameraButton label={label} camera={round ? 'user' : 'environment'} onFile={take} />
      <Suspense fallback={null}>
        {choice !== null && (
          <CropDialog
            {...choice}
            title={label}
            ratio={ratio}
            round={round}
            maxWidth={maxWidth}
            onClose={close}
            onDone={(picture) => {
              close()
              if (preview !== null) URL.revokeObjectURL(preview)
              setPreview(URL.createObjectURL(picture))
              onChange(picture)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
