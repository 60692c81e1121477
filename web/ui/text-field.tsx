import { useEffect, useId, useRef, useState } from 'react'
import css from './text-field.module.css'

interface TextFieldProps {
  label: string
  value: string
  onCommit: (value: string) => void
  placeholder?: string
  inputMode?: 'text' | 'decimal' | 'numeric'
}

const settleMs = 350

/** A field that commits its value when typing pauses, so that a list is not refetched for every letter. */
export function TextField({ label, value, onCommit, placeholder, inputMode = 'text' }: TextFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [committed, setCommitted] = useState(value)
  const commit = useRef(onCommit)
  if (known !== value) {
    setKnown(value)
    setCommitted(value)
    // The committed value returns as a prop while the user types. It must not undo letters typed since.
    if (value !== committed) setText(value)
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
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  )
}
