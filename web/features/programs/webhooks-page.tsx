import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import css from './programs.module.css'

/** Addresses of an artist or an operator that events are sent to. */
export function WebhooksPage() {
  usePageMeta({ title: `${m.meta_webhooks} · OPX` })
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{m.programs_webhooks_page_webhooks}</h1>
      <p className={css.lead}>{m.programs_webhooks_page_server_told_sales_bids}</p>
      {account === null ? (
        <Message
          title={m.programs_webhooks_page_connect_wallet_add_webhook}
          action={<Button onClick={() => openConnect(() => undefined)}>{m.common_connect_wallet}</Button>}
        />
      ) : (
        <Own account={account} />
      )}
    </div>
  )
}

function Own({ account }: { account: string }) {
  const query = useQuery(webhooksQuery(account))
  return (
    <div className={css.columns}>
      <div>
        <QueryStates
          query={query}
          pending={
            <>
              <LoadingNote what={m.programs_webhooks_page_your_webhooks} />
              <Skeleton height="16rem" />
            </>
          }
        >
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <Message title={m.programs_webhooks_page_no_webhooks_yet}>
                <p>{m.programs_webhooks_page_add_address_gets_events}</p>
              </Message>
            ) : (
              <ul className={css.list} aria-label={m.programs_webhooks_page_your_webhooks_label}>
                {webhooks.map((webhook) => (
                  <li key={webhook.id}>
                    <WebhookCard account={account} webhook={webhook} />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryStates>
      </div>
      {/* Below the list on phones: it would move when the list comes. */}
      {!query.isLoading && <WebhookForm account={account} />}
    </div>
  )
}
