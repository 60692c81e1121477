import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './network-dialog.module.css'
import { goOn, leaveNetworkPrompt, type NetworkPrompt, waitForLess } from './network-prompt.ts'

/**
 * Maximum number of transactions in one request, doubled. A Batch counts as two transactions, plus one for each inner
 * one (eight at most) and one for the marketplace's signature.
 */
const mostTransactions = 22n

/** Shown while the ledger is busy: the current cost of a transaction, with the choice to wait or to continue. */
export function NetworkDialog({ costDrops, waiting }: NonNullable<NetworkPrompt>) {
  return (
    <Dialog
      open
      onClose={leaveNetworkPrompt}
      size="small"
      title={t('The network is busy')}
      description={t('Many people are using the XRP Ledger at the moment, so each transaction costs more.')}
    >
      <div className={css.content}>
        <p>
          {t('A transaction costs {xrp} XRP now. It usually costs less than 0.0001 XRP.', {
            xrp: formatXrpExact(costDrops),
          })}
        </p>
        <p className={css.quiet}>
          {t('When one signature covers several steps, it can cost up to {xrp} XRP.', {
            xrp: formatXrpExact(costDrops * mostTransactions),
          })}
        </p>
        <p role="status" className={css.quiet}>
          {waiting && t('Waiting for a lower network cost. This continues automatically…')}
        </p>
        <div className={css.actions}>
          <Button look="primary" size="large" busy={waiting} onClick={waitForLess}>
            {t('Wait until it costs less')}
          </Button>
          <Button size="large" onClick={goOn}>
            {t('Continue at this cost')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
