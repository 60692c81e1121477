import { type Amount, isDrops } from '#worker/contract/amounts.ts'
import type { Nft } from '#worker/contract/nfts.ts'
import { type Quote, quote, type QuoteKind } from '#worker/contract/quote.ts'

export interface NftPrice extends Quote {
  /** In 1/100,000; 0 when the creator takes part in the sale. */
  transferFee: number
  brokered: boolean
  /** The fee comes on top of a listing, out of a bid, and out of the winning bid of an auction. */
  form: 'listing' | 'bid' | 'auction'
}

interface Priced {
  kind: QuoteKind
  amount: Amount
  brokered: boolean
  seller: string
  /** Null while nobody is known to buy. */
  buyer: string | null
  /** Of the currency's issuer, in billionths. */
  transferRate?: number
}

/** What a sale would cost and where the money goes. */
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
  }
}

function formOf(kind: QuoteKind): NftPrice['form'] {
  if (kind === 'run_auction') return 'auction'
  return kind === 'normal_bid' || kind === 'bid_auction' || kind === 'accept_bid' ? 'bid' : 'listing'
}

/** A transfer fee as percent: 5000 is "5", 1250 is "1.25". */
export function transferFeePercent(transferFee: number): string {
  return String(transferFee / 1000)
}

/** What a buyer must hold of an issued currency, as a decimal; "0" where nothing of it is needed. */
export function needsOf(price: Pick<NftPrice, 'buyerNeeds'> | undefined): string {
  return price === undefined || isDrops(price.buyerNeeds) ? '0' : price.buyerNeeds.value
}
