import { useState } from 'react'

/**
 * The value of a control, and how to choose another. Where `onChange` returns a promise, the choice is shown at once and until the
 * promise settles, by rendering no more than the control; then `value` must have followed, or the control goes back to it.
 */
export function useChosen<V>(
  value: V,
  onChange: (next: V) => unknown,
): [shown: V, choose: (next: V) => void] {
  const [choice, setChoice] = useState<{ next: V }>()
  const choose = (next: V) => {
    const result = onChange(next)
    if (!(result instanceof Promise)) return
    const ownChoice = { next }
    setChoice(ownChoice)
    void result.finally(() => setChoice((now) => (now === ownChoice ? undefined : now)))
  }
  return [choice === undefined ? value : choice.next, choose]
}
