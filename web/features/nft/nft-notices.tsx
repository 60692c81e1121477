import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './nft-notices.module.css'

const MetadataNotice = lazyCode(async () => (await import('./metadata-notice.tsx')).MetadataNotice)

interface NftNoticesProps {
  nft: Nft
  collection: CollectionInfo | null
  /** True if the work is sold by random buy only. */
  drawn: boolean
}

/**
 * Returns true if the current metadata could not be read. The work may still show the metadata from before a URI
 * change.
 */
const lacksMetadata = ({ burned, metadataProblem }: Nft) => !burned && metadataProblem !== null

/** Says that the metadata is not available yet. After a failed attempt, `MetadataNotice` gives the reason instead. */
function fetchNotice(nft: Nft): string | false {
  if (nft.burned || lacksMetadata(nft)) return false
  if (nft.metadataState === 'failed') return t('Its picture and traits could not be fetched.')
  return nft.metadataState === 'pending' && t('Its picture and traits are still being fetched.')
}

/** Warnings and notices at the top of an NFT's page. */
export function NftNotices({ nft, collection, drawn }: NftNoticesProps) {
  const hasProblem = lacksMetadata(nft)
  const notices = [
    nft.burned && t('This NFT was burned. It is no longer on the ledger and has no owner.'),
    !nft.burned && drawn && t('This NFT is a randomly mintable NFT.'),
    !nft.burned && collection?.notAnnounced === true && t('This NFT has not been announced yet.'),
    fetchNotice(nft),
  ].filter((notice) => notice !== false)
  if (notices.length === 0 && !hasProblem) return null
  return (
    <ul className={css.notices}>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
      {hasProblem && (
        <li>
          <Suspense fallback={t('Its picture and traits could not be fetched.')}>
            <MetadataNotice nft={nft} />
          </Suspense>
        </li>
      )}
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
