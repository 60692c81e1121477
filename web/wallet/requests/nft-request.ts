import type { Nft } from '#contract/schemas/nfts.ts'
import { workFacts } from '#contract/words/work-facts.ts'
import { nameOf } from '#web/api/people.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import type { RequestDraft } from './request-record.ts'

/** Builds a sign request for a work, with the fields that its dialog shows. */
export function nftRequest(
  nft: Pick<Nft, 'nftokenID' | 'metadata' | 'issuer'> & Partial<Pick<Nft, 'history' | 'collectionInfo'>>,
  draft: Omit<RequestDraft, 'nftokenID' | 'title' | 'picture'>,
): RequestDraft {
  const image = nft.metadata?.imageFile ?? null
  return {
    nftokenID: nft.nftokenID,
    title: nftTitle(nft),
    picture: image?.kind === 'image' && image.explicit !== true ? image.src : null,
    label: {
      artist: nameOf(nft.issuer),
      facts: workFacts(nft),
      collection: nft.collectionInfo?.name ?? null,
    },
    ...draft,
  }
}
