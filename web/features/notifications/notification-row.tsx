import { Link } from '@tanstack/react-router'
import {
  ArrowDownRight,
  CircleAlert,
  Gavel,
  Gift,
  HandCoins,
  Handshake,
  Megaphone,
  Tag,
  Timer,
  TrendingUp,
} from 'lucide-react'
import type { NotificationKind } from '#contract/rules/notification-kinds.ts'
import { notificationPath, notificationWords } from '#contract/words/notifications.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import type { Notification } from '#contract/schemas/notifications.ts'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { titleOfFigures } from '#web/kit/amounts/currency.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import flyout from '#web/ui/flyout.module.css'
import { formatMoment } from '#web/ui/durations.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './notifications.module.css'

const icons = {
  outbid: TrendingUp,
  bid_received: HandCoins,
  sold: Handshake,
  offer_accepted: Handshake,
  auction_extended: Timer,
  auction_ending: Timer,
  settled: Gavel,
  airdrop: Gift,
  price_drop: ArrowDownRight,
  announced: Megaphone,
  edition_soon: Timer,
  edition_moved: Timer,
  edition_paused: CircleAlert,
  edition_closed: CircleAlert,
  edition_open: Megaphone,
  payout_refused: CircleAlert,
  listing_ended: Tag,
  counter_offer: HandCoins,
  work_changed: CircleAlert,
  bid_sale: HandCoins,
  bid_sale_ended: HandCoins,
  offers_ending: Timer,
} as const satisfies Record<NotificationKind, typeof Gavel>

interface NotificationRowProps {
  notification: Notification
  account: string
  onOpen: () => void
}

/** A notification that links to its subject. */
export function NotificationRow({ notification, account, onOpen }: NotificationRowProps) {
  const { tokens } = useSettings()
  const { kind, at, read, other: otherAccount, amount, image } = notification
  const Icon = icons[kind]
  const facts = { ...notification, other: otherAccount === null ? null : nameOf(otherAccount) }
  const words = notificationWords(facts, {
    amountOf: (amount) => amountInWords(amount, tokens),
    timeOf: (iso) => formatMoment(Date.parse(iso)),
  })
  return (
    <Link
      to={notificationPath(notification, account)}
      className={`${flyout.row} ${css.row}`}
      data-unread={!read || undefined}
      onClick={onOpen}
    >
      <span className={css.icon} aria-hidden="true">
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className={css.words}>
        <span className={css.name}>
          {!read && <VisuallyHidden>{t('Unread:')} </VisuallyHidden>}
          {words.title}
        </span>
        <span className={css.text} title={amount === null ? undefined : titleOfFigures(amount)}>
          {words.text}
        </span>
        <span className={css.time}>
          <RelativeTime at={at} />
        </span>
      </span>
      {/* Pictures of gifts are chosen by strangers. */}
      {image !== null && kind !== 'airdrop' && (
        <span className={css.picture}>
          <WorkPicture media={image} alt="" sizes="64px" ratio={1} />
        </span>
      )}
    </Link>
  )
}
