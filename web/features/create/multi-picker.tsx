import { Files } from 'lucide-react'
import { useId, useRef } from 'react'
import { m } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import drop from '#web/ui/drop-place.module.css'
import css from './multiple.module.css'
import { droppedFiles } from './dropped-files.ts'

const maxErrors = 12

/** What is wrong with the selection; with `file`, that one file can be removed from it. */
export interface PickerError {
  text: string
  file?: File
}

interface MultiPickerProps {
  label: string
  hint: string
  accept: string
  /** Hint shown in the empty area. */
  invites: string
  count: number
  errors: readonly PickerError[]
  onFiles: (files: File[]) => void
  onRemove?: (files: File[]) => void
}

/** Selects many files by dialog, drop (including folders) or paste. */
export function MultiPicker(props: MultiPickerProps) {
  const { label, hint, accept, invites, count, errors, onFiles, onRemove } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const shown = errors.slice(0, maxErrors)
  const wrong = errors.flatMap(({ file }) => file ?? [])
  const { over, place } = useFileDrop<HTMLDivElement>((transfer) => void droppedFiles(transfer).then(onFiles))
  return (
    <div className={css.picker} {...place}>
      <span className={css.label} id={`${id}-label`}>
        {label} *
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
        <span role="status">{count === 0 ? '' : m.create_multi_picker_files_are_selected({ count })}</span>
        <span aria-hidden="true" className={css.invites}>
          {over
            ? m.create_multi_picker_let_go_add
            : count === 0
              ? invites
              : m.create_multi_picker_choose_drop_others_replace}
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
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} className={css.quiet}>
        {hint}
      </p>
      <div role="alert">
        {shown.length > 0 && (
          <ul className={css.error}>
            {shown.map(({ text, file }) => (
              <li key={text}>
                {text}{' '}
                {file !== undefined && onRemove !== undefined && (
                  <Button
                    look="quiet"
                    size="small"
                    aria-label={m.create_multi_picker_remove({ name: file.name })}
                    onClick={() => onRemove([file])}
                  >
                    {m.create_multi_picker_remove_label}
                  </Button>
                )}
              </li>
            ))}
            {errors.length > shown.length && (
              <li>{m.create_multi_picker_and_more({ count: errors.length - shown.length })}</li>
            )}
          </ul>
        )}
      </div>
      {wrong.length > 1 && onRemove !== undefined && (
        <div>
          <Button size="small" onClick={() => onRemove(wrong)}>
            {m.create_multi_picker_remove_all({ count: wrong.length })}
          </Button>
        </div>
      )}
    </div>
  )
}
