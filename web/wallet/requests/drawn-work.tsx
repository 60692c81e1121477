import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import css from './drawn-work.module.css'

/** The metadata is published shortly after the sale: refetch until then. */
const everyMs = 1500

/** The reveal of a drawn work: sealed, then the picture. */
export function DrawnWork({ nftokenID }: { nftokenID: string }) {
  const { data } = useQuery({
    ...operationQuery('getNft', { query: { id: nftokenID } }),
    refetchInterval: ({ state }) => (state.data?.nft.metadata == null ? everyMs : false),
  })
  const metadata = data?.nft.metadata ?? null
  const image = metadata?.image ?? null
  return (
    <figure className={css.drawn} data-open={metadata !== null}>
      <span className={css.card}>
        <span className={css.front}>
          <WorkPicture
            media={image}
            alt=""
            sizes="420px"
            ratio={workRatio(image)}
            sealed={metadata === null}
          />
        </span>
      </span>
      <figcaption className={css.name} role="status">
        {metadata === null
          ? m.wallet_drawn_work_revealing_what_you_drew
          : m.wallet_drawn_work_meet({ nftTitle: nftTitle({ metadata, nftokenID }) })}
      </figcaption>
    </figure>
  )
}
