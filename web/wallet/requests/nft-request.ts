import type { Nft } from '#worker/contract/nfts.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import type { RequestDraft } from './request-record.ts'

type Given = Pick<RequestDraft, 'purpose' | 'amount' | 'retry'> & Partial<RequestDraft>

/** A request about a work, with what its dialog shows of it. */
export function nftRequest(nft: Pick<Nft, 'nftokenID' | 'metadata'>, given: Given): RequestDraft {
  return {
    nftokenID: nft.nftokenID,
    title: nftTitle(nft),
    picture: nft.metadata?.image?.kind === 'image' ? nft.metadata.image.src : null,
    feeDrops: '0',
    brokered: false,
    batch: false,
    ...given,
  }
}
