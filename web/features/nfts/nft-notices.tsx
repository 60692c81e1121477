import type { CollectionInfo, Nft } from '#worker/contract/nfts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import css from './nft-notices.module.css'
import { isRandomlyMintable } from './randomly-mintable.ts'

/** What a collector must know before anything else. */
export function NftNotices({ nft, collection }: { nft: Nft; collection: CollectionInfo | null }) {
  const { owner } = useSettings()
  const notices = [
    nft.burned && 'This NFT was burned. It is no longer on the ledger, and nobody owns it.',
    !nft.burned && isRandomlyMintable(nft, collection, owner) && 'This NFT is a randomly mintable NFT.',
    !nft.burned && collection?.notAnnounced === true && 'This NFT has not been announced yet.',
    !nft.burned && nft.metadataState === 'pending' && 'Its picture and traits are still being fetched.',
    !nft.burned && nft.metadataState === 'failed' && 'Its picture and traits could not be fetched.',
  ].filter((notice) => notice !== false)
  if (notices.length === 0) return null
  return (
    <ul className={css.notices}>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  )
}
