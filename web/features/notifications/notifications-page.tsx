import { useState } from 'react'
import { m, rich, slot } from '#web/messages.ts'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { NotificationRow } from './notification-row.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import css from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

/** What an account was told, and what it wants to be told. */
export function NotificationsPage() {
  usePageMeta({ title: `${m.meta_notifications} · OPX` })
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{m.notifications_bell_notifications}</h1>
      {account === null ? (
        <Message
          title={m.notifications_page_connect_wallet_see_notifications}
          action={<Button onClick={() => openConnect(() => undefined)}>{m.common_connect_wallet}</Button>}
        >
          {m.notifications_page_bids_works_sales_auctions}
        </Message>
      ) : (
        <Columns account={account} />
      )}
    </div>
  )
}

const parts = [
  { value: 'all', title: m.notifications_page_all },
  { value: 'settings', title: m.notifications_page_settings },
] as const

/** The list may be long: where the settings are not beside it, one of them is shown. */
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
      <Segmented label={m.notifications_page_show} options={parts} value={part} onChange={setPart} />
      {part === 'all' ? <All account={account} /> : <NotificationSettings account={account} />}
    </div>
  )
}

function All({ account }: { account: string }) {
  const { list, items, unread, read } = useNotifications(account)
  const [newest] = items ?? []
  return (
    <div>
      {unread > 0 && newest !== undefined && (
        <p className={css.bar}>
          {rich.notifications_page_unread_mark_all_read({
            unread,
            button: (
              <Button size="small" onClick={() => read({ id: newest.id, all: true })}>
                {slot}
              </Button>
            ),
          })}
        </p>
      )}
      <PagedList
        title={m.notifications_page_all_notifications}
        list={list}
        items={items}
        skeleton={
          <>
            <LoadingNote what={m.notifications_page_your_notifications} />
            <Skeleton height="24rem" />
          </>
        }
        empty={m.notifications_page_nothing_yet}
        advice={m.notifications_page_bids_works_sales_auctions_label}
      >
        {(loaded) => (
          <ul className={css.all}>
            {loaded.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  account={account}
                  onOpen={() => {
                    if (!notification.read) read({ id: notification.id })
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
