import { useEffect, useRef, useState } from 'react'

export interface FieldError<F extends string> {
  field: F
  message: string
}

/** Which errors of a form to show: those of fields that were left, and all of them after an attempt to submit. */
export function useFieldErrors<F extends string>() {
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [tried, setTried] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  return {
    tried,
    /** For the element that lists what prevents submitting. */
    summary,
    leave: (field: F) => setLeft((before) => new Set([...before, field])),
    /** The error to show at a field, or null. */
    shown: (errors: readonly FieldError<F>[], field: F): string | null =>
      tried || left.has(field) ? (errors.find((error) => error.field === field)?.message ?? null) : null,
    /** An attempt to submit: shows all errors and, when it is blocked, moves the focus to the summary. */
    attempt: (blocked: boolean): boolean => {
      setTried(true)
      if (blocked) requestAnimationFrame(() => summary.current?.focus())
      return !blocked
    },
    reset: () => {
      setTried(false)
      setLeft(new Set())
    },
  }
}

/** A form and its draft. `keep` stores each change; a form that was only looked at stores nothing. */
export function useDraftForm<D extends object, F extends string>(begin: () => D, keep: (draft: D) => void) {
  const [begun] = useState(begin)
  const [draft, setDraft] = useState(begun)
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })
  useEffect(() => {
    if (draft !== begun) latestKeep.current(draft)
  }, [draft, begun])
  return {
    ...useFieldErrors<F>(),
    draft,
    setDraft,
    change: (changes: Partial<D>) => setDraft((before) => ({ ...before, ...changes })),
  }
}
