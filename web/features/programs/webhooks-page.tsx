import { useQuery } from '@tanstack/react-query'
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
  usePageMeta({ title: 'Webhooks · OPX' })
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>Webhooks</h1>
      <p className={css.lead}>
        A server of yours is told of sales, bids and other events seconds after they are validated on the
        ledger.
      </p>
      {account === null ? (
        <Message
          title="Connect your wallet to add a webhook"
          action={<Button onClick={() => openConnect(() => undefined)}>Connect Wallet</Button>}
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
              <LoadingNote what="your webhooks" />
              <Skeleton height="16rem" />
            </>
          }
        >
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <Message title="You have no webhooks yet">
                <p>Add an address: it gets the events that you choose.</p>
              </Message>
            ) : (
              <ul className={css.list} aria-label="Your webhooks">
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
      <WebhookForm account={account} />
    </div>
  )
}
