import { useMutation } from '@tanstack/react-query'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { isPageWallet, type WalletName } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { waitWords } from '#web/kit/wait-words.ts'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import { WalletPrompt } from '#web/wallet/session/wallet-prompt.tsx'
import { cancelInWallet } from '#web/wallet/signers/take-to-wallet.ts'
import { Button } from '#web/ui/button.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { GroupChoice } from './group-choice.tsx'
import { countLeft, countOf, rowInWallet, rowsInWallet, type RunState } from './run-state.ts'
import css from './run-progress.module.css'

interface RunProgressProps {
  state: RunState
  /** Stage of the request in the wallet. */
  reply: CheckReply | undefined
  /** Subject of the signature, as in `Sign the offer for Moon`. */
  subject: string
  /** Verb for finished rows, as in `3 made`. */
  doneVerb: 'made' | 'changed' | 'signed' | 'minted' | 'kept'
  /** Shown while no request is in the wallet. */
  requestingText?: string
  /** Pause for the rate limit; null if there is none. */
  waitMs: number | null
  onCancel: () => void
  /** Requests the rows of a request one by one instead. Omitted if this run offers no such choice. */
  onApart?: (uuid: string) => void
}

const pauseWords = (ms: number): string =>
  t(
    'The marketplace accepts a limited number of requests per minute. Your request continues automatically within {wait}.',
    {
      wait: waitWords(ms),
    },
  )

function afterwardsWords(isLast: boolean, isOneSignature: boolean): string {
  if (isLast) return t('This is the last approval.')
  return isOneSignature
    ? t('One signature covers all of these. Then the next ones follow.')
    : t('After you sign, the next one follows.')
}

/** Progress of a run: the row in the wallet, the number of waiting rows, and a cancel button. */
export function RunProgress(props: RunProgressProps) {
  const {
    state,
    reply,
    subject,
    doneVerb,
    requestingText = t('Asking your wallet ...'),
    waitMs,
    onCancel,
    onApart,
  } = props
  const { records } = useRequests()
  const current = rowInWallet(state)
  const record = records.find(({ uuid }) => uuid === current?.uuid)
  const references = reply?.references ?? record?.references ?? null
  const pause = waitMs === null ? requestingText : pauseWords(waitMs)
  const stage = reply?.stage ?? 'waiting'
  const isOneSignature = rowsInWallet(state).length > 1
  const leftCount = countLeft(state)
  const successCount = countOf(state, 'success')
  const isSigning = current !== null && (stage === 'waiting' || stage === 'opened')
  return (
    <section className={css.progress} aria-label={t('Progress')}>
      <div className={css.course}>
        <p className={css.now} role="status">
          {current === null
            ? pause
            : isSigning
              ? t('Sign the {what}', { what: subject })
              : t('The ledger validates the {what} ...', { what: subject })}
        </p>
        <Meter
          value={successCount}
          max={successCount + leftCount}
          label={t(
            '{made, select, changed {Number changed} signed {Number signed} minted {Number minted} kept {Number saved} other {Number made}}',
            { made: doneVerb },
          )}
        />
        <p className={css.quiet}>
          {t(
            '{made, select, changed {{done, number} of {total, number} changed.} signed {{done, number} of {total, number} signed.} minted {{done, number} of {total, number} minted.} kept {{done, number} of {total, number} saved.} other {{done, number} of {total, number} made.}} You can leave this page and continue later.',
            { done: successCount, made: doneVerb, total: successCount + leftCount },
          )}
        </p>
        <Cancel
          uuid={isSigning ? current.uuid : null}
          wallet={references?.wallet ?? 'xaman'}
          isLast={state.queue.length === 0}
          onCancel={onCancel}
        />
      </div>
      {isSigning && (
        <div className={css.course}>
          <WalletPrompt
            references={references}
            opened={stage === 'opened'}
            afterwards={afterwardsWords(state.queue.length === 0, isOneSignature)}
          />
          {onApart !== undefined && leftCount > 1 && (
            <GroupChoice uuid={current.uuid} isOneSignature={isOneSignature} onApart={onApart} />
          )}
        </div>
      )}
    </section>
  )
}

interface CancelProps {
  /** uuid of the request that waits in the wallet; null if there is none. */
  uuid: string | null
  wallet: WalletName
  /** True if no row follows. */
  isLast: boolean
  onCancel: () => void
}

/** Ends the run and withdraws the request that waits in the wallet. */
function Cancel({ uuid, wallet, isLast, onCancel }: CancelProps) {
  const withdraw = useMutation({
    mutationFn: async (pendingUuid: string) => {
      if (isPageWallet(wallet)) await cancelInWallet(pendingUuid)
      else await call('declineSignature', { params: { uuid: pendingUuid } })
    },
  })
  const cancel = () => {
    onCancel()
    if (uuid !== null) withdraw.mutate(uuid)
  }
  if (uuid === null) return isLast ? null : <Button onClick={cancel}>{t('Cancel the run')}</Button>
  return (
    <>
      <Button busy={withdraw.isPending} onClick={cancel}>
        {t('Cancel the run')}
      </Button>
      <p className={css.quiet}>{t('Cancelling also withdraws the request in your wallet.')}</p>
      {withdraw.error !== null && <p role="alert">{sentenceOf(withdraw.error)}</p>}
    </>
  )
}
