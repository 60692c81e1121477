import type { Action } from '#contract/rules/actions.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { actionWords } from './action-words.ts'
import css from './preparing.module.css'

/**
 * The state between the button and the wallet. It is rendered before it is busy, so that screen readers announce it.
 */
export function Preparing({ action, busy }: { action: Action; busy: boolean }) {
  return (
    <div role="status" className={css.preparing}>
      {busy && (
        <p className={css.words}>
          <Spinner />
          {actionWords[action].preparing}
        </p>
      )}
    </div>
  )
}
