import type { Nft } from '#contract/schemas/nfts.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import type { RequestDraft } from './request-record.ts'

/** A sign request for a work, with the fields that its dialog shows. */
export function nftRequest(
  nft: Pick<Nft, 'nftokenID' | 'metadata'>,
  draft: Omit<RequestDraft, 'nftokenID' | 'title' | 'picture'>,
): RequestDraft {
  const image = nft.metadata?.imageFile ?? null
  return {
    nftokenID: nft.nftokenID,
    title: nftTitle(nft),
    picture: image?.kind === 'image' && image.explicit !== true ? image.src : null,
    ...draft,
  }
}
