import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import type { RandomOfferReply } from '#worker/contract/selling.ts'
import { m } from '#web/messages.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { BalanceNote } from '#web/wallet/balance-note.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import summary from '#web/wallet/work-summary.module.css'

interface RandomSummaryProps {
  collection: CollectionInfo
  offer: RandomOfferReply
  quantity: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

const xrp = (drops: bigint) => `${formatXrpExact(drops)} XRP`

/** The confirm step of a random purchase: how many draws, what they cost at most, and how it goes on. */
export function RandomSummary({ collection, offer, quantity, busy, onConfirm, onClose }: RandomSummaryProps) {
  const { available, cheapestDrops, dearestDrops, verifiable } = offer
  const least = BigInt(cheapestDrops ?? '0') * BigInt(quantity)
  const most = verifiable ? least : BigInt(dearestDrops ?? '0') * BigInt(quantity)
  return (
    <ConfirmDialog
      title={
        quantity === 1
          ? m.collection_random_summary_draw_one_work_of({ name: collection.name })
          : m.collection_random_summary_draw_works_of({ quantity, name: collection.name })
      }
      description={
        quantity === 1
          ? verifiable
            ? m.collection_random_summary_each_likely_verifiable
            : m.collection_random_summary_each_likely
          : m.collection_random_summary_sign_once_each_draw
      }
      action={verifiable ? m.collection_random_summary_draw : m.common_continue_in_wallet}
      busy={busy}
      purpose="buy_random"
      refusal={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={summary.summary}>
        <span className={summary.picture}>
          <WorkPicture media={collection.thumbnail} alt="" sizes="88px" largest={300} />
        </span>
        <div className={summary.facts}>
          <p className={summary.quiet}>
            {quantity === 1
              ? m.collection_random_summary_you_pay
              : m.collection_random_summary_you_pay_in_all}
          </p>
          <p className={summary.total}>
            {least === most
              ? xrp(most)
              : m.collection_random_summary_to({ xrpExact: formatXrpExact(least), xrp: xrp(most) })}
          </p>
          <p className={summary.quiet}>{m.collection_random_summary_left_marketplace_fee_2({ available })}</p>
        </div>
      </div>
      <BalanceNote costDrops={most} />
      <HelpLink topic="random">{m.collection_random_summary_how_draws_work}</HelpLink>
    </ConfirmDialog>
  )
}
