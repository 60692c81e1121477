import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { Section } from '#web/ui/section.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './live-auctions.module.css'
import { Lot } from './lot.tsx'
import { auctionsQuery } from './queries.ts'

const refreshMs = 15_000

export function LiveAuctions() {
  const isLive = useIsLive()
  const query = useQuery({ ...auctionsQuery, refetchInterval: isLive ? false : refreshMs })
  return (
    <Section title={t('Live Auctions')} count={query.data?.length}>
      <QueryStates query={query} empty={t('No Live Auctions here')} pending={<LotsSkeleton />}>
        {(nfts) => (
          <ul className={css.lots}>
            {nfts.map((nft, place) => (
              <li key={nft.nftokenID}>
                {nft.auction !== null && <Lot nft={nft} auction={nft.auction} number={place + 1} />}
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Section>
  )
}

function LotsSkeleton() {
  return (
    <div className={css.lots}>
      <LoadingNote subject={t('auctions')} />
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={css.lot}>
          <div className={css.picture} />
          <div className={css.words}>
            <Skeleton width="70%" height="1.25rem" />
            <Skeleton width="45%" height="1rem" />
            <Skeleton width="100%" height="2rem" />
          </div>
        </div>
      ))}
    </div>
  )
}
