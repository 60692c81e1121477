import { ChevronDown, Gift } from 'lucide-react'
import { useState } from 'react'
import type { Notification } from '#contract/schemas/notifications.ts'
import { locale, t } from '#web/messages.ts'
import flyout from '#web/ui/flyout.module.css'
import { NotificationRow } from './notification-row.tsx'
import css from './notifications.module.css'

interface NotificationListProps {
  notifications: Notification[]
  account: string
  onOpen: (notification: Notification) => void
  /** Puts a head above the first notification of each day. */
  byDay?: boolean
}

/** Today and yesterday in words, older days as dates. */
function dayOf(at: string): string {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0)
  const days = Math.round((midnight(new Date()) - midnight(new Date(at))) / 86_400_000)
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
  return new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })
}

/** Notifications, newest first. Gifts are one line until it is opened: strangers can send any number. */
export function NotificationList({ notifications, account, onOpen, byDay = false }: NotificationListProps) {
  const [open, setOpen] = useState(false)
  const gifts = notifications.filter(({ kind }) => kind === 'airdrop')
  const isFolded = gifts.length > 1
  const visible = notifications.filter(
    (notification) => !isFolded || open || notification.kind !== 'airdrop' || notification === gifts[0],
  )
  const days = visible.map(({ at }) => (byDay ? dayOf(at) : null))
  return visible.map((notification, at) => (
    <li key={notification.id}>
      {days[at] !== null && days[at] !== days[at - 1] && <h3 className={css.day}>{days[at]}</h3>}
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
