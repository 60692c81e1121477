import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import type { RandomOfferReply } from '#worker/contract/selling.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface RandomSummaryProps {
  collection: CollectionInfo
  offer: RandomOfferReply
  quantity: number
  onConfirm: () => void
  onClose: () => void
}

const xrp = (drops: bigint) => `${formatXrpExact(drops)} XRP`

/** The confirm step of a random purchase: how many draws, what they cost at most, and how it goes on. */
export function RandomSummary({ collection, offer, quantity, onConfirm, onClose }: RandomSummaryProps) {
  const { available, cheapestDrops, dearestDrops, verifiable } = offer
  const least = BigInt(cheapestDrops ?? '0') * BigInt(quantity)
  const most = verifiable ? least : BigInt(dearestDrops ?? '0') * BigInt(quantity)
  return (
    <ConfirmDialog
      title={
        quantity === 1
          ? `Draw one work of ${collection.name}`
          : `Draw ${quantity} works of ${collection.name}`
      }
      description={
        quantity === 1
          ? `Each item that is left is equally likely. ${verifiable ? 'The ledger decides in about ten seconds; then your wallet asks you to pay. ' : ''}You see which one it is as soon as it is paid for.`
          : 'You sign once for each draw. After each you see which work it is, and can stop by rejecting the next.'
      }
      action={verifiable ? 'Draw' : 'Continue in the wallet'}
      busy={false}
      refusal={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={summary.summary}>
        <span className={summary.picture}>
          <WorkPicture media={collection.thumbnail} alt="" sizes="88px" largest={300} />
        </span>
        <div className={summary.facts}>
          <p className={summary.quiet}>{quantity === 1 ? 'You pay' : 'You pay in all'}</p>
          <p className={summary.total}>
            {least === most ? xrp(most) : `${formatXrpExact(least)} to ${xrp(most)}`}
          </p>
          <p className={summary.quiet}>
            {available.toLocaleString('en')} left. Marketplace fee, 2 %, in the price.
          </p>
        </div>
      </div>
      <BalanceNote costDrops={most} />
      <HelpLink topic="random">How draws work</HelpLink>
    </ConfirmDialog>
  )
}
