import { isDrops } from '#worker/contract/amounts.ts'
import { listingBreakdown, type PriceBreakdown } from '#worker/contract/fees.ts'
import type { Nft, Offer } from '#worker/contract/nfts.ts'

export interface NftPrice extends PriceBreakdown {
  /** In 1/100,000; 0 when the creator takes part in the sale. */
  transferFee: number
  brokered: boolean
}

/** What a viewer would pay for a listing and where it goes. Null for a listing that is not in XRP. */
export function nftPrice(
  nft: Pick<Nft, 'issuer' | 'transferFee'>,
  offer: Pick<Offer, 'owner' | 'amount'>,
  viewer: string | null,
  brokered: boolean,
): NftPrice | null {
  if (!isDrops(offer.amount)) return null
  const issuerTakesPart = nft.issuer === offer.owner || nft.issuer === viewer
  const breakdown = listingBreakdown(BigInt(offer.amount), nft.transferFee, issuerTakesPart, brokered)
  return { ...breakdown, brokered, transferFee: issuerTakesPart ? 0 : nft.transferFee }
}

/** A transfer fee as percent: 5000 is "5", 1250 is "1.25". */
export function transferFeePercent(transferFee: number): string {
  return String(transferFee / 1000)
}
