import { ChevronDown, Gift } from 'lucide-react'
import { useState } from 'react'
import type { Notification } from '#contract/schemas/notifications.ts'
import { t } from '#web/messages.ts'
import { dayHeads } from '#web/ui/day-heads.ts'
import heads from '#web/ui/day-heads.module.css'
import flyout from '#web/ui/flyout.module.css'
import { useNow } from '#web/ui/use-now.ts'
import { NotificationRow } from './notification-row.tsx'
import css from './notifications.module.css'

interface NotificationListProps {
  notifications: Notification[]
  account: string
  onOpen: (notification: Notification) => void
  /** True to add a heading above the first notification of each day. */
  byDay?: boolean
}

/** Notifications, newest first. Gifts are collapsed into one line, because strangers can send any number of them. */
export function NotificationList({ notifications, account, onOpen, byDay = false }: NotificationListProps) {
  const [open, setOpen] = useState(false)
  const gifts = notifications.filter(({ kind }) => kind === 'airdrop')
  const isFolded = gifts.length > 1
  const visible = notifications.filter(
    (notification) => !isFolded || open || notification.kind !== 'airdrop' || notification === gifts[0],
  )
  const days = dayHeads(
    visible.map(({ at }) => at),
    useNow(60_000),
  )
  return visible.map((notification, at) => (
    <li key={notification.id}>
      {byDay && days[at] !== null && <h3 className={`${heads.day} ${css.day}`}>{days[at]}</h3>}
      {isFolded && notification === gifts[0] && (
        <button
          type="button"
          className={`${flyout.row} ${css.row}`}
          aria-expanded={open}
          data-unread={gifts.some(({ read }) => !read) || undefined}
          onClick={() => setOpen(!open)}
        >
          <span className={css.icon} aria-hidden="true">
            <Gift size={16} strokeWidth={1.75} />
          </span>
          <span className={css.folded}>
            <span className={css.name}>
              {t('{count, plural, one {# gift} other {# gifts}} for you', {
                count: gifts.reduce((sum, { more }) => sum + 1 + more, 0),
              })}
            </span>
            <ChevronDown size={16} aria-hidden="true" data-open={open || undefined} />
          </span>
        </button>
      )}
      {(!isFolded || open || notification !== gifts[0]) && (
        <NotificationRow notification={notification} account={account} onOpen={() => onOpen(notification)} />
      )}
    </li>
  ))
}
