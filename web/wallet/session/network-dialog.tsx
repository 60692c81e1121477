import { formatXrpExact } from '#worker/contract/amounts.ts'
import { m } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './network-dialog.module.css'
import { goOn, leaveNetworkPrompt, type NetworkPrompt, waitForLess } from './network-prompt.ts'

/** A Batch counts as two transactions for itself, one for each inner one (eight at most), one for the marketplace's signature; doubled. */
const mostTransactions = 22n

/** The ledger is busy: what a transaction costs now, and whether to wait or to go on. */
export function NetworkDialog({ costDrops, waiting }: NonNullable<NetworkPrompt>) {
  return (
    <Dialog
      open
      onClose={leaveNetworkPrompt}
      size="small"
      title={m.wallet_network_dialog_title}
      description={m.wallet_network_dialog_why}
    >
      <div className={css.content}>
        <p>{m.wallet_network_dialog_cost({ xrp: formatXrpExact(costDrops) })}</p>
        <p className={css.quiet}>
          {m.wallet_network_dialog_several({ xrp: formatXrpExact(costDrops * mostTransactions) })}
        </p>
        <p role="status" className={css.quiet}>
          {waiting && m.wallet_network_dialog_waiting}
        </p>
        <div className={css.actions}>
          <Button look="primary" size="large" busy={waiting} onClick={waitForLess}>
            {m.wallet_network_dialog_wait}
          </Button>
          <Button size="large" onClick={goOn}>
            {m.wallet_network_dialog_go_on}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
