import { useQuery } from '@tanstack/react-query'
import { QueryError } from '#web/kit/query-states.tsx'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { BatchForm } from './batch-form.tsx'
import css from './batch.module.css'
import { useOwnTokens } from './use-own-tokens.ts'

/** Sell offers for many tokens, for the collection's issuer alone; everyone else sees its items. */
export function CreateOfferTab({ id }: { id: string }) {
  const { data: collection } = useQuery(collectionQuery(id))
  const session = useSession()
  if (collection === undefined || session.state === 'loading') return <Waiting />
  if (session.state !== 'connected' || session.account !== collection.issuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  return <OwnTokens id={id} account={session.account} />
}

interface OwnTokensProps {
  id: string
  account: string
}

function OwnTokens({ id, account }: OwnTokensProps) {
  const { tokens, loading, complete, count, error, retry } = useOwnTokens(id, account)
  if (error !== null) return <QueryError error={error} retry={retry} />
  if (loading) return <Waiting />
  if (tokens.length === 0)
    return (
      <Message title="You hold no NFTs of this collection">
        What you mint or get back stands here, to be offered for sale many at a time.
      </Message>
    )
  return (
    <BatchForm
      key={account}
      collection={id}
      account={account}
      tokens={tokens}
      loading={complete ? null : `${tokens.length} of ${count ?? '?'}`}
    />
  )
}

function Waiting() {
  return (
    <div className={css.waiting}>
      <LoadingNote what="your NFTs" />
      <Skeleton height="3rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
    </div>
  )
}
