import { useState } from 'react'

/**
 * Returns the displayed value of a control and a function that selects another. If `onChange` returns a promise, the
 * choice is shown immediately and until the promise settles, rerendering only the control. Afterwards the control shows
 * `value` again, which must have been updated.
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
