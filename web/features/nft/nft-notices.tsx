import { Link } from '@tanstack/react-router'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
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
    nft.burned && t('This NFT was burned. It is no longer on the ledger, and nobody owns it.'),
    !nft.burned && drawn && t('This NFT is a randomly mintable NFT.'),
    !nft.burned && collection?.notAnnounced === true && t('This NFT has not been announced yet.'),
    !nft.burned && nft.metadataState === 'pending' && t('Its picture and traits are still being fetched.'),
    !nft.burned && nft.metadataState === 'failed' && t('Its picture and traits could not be fetched.'),
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
            {t('Random buy')}
          </Link>
        </li>
      )}
    </ul>
  )
}
