import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops, readableDecimal } from '#contract/rules/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { auctionPartOf, isBid, type Quote, quote, type QuoteKind } from '#contract/rules/quote.ts'

export interface NftPrice extends Quote {
  /** The transfer fee in units of 1/100,000; 0 if the issuer is the buyer or the seller. */
  transferFee: number
  brokered: boolean
  /** The marketplace fee is added to a listing, but deducted from a bid and from the winning bid of an auction. */
  form: 'listing' | 'bid' | 'auction'
  /** True for an auction bid, which is settled without further action by the owner. */
  inAuction: boolean
}

interface Priced {
  kind: QuoteKind
  amount: Amount
  brokered: boolean
  seller: string
  /** Null if the buyer is unknown. */
  buyer: string | null
  /** The issuer's transfer rate, in billionths. */
  transferRate?: number
}

/** Returns the price of a sale and how it is split. */
export function nftPrice(
  nft: Pick<Nft, 'issuer' | 'transferFee'>,
  { kind, amount, brokered, seller, buyer, transferRate }: Priced,
  ownerReserveDrops: string,
): NftPrice {
  const issuerTakesPart = nft.issuer === seller || nft.issuer === buyer
  const facts = {
    kind,
    amount,
    brokered,
    issuerTakesPart,
    transferFee: nft.transferFee,
    ownerReserveDrops: BigInt(ownerReserveDrops),
  }
  return {
    ...quote(transferRate === undefined ? facts : { ...facts, transferRate }),
    transferFee: issuerTakesPart ? 0 : nft.transferFee,
    brokered,
    form: formOf(kind),
    inAuction: auctionPartOf(kind) === 'bids',
  }
}

function formOf(kind: QuoteKind): NftPrice['form'] {
  if (auctionPartOf(kind) === 'starts') return 'auction'
  return isBid(kind) ? 'bid' : 'listing'
}

/** Formats a transfer fee in percent: "5" for 5000, "1.25" for 1250. */
export function transferFeePercent(transferFee: number): string {
  return readableDecimal(String(transferFee / 1000))
}

/** Returns the required balance of an issued currency, as a decimal; "0" if none is needed. */
export function needsOf(price: Pick<NftPrice, 'buyerNeeds'> | undefined): string {
  return price === undefined || isDrops(price.buyerNeeds) ? '0' : price.buyerNeeds.value
}
