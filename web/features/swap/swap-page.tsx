import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Swap } from '#contract/schemas/swaps.ts'
import { t } from '#web/messages.ts'
import { ApiError } from '#web/api/error.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { isOpen, swapQuery } from './queries.ts'
import css from './swap.module.css'
import { SwapActions } from './swap-actions.tsx'
import { SwapSides } from './swap-sides.tsx'
import { roleIn, swapWords } from './swap-words.ts'

/** A proposed swap: the works and XRP in both directions, and the viewer's actions. */
export function SwapPage({ id }: { id: string }) {
  const query = useQuery(swapQuery(id))
  const { code } = query.error instanceof ApiError ? query.error : { code: null }
  return (
    <div className={page.wide}>
      {code === 'not_found' || code === 'validation_failed' ? (
        <>
          <h1 className={css.title}>{t('Swap')}</h1>
          <Message title={t('This swap does not exist')}>
            {t('Check the link, or ask for a new one.')}
          </Message>
        </>
      ) : (
        <QueryStates query={query} pending={<Pending />}>
          {(swap) => <SwapView swap={swap} />}
        </QueryStates>
      )}
    </div>
  )
}

function Pending() {
  return (
    <>
      <h1 className={css.title}>{t('Swap')}</h1>
      <LoadingNote subject={t('the swap')} />
      <Skeleton height="20rem" />
    </>
  )
}

function SwapView({ swap }: { swap: Swap }) {
  const viewer = useAccount()
  const role = roleIn(swap, viewer)
  const { title, sentence } = swapWords(swap, role)
  return (
    <article className={css.swap}>
      <div role="status">
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{sentence}</p>
      </div>
      <SwapSides swap={swap} viewer={viewer} />
      <Facts swap={swap} />
      {isOpen(swap) && <SwapActions swap={swap} viewer={viewer} role={role} />}
      {viewer !== null && (
        <p>
          <Link to="/swap" className={css.link}>
            {t('All your swaps')}
          </Link>
        </p>
      )}
    </article>
  )
}

function Facts({ swap }: { swap: Swap }) {
  const { state, txid, agreedUntil, expiresAt, createdAt } = swap
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('Proposed')}</dt>
        <dd>
          <RelativeTime at={createdAt} />
        </dd>
      </div>
      {state === 'proposed' && (
        <div>
          <dt>{t('Open for', { context: 'swap' })}</dt>
          <dd>
            <Countdown until={expiresAt} over={t('Expired', { context: 'swap' })} />
          </dd>
        </div>
      )}
      {state === 'agreed' && agreedUntil !== null && (
        <div>
          <dt>{t('Can be completed for')}</dt>
          <dd>
            <Countdown until={agreedUntil} over={t('Expired', { context: 'swap' })} />
          </dd>
        </div>
      )}
      {isOpen(swap) && (
        <div>
          <dt>{t('Link of this page')}</dt>
          <dd className={css.address}>
            {`/swap/${swap.id.slice(0, 8)}…`}
            <CopyButton text={`${location.origin}/swap/${swap.id}`} subject={t('link')} />
          </dd>
        </div>
      )}
      {txid !== null && (
        <div>
          <dt>{t('Transaction')}</dt>
          <dd>
            <ExplorerLink page="transaction" id={txid} title={txid}>
              {`${txid.slice(0, 8)}…${txid.slice(-8)}`}
            </ExplorerLink>
          </dd>
        </div>
      )}
    </dl>
  )
}
