import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { Example } from './example.tsx'
import css from './programs.module.css'

const sale = `POST /opx
webhook-signature: v1,...

{
  "kind": "sold",
  "name": "Midnight Orchard #7",
  "amount": "129500000",
  "seller": "r...",
  "buyer": "r...",
  "txid": "..."
}`

/** The webhooks of an artist or an operator: URLs to which events are sent. */
export function WebhooksPage() {
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Webhooks')}</h1>
      <p className={css.lead}>
        {t(
          'Sales, bids and other events are sent to your server within seconds of being final on the ledger.',
        )}
      </p>
      {account === null ? (
        <Message
          title={t('Connect your wallet to add a webhook')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
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
              <LoadingNote subject={t('your webhooks')} />
              <Skeleton height="16rem" />
            </>
          }
        >
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <div className={css.empty}>
                <Message title={t('You have no webhooks yet')}>
                  <p>{t('Add an address to receive the events you choose.')}</p>
                </Message>
                <Example title={t('A part of what your server receives after a sale:')} code={sale} />
              </div>
            ) : (
              <ul className={css.list} aria-label={t('Your webhooks')}>
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
      {/* Below the list on phones, so that the form does not move when the list loads. */}
      {!query.isLoading && <WebhookForm account={account} />}
    </div>
  )
}
