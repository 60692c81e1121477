import type { Nft } from '#worker/contract/nfts.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import type { RequestDraft } from './request-record.ts'

/** A request about a work, with what its dialog shows of it. */
export function nftRequest(
  nft: Pick<Nft, 'nftokenID' | 'metadata'>,
  draft: Omit<RequestDraft, 'nftokenID' | 'title' | 'picture'>,
): RequestDraft {
  const image = nft.metadata?.image ?? null
  return {
    nftokenID: nft.nftokenID,
    title: nftTitle(nft),
    picture: image?.kind === 'image' ? image.src : null,
    ...draft,
  }
}
