import { Popover } from '@base-ui/react/popover'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Flyout } from '#web/ui/flyout.tsx'
import flyout from '#web/ui/flyout.module.css'
import iconButton from '#web/ui/icon-button.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import css from './notifications.module.css'
import { refreshNotifications } from './queries.ts'
import { useNotifications } from './use-notifications.ts'
import { useUnread } from './use-unread.ts'

/** Maximum number of notifications in the header. */
const maxVisible = 8

/** The bell in the header, with the number of unread notifications and the newest ones. */
export function Bell({ account }: { account: string }) {
  const [open, setOpen] = useState(false)
  const unreadCount = useUnread(account)
  const queryClient = useQueryClient()
  useEffect(() => {
    void import('#web/kit/push/push-device.ts').then(({ renewDevice }) =>
      // If the renewal fails, the next visit repeats it.
      renewDevice(account).catch(() => undefined),
    )
  }, [account])
  // Refresh after the service worker has shown a notification.
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const refresh = () => void refreshNotifications(queryClient, account)
    navigator.serviceWorker.addEventListener('message', refresh)
    return () => navigator.serviceWorker.removeEventListener('message', refresh)
  }, [queryClient, account])
  const label =
    unreadCount === 0 ? t('Notifications') : t('Notifications, {unread} unread', { unread: unreadCount })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={`${iconButton.button} ${css.bell}`} aria-label={label} title={label}>
        <BellIcon size={18} aria-hidden="true" />
        <CountBadge count={unreadCount} />
      </Popover.Trigger>
      <Flyout title={t('Notifications')}>
        {open && <Newest account={account} onLeave={() => setOpen(false)} />}
      </Flyout>
    </Popover.Root>
  )
}

function Newest({ account, onLeave }: { account: string; onLeave: () => void }) {
  const { list, items, unreadCount, read } = useNotifications(account)
  const [newest] = items ?? []
  return (
    <>
      <QueryStates
        query={{ data: items, error: list.error, refetch: list.refetch }}
        pending={<Skeleton height="8rem" />}
        empty={<p className={flyout.none}>{t('Nothing yet. Bids, sales and watched works appear here.')}</p>}
      >
        {(page) => (
          <ul>
            <NotificationList
              notifications={page.slice(0, maxVisible)}
              account={account}
              onOpen={(notification) => {
                onLeave()
                if (!notification.read) read({ id: notification.id })
              }}
            />
          </ul>
        )}
      </QueryStates>
      <div className={flyout.foot}>
        <Link to="/notifications" className={buttonClass('quiet')} onClick={onLeave}>
          {t('See all')}
        </Link>
        {unreadCount > 0 && newest !== undefined && (
          <button type="button" className={flyout.clear} onClick={() => read({ id: newest.id, all: true })}>
            {t('Mark all as read')}
          </button>
        )}
      </div>
    </>
  )
}
