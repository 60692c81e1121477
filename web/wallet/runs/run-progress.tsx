import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import { WalletPrompt } from '#web/wallet/session/wallet-prompt.tsx'
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
  /** What happened to finished rows, as in `3 made`. */
  made: 'made' | 'changed' | 'signed' | 'minted' | 'kept'
  /** Shown while no request is in the wallet. */
  asking?: string
  /** How long it pauses for the rate limit; null if it does not. */
  waitMs: number | null
  onCancel: () => void
}

function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const wait =
    seconds < 120
      ? m.wallet_run_progress_seconds({ seconds })
      : m.wallet_run_progress_minutes({ minutes: Math.ceil(seconds / 60) })
  return m.wallet_run_progress_marketplace_takes_many_requests({ wait })
}

/** Progress of a run: the row in the wallet, the number of waiting rows, and a cancel button. */
export function RunProgress(props: RunProgressProps) {
  const {
    state,
    reply,
    what,
    made,
    asking = m.wallet_run_progress_asking_your_wallet,
    waitMs,
    onCancel,
  } = props
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
    <section className={css.progress} aria-label={m.wallet_run_progress_progress}>
      <div className={css.course}>
        <p className={css.now} role="status">
          {current === null
            ? pause
            : signing
              ? m.wallet_run_progress_sign_the({ what })
              : m.wallet_run_progress_the_ledger_validates_the({ what })}
        </p>
        <Meter value={done} max={done + left} label={m.wallet_run_progress_how_many_are({ made })} />
        <p className={css.quiet}>{m.wallet_run_progress_go_can_leave_page({ done, made, left })}</p>
        {state.queue.length > 0 ? (
          <Button onClick={onCancel}>{m.wallet_run_progress_cancel_the_run}</Button>
        ) : (
          <p className={css.quiet}>
            {together
              ? m.wallet_run_progress_last_ones_reject_wallet
              : m.wallet_run_progress_last_reject_wallet_leave}
          </p>
        )}
      </div>
      {signing && (
        <div className={css.course}>
          <WalletPrompt
            references={references}
            opened={stage === 'opened'}
            afterwards={
              state.queue.length === 0
                ? m.wallet_run_progress_once_signed_all_done
                : together
                  ? m.wallet_run_progress_signature_all_next_ones
                  : m.wallet_run_progress_once_signed_next_follows
            }
          />
          {together && <GroupChoice />}
        </div>
      )}
    </section>
  )
}
