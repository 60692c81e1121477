import { useEffect, useRef, useState } from 'react'

export interface FieldError<F extends string> {
  field: F
  message: string
}

/**
 * Decides which errors of a form to show: those of touched fields, and all of them after an attempt to submit the form
 * or the larger form that contains it.
 */
export function useFieldErrors<F extends string>(isWholeTried = false) {
  const [leftFields, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  return {
    tried: isSubmitted,
    /** Ref of the error summary. */
    summary,
    leave: (field: F) => setLeft((before) => new Set([...before, field])),
    /** Returns the error to show at a field; null for none. */
    shown: (errors: readonly FieldError<F>[], field: F): string | null =>
      isSubmitted || isWholeTried || leftFields.has(field)
        ? (errors.find((error) => error.field === field)?.message ?? null)
        : null,
    /** Call on submit: shows all errors and, if the form is blocked, focuses the summary. */
    attempt: (isBlocked: boolean): boolean => {
      setSubmitted(true)
      if (isBlocked) requestAnimationFrame(() => summary.current?.focus())
      return !isBlocked
    },
    reset: () => {
      setSubmitted(false)
      setLeft(new Set())
    },
  }
}

/** Manages a form's draft. `save` stores each change; an unchanged form stores nothing. */
export function useDraftForm<D extends object, F extends string>(load: () => D, save: (draft: D) => void) {
  const [initial] = useState(load)
  const [draft, setDraft] = useState(initial)
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useEffect(() => {
    if (draft !== initial) latestSave.current(draft)
  }, [draft, initial])
  return {
    ...useFieldErrors<F>(),
    draft,
    setDraft,
    change: (changes: Partial<D>) => setDraft((before) => ({ ...before, ...changes })),
  }
}
