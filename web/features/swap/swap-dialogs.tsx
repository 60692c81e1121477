import { formatXrpExact } from '#contract/rules/amounts.ts'
import { agreedMinutes } from '#contract/limits/swaps.ts'
import type { Swap } from '#contract/schemas/swaps.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import css from './swap.module.css'
import { swapTitle } from './swap-words.ts'
import { BothWorths, worthRule } from './worth.tsx'

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
    action: 'agreeToSwap',
    title: t('Agree to this swap'),
    description: t('You sign your part. Nothing moves until the other account signs as well.'),
  },
  complete: {
    operation: 'completeSwap',
    action: 'completeSwap',
    title: t('Complete this swap'),
    description: t('You approve once. Either both sides move or neither does.'),
  },
  revoke: {
    operation: 'revokeSwap',
    action: 'revokeSwap',
    title: t('Withdraw your signature'),
    description: t(
      "The other account's wallet already has the swap, so you must send another transaction first.",
    ),
  },
} as const

/** The confirm step before the wallet. */
export function SwapDialog({ act, swap, account, onClose }: SwapDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const { operation, action, title, description } = acts[act]
  const confirm = () => ask(operation, { body: { id: swap.id } }, { action, title: swapTitle(swap, account) })
  return (
    <ConfirmDialog
      title={title}
      description={description}
      action={t('Continue in your wallet')}
      busy={busy}
      signs={action}
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ul className={css.notes}>
        {act !== 'revoke' && (
          <li>
            <BothWorths swap={swap} side={act === 'agree' ? 'partner' : 'proposer'} /> {worthRule()}
          </li>
        )}
        {act === 'agree' && <AgreeNotes swap={swap} />}
        {act === 'complete' && <CompleteNotes swap={swap} />}
        {act === 'revoke' && (
          <li>
            {t(
              'It changes nothing in your account and costs a few drops. If the other account is faster, the swap still happens.',
            )}
          </li>
        )}
      </ul>
    </ConfirmDialog>
  )
}

function Reserve() {
  const { ownerReserveDrops } = useSettings()
  return (
    <li>
      {t(
        'Your account needs {xrp} XRP of available reserve during the swap. It is released right afterwards.',
        {
          xrp: formatXrpExact(BigInt(ownerReserveDrops)),
        },
      )}
    </li>
  )
}

function AgreeNotes({ swap }: { swap: Swap }) {
  return (
    <>
      <li>
        {t(
          'The other account signs last and can complete the swap within {agreedMinutes} minutes. After that your signature is no longer valid.',
          { agreedMinutes },
        )}
      </li>
      <li>
        {t(
          'Until the request is sent to the other wallet, you can withdraw on this page. After that, any other transaction of your account withdraws the proposal; this page offers one that changes nothing else.',
        )}
      </li>
      {swap.payer === 'partner' && swap.drops !== '0' && (
        <li>
          {t('You pay {xrp} XRP, royalties included.', {
            xrp: formatXrpExact(BigInt(swap.drops)),
          })}
        </li>
      )}
      <Reserve />
      <li>{t('Your wallet must be able to sign its part of a Batch: Xaman 5.4.0 or newer.')}</li>
    </>
  )
}

function CompleteNotes({ swap }: { swap: Swap }) {
  return (
    <>
      {swap.payer === 'proposer' && swap.drops !== '0' && (
        <li>
          {t('You pay {xrp} XRP, royalties included.', {
            xrp: formatXrpExact(BigInt(swap.drops)),
          })}
        </li>
      )}
      {swap.feeDrops !== null && (
        <li>
          {t('The network charges about {xrp} XRP. The marketplace takes no fee.', {
            xrp: formatXrpExact(BigInt(swap.feeDrops)),
          })}
        </li>
      )}
      <Reserve />
      <li>
        {t(
          'If a work has changed hands in the meantime, nothing is exchanged, and only the network’s cost is paid.',
        )}
      </li>
    </>
  )
}
