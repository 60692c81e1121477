import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import { SignPrompt } from '#web/wallet/session/sign-prompt.tsx'
import { Button } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { GroupChoice } from './group-choice.tsx'
import { countOf, rowInWallet, rowsInWallet, type RunState } from './run-state.ts'
import css from './run-progress.module.css'

interface RunProgressProps {
  state: RunState
  /** Stage of the request in the wallet. */
  reply: CheckReply | undefined
  /** What is signed, as in `Sign the offer for Moon`. */
  what: string
  /** Past participle for finished rows, as in `3 made`. */
  made: string
  /** Shown while no request is in the wallet. */
  asking?: string
  /** How long it pauses for the rate limit; null if it does not. */
  waitMs: number | null
  onCancel: () => void
}

function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `The marketplace takes only so many requests a minute. It continues automatically within ${wait}.`
}

/** Progress of a run: the row in the wallet, the number of waiting rows, and a cancel button. */
export function RunProgress(props: RunProgressProps) {
  const { state, reply, what, made, asking = 'Asking your wallet ...', waitMs, onCancel } = props
  const { records } = useRequests()
  const current = rowInWallet(state)
  const kept = records.find(({ uuid }) => uuid === current?.uuid)
  const references = reply?.references ?? kept?.references ?? null
  const pause = waitMs === null ? asking : waitWords(waitMs)
  const stage = reply?.stage ?? 'waiting'
  const together = rowsInWallet(state).length > 1
  const left = state.queue.length + Math.max(1, rowsInWallet(state).length)
  const done = countOf(state, 'success')
  const signing = current !== null && (stage === 'waiting' || stage === 'opened')
  return (
    <section className={css.progress} aria-label="Progress">
      <div className={css.course}>
        <p className={css.now} role="status">
          {current === null ? pause : signing ? `Sign the ${what}` : `The ledger validates the ${what} ...`}
        </p>
        <Meter value={done} max={done + left} label={`How many are ${made}`} />
        <p className={css.quiet}>
          {done} {made}, {left} to go. You can leave this page: the run goes on when you come back.
        </p>
        {state.queue.length > 0 ? (
          <Button onClick={onCancel}>Cancel the run</Button>
        ) : (
          <p className={css.quiet}>
            {together
              ? 'These are the last ones. Reject them in your wallet to leave them out.'
              : 'This is the last one. Reject it in your wallet to leave it out.'}
          </p>
        )}
      </div>
      {signing && (
        <div className={css.course}>
          <SignPrompt
            references={references}
            opened={stage === 'opened'}
            afterwards={
              state.queue.length === 0
                ? 'Once signed, all is done.'
                : together
                  ? 'One signature for all of these. Then the next ones follow.'
                  : 'Once signed, the next one follows.'
            }
          />
          {together && <GroupChoice />}
        </div>
      )}
    </section>
  )
}
