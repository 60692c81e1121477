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

/** A field that tells its value when typing rests, so that a list is not asked for at every letter. */
export function TextField({ label, value, onCommit, placeholder, inputMode = 'text' }: TextFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [told, setTold] = useState(value)
  const commit = useRef(onCommit)
  if (known !== value) {
    setKnown(value)
    setTold(value)
    // What we told comes back while typing goes on: it must not undo the letters since.
    if (value !== told) setText(value)
  }
  useEffect(() => {
    commit.current = onCommit
  }, [onCommit])
  useEffect(() => {
    const next = text.trim()
    if (next === value) return
    const timer = setTimeout(() => {
      setTold(next)
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
