import type { BidSale } from '#contract/schemas/standing-bids.ts'
import { t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'

/** The confirm step before a transaction that withdraws the seller's signature. */
export function RevokeSaleDialog({ sale, onClose }: { sale: BidSale; onClose: () => void }) {
  const { busy, refusal, ask } = useSigning(onClose)
  const title = joinList(sale.works.map(({ name }) => name))
  const confirm = () => ask('revokeBidSale', { body: { id: sale.id } }, { action: 'revokeBidSale', title })
  return (
    <ConfirmDialog
      title={t('Withdraw your signature')}
      description={t(
        'It changes nothing in your account and costs a few drops. If the bidder is faster, the sale still happens.',
      )}
      action={t('Continue in your wallet')}
      busy={busy}
      signs="revokeBidSale"
      refusal={refusal}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
