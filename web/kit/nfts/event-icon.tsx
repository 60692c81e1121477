import { ArrowLeftRight, CircleX, Flame, Gavel, Handshake, PencilLine, Sparkles, Tag } from 'lucide-react'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import css from './event-icon.module.css'

const icons = {
  mint: Sparkles,
  sale: Handshake,
  transfer: ArrowLeftRight,
  burn: Flame,
  modify: PencilLine,
  sell_offer: Tag,
  buy_offer: Gavel,
  offer_cancelled: CircleX,
} as const satisfies Record<HistoryType, typeof Tag>

/** An icon for the kind of an event, whose name is shown beside it. */
export function EventIcon({ type }: { type: HistoryType }) {
  const Icon = icons[type]
  return (
    <span className={css.icon} data-type={type} aria-hidden="true">
      <Icon size={16} strokeWidth={1.75} />
    </span>
  )
}
