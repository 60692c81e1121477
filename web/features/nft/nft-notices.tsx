import { Link } from '@tanstack/react-router'
import type { Nft } from '#worker/contract/nfts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { m } from '#web/messages.ts'
import css from './nft-notices.module.css'

interface NftNoticesProps {
  nft: Nft
  collection: CollectionInfo | null
  /** It is sold by random buy only. */
  drawn: boolean
}

/** Warnings and notices at the top of an NFT's page. */
export function NftNotices({ nft, collection, drawn }: NftNoticesProps) {
  const notices = [
    nft.burned && m.nft_notices_nft_burned_no_longer,
    !nft.burned && drawn && m.nft_demand_view_nft_randomly_mintable_nft,
    !nft.burned && collection?.notAnnounced === true && m.nft_demand_view_nft_not_announced_yet,
    !nft.burned && nft.metadataState === 'pending' && m.nft_notices_picture_traits_still_fetched,
    !nft.burned && nft.metadataState === 'failed' && m.nft_notices_picture_traits_could_not,
  ].filter((notice) => notice !== false)
  if (notices.length === 0) return null
  return (
    <ul className={css.notices}>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
      {drawn && !nft.burned && nft.demand === null && collection !== null && (
        <li>
          <Link to="/collection/$id/items" params={{ id: collection._id }} className={css.link}>
            {m.nft_notices_random_buy}
          </Link>
        </li>
      )}
    </ul>
  )
}
