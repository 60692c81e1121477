import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './text-field.module.css'

interface TextFieldProps {
  label: ReactNode
  value: string
  onCommit: (value: string) => void
  /**
   * Returns the problem of a text, or null. An invalid text is committed as well, so that the previous value no longer
   * applies.
   */
  problem?: (text: string) => string | null
  placeholder?: string
  inputMode?: 'text' | 'decimal' | 'numeric'
}

const settleMs = 350

/** A field that commits its value when the user pauses typing, so that a list is not refetched for every letter. */
export function TextField({
  label,
  value,
  onCommit,
  problem,
  placeholder,
  inputMode = 'text',
}: TextFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [lastValue, setKnown] = useState(value)
  const [committedValue, setCommitted] = useState(value)
  const commit = useRef(onCommit)
  if (lastValue !== value) {
    setKnown(value)
    setCommitted(value)
    // The committed value returns as a prop while the user types. It must not overwrite letters typed in the meantime.
    if (value !== committedValue) setText(value)
  }
  useEffect(() => {
    commit.current = onCommit
  }, [onCommit])
  useEffect(() => {
    const next = text.trim()
    if (next === value) return
    const timer = setTimeout(() => {
      setCommitted(next)
      commit.current(next)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text, value])
  // Shown only after a pause in typing.
  const visibleProblem =
    committedValue === '' || committedValue !== text.trim() ? null : (problem?.(committedValue) ?? null)
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        id={id}
        className={css.input}
        value={text}
        placeholder={placeholder}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={visibleProblem !== null || undefined}
        aria-describedby={visibleProblem === null ? undefined : `${id}-problem`}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-problem`} className={css.problem} role="status">
        {visibleProblem}
      </p>
    </div>
  )
}
