import { useState } from 'react'
import { t, rich, slot } from '#web/messages.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { NotificationList } from './notification-list.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import css from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

/** Notifications and notification settings of an account. */
export function NotificationsPage() {
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Notifications')}</h1>
      {account === null ? (
        <Message
          title={t('Connect your wallet to see your notifications')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
        >
          {t('Bids, sales and watched works.')}
        </Message>
      ) : (
        <Columns account={account} />
      )}
    </div>
  )
}

const parts = [
  { value: 'all', title: t('All', { context: 'notifications' }) },
  { value: 'settings', title: t('Settings') },
] as const

/** Shows list and settings side by side. On narrow screens only one of them is shown, because the list may be long. */
function Columns({ account }: { account: string }) {
  const isWide = useWide()
  const [part, setPart] = useState<(typeof parts)[number]['value']>('all')
  if (isWide)
    return (
      <div className={css.columns}>
        <All account={account} />
        <NotificationSettings account={account} />
      </div>
    )
  return (
    <div className={css.narrow}>
      <Segmented label={t('Show')} options={parts} value={part} onChange={setPart} />
      {part === 'all' ? <All account={account} /> : <NotificationSettings account={account} />}
    </div>
  )
}

function All({ account }: { account: string }) {
  const { list, items, unreadCount, read } = useNotifications(account)
  const [newest] = items ?? []
  return (
    <div>
      {unreadCount > 0 && newest !== undefined && (
        <p className={css.bar}>
          {rich('{unread} unread<button>Mark all as read</button>', {
            unread: unreadCount,
            button: (
              <Button size="small" onClick={() => read({ id: newest.id, all: true })}>
                {slot}
              </Button>
            ),
          })}
        </p>
      )}
      <PagedList
        title={t('All notifications')}
        list={list}
        items={items}
        skeleton={
          <>
            <LoadingNote subject={t('your notifications')} />
            <Skeleton height="24rem" />
          </>
        }
        empty={t('Nothing yet')}
        advice={t('Bids, sales and watched works appear here.')}
      >
        {(page) => (
          <ul className={css.all}>
            <NotificationList
              notifications={page}
              account={account}
              byDay
              onOpen={(notification) => {
                if (!notification.read) read({ id: notification.id })
              }}
            />
          </ul>
        )}
      </PagedList>
    </div>
  )
}
