import { Files } from 'lucide-react'
import { useId, useRef } from 'react'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import drop from '#web/ui/drop-place.module.css'
import css from './multiple.module.css'
import { droppedFiles } from './dropped-files.ts'

interface MultiPickerProps {
  label: string
  hint: string
  accept: string
  count: number
  error: string | null
  onFiles: (files: File[]) => void
}

/** Many files by dialog, drop (folders, too) or paste. */
export function MultiPicker({ label, hint, accept, count, error, onFiles }: MultiPickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { place } = useFileDrop<HTMLDivElement>((transfer) => void droppedFiles(transfer).then(onFiles))
  return (
    <div className={css.picker} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {label} *
      </span>
      <button
        type="button"
        className={drop.place}
        data-invalid={error !== null || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onClick={() => input.current?.click()}
      >
        <Files size={24} strokeWidth={1.25} aria-hidden="true" />
        <span role="status">{count === 0 ? '' : `${count} Files are selected.`}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={css.quiet}>
        {hint}
      </p>
      {error !== null && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
