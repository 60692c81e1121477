import { dropsToXrp, readableDecimal } from '#worker/contract/amounts.ts'
import { agreedMinutes } from '#worker/contract/swap-limits.ts'
import type { Swap } from '#worker/contract/swaps.ts'
import { m } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from './swap.module.css'
import { swapTitle } from './swap-words.ts'

export type SwapAct = 'agree' | 'complete' | 'revoke'

interface SwapDialogProps {
  act: SwapAct
  swap: Swap
  account: string
  onClose: () => void
}

const acts = {
  agree: {
    operation: 'agreeToSwap',
    purpose: 'swap_agree',
    title: m.swap_dialogs_agree_to_this_swap,
    description: m.swap_dialogs_sign_part_nothing_moves,
  },
  complete: {
    operation: 'completeSwap',
    purpose: 'swap',
    title: m.swap_dialogs_complete_this_swap,
    description: m.swap_dialogs_signature_happens_whole_not,
  },
  revoke: {
    operation: 'revokeSwap',
    purpose: 'swap_revoke',
    title: m.swap_actions_withdraw_your_signature,
    description: m.swap_dialogs_wallet_other_account_already,
  },
} as const

/** The confirm step before the wallet. */
export function SwapDialog({ act, swap, account, onClose }: SwapDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const { operation, purpose, title, description } = acts[act]
  const confirm = () =>
    ask(operation, { body: { id: swap.id } }, { purpose, title: swapTitle(swap, account) })
  return (
    <ConfirmDialog
      title={title}
      description={description}
      action={m.common_continue_in_wallet}
      busy={busy}
      purpose={purpose}
      refusal={refusal?.message ?? null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ul className={css.notes}>
        {act === 'agree' && <AgreeNotes swap={swap} />}
        {act === 'complete' && <CompleteNotes swap={swap} />}
        {act === 'revoke' && <li>{m.swap_dialogs_changes_nothing_account_costs}</li>}
      </ul>
    </ConfirmDialog>
  )
}

function Reserve() {
  const { ownerReserveDrops } = useSettings()
  return (
    <li>
      {m.swap_dialogs_account_needs_xrp_free({ xrp: readableDecimal(dropsToXrp(BigInt(ownerReserveDrops))) })}
    </li>
  )
}

function AgreeNotes({ swap }: { swap: Swap }) {
  return (
    <>
      <li>{m.swap_dialogs_other_account_signs_last({ agreedMinutes })}</li>
      <li>{m.swap_dialogs_until_wallet_asked_can}</li>
      {swap.payer === 'partner' && swap.drops !== '0' && (
        <li>
          {m.swap_dialogs_pay_xrp_royalties_included({
            xrp: readableDecimal(dropsToXrp(BigInt(swap.drops))),
          })}
        </li>
      )}
      <Reserve />
      <li>{m.swap_dialogs_wallet_able_sign_part}</li>
    </>
  )
}

function CompleteNotes({ swap }: { swap: Swap }) {
  return (
    <>
      {swap.payer === 'proposer' && swap.drops !== '0' && (
        <li>
          {m.swap_dialogs_pay_xrp_royalties_included({
            xrp: readableDecimal(dropsToXrp(BigInt(swap.drops))),
          })}
        </li>
      )}
      {swap.feeDrops !== null && (
        <li>
          {m.swap_dialogs_network_keeps_about_xrp({
            xrp: readableDecimal(dropsToXrp(BigInt(swap.feeDrops))),
          })}
        </li>
      )}
      <Reserve />
      <li>{m.swap_dialogs_if_work_moved_meanwhile}</li>
    </>
  )
}
