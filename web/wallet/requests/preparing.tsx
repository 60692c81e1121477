import type { Action } from '#contract/rules/actions.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { actionWords } from './action-words.ts'
import css from './preparing.module.css'

/**
 * The state while a request is sent to the wallet. Also rendered before `busy` is true, so that screen readers announce
 * the change.
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
