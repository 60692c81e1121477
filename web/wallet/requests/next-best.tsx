import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { showRequest } from './request-store.ts'

/** Suggestions for a buyer who was too late: a bid on the work, and similar works. */
export function NextBest({ nftokenID }: { nftokenID: string }) {
  const { data } = useQuery(operationQuery('getNft', { query: { id: nftokenID } }))
  const close = () => showRequest(null)
  const collection = data?.collection ?? null
  return (
    <>
      {collection !== null && (
        <Link
          to="/collection/$id/items"
          params={{ id: collection._id }}
          search={{ buyable: 'true' }}
          onClick={close}
          className={buttonClass('primary')}
        >
          {t('See similar works')}
        </Link>
      )}
      <Link to="/nft/$id" params={{ id: nftokenID }} onClick={close} className={buttonClass('outline')}>
        {t('Bid on this work')}
      </Link>
    </>
  )
}
