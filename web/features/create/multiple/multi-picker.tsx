import { Files } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import drop from '#web/ui/drop-place.module.css'
import css from './multiple.module.css'
import { droppedFiles } from './dropped-files.ts'

const maxErrors = 12

/** A problem with the selection. If `file` is set, the user can remove that file from the selection. */
export interface PickerError {
  text: string
  file?: File
}

interface MultiPickerProps {
  label: string
  optional?: boolean
  hint: string
  accept: string
  /** Hint shown in the empty area. */
  invites: string
  count: number
  errors: readonly PickerError[]
  /** Says what the page has done with the chosen files on its own initiative. */
  note?: string | null
  /** Message shown while the chosen files are read. */
  busy?: string | null
  onFiles: (files: File[]) => void
  onRemove?: (files: File[]) => void
}

/** Selects many files by file dialog, drag and drop (including folders) or paste. */
export function MultiPicker(props: MultiPickerProps) {
  const {
    label,
    optional = false,
    hint,
    accept,
    invites,
    count,
    errors: problems,
    busy = null,
    note,
    onFiles,
    onRemove,
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wrong = problems.flatMap(({ file }) => file ?? [])
  const [isUnreadable, setUnreadable] = useState(false)
  const { over, place } = useFileDrop<HTMLDivElement>((transfer) => {
    setUnreadable(false)
    droppedFiles(transfer).then(onFiles, () => setUnreadable(true))
  })
  const unreadable = t('What you dropped cannot be read. Drop it again, or choose the files.')
  const errors = isUnreadable ? [{ text: unreadable }, ...problems] : problems
  const visible = errors.slice(0, maxErrors)
  return (
    <div className={css.picker} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {optional ? label : `${label} *`}
      </span>
      <button
        type="button"
        className={drop.place}
        data-invalid={errors.length > 0 || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onClick={() => input.current?.click()}
      >
        <Files size={24} strokeWidth={1.25} aria-hidden="true" />
        <span role="status">
          {busy ??
            (count === 0
              ? ''
              : t('{count, plural, one {# file is selected.} other {# Files are selected.}}', { count }))}
        </span>
        <span aria-hidden="true" className={css.invites}>
          {over
            ? t('Drop to add them')
            : count === 0
              ? invites
              : t('Choose or drop other files to replace them.')}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          setUnreadable(false)
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={css.quiet}>
        {hint}
      </p>
      {note !== undefined && <div role="status">{note !== null && <p className={css.sent}>{note}</p>}</div>}
      <div role="alert">
        {visible.length > 0 && (
          <ul className={css.error}>
            {visible.map(({ text, file }) => (
              <li key={text}>
                {text}{' '}
                {file !== undefined && onRemove !== undefined && (
                  <Button
                    look="quiet"
                    size="small"
                    aria-label={t('Remove {name}', { name: file.name })}
                    onClick={() => onRemove([file])}
                  >
                    {t('Remove')}
                  </Button>
                )}
              </li>
            ))}
            {errors.length > visible.length && (
              <li>{t('And {count} more.', { count: errors.length - visible.length })}</li>
            )}
          </ul>
        )}
      </div>
      {wrong.length > 1 && onRemove !== undefined && (
        <div>
          <Button size="small" onClick={() => onRemove(wrong)}>
            {t('Remove all {count} files with problems', { count: wrong.length })}
          </Button>
        </div>
      )}
    </div>
  )
}
