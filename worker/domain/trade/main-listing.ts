import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import {
  type NftRow,
  type OfferRow,
  queryNft,
  queryOpenOffers,
  queryRunningAuction,
} from '#db/queries/nft/nfts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isPositive } from '#contract/rules/money.ts'
import type { Offer, OfferProblem } from '#contract/schemas/nfts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { existingToken } from '#worker/domain/nft/existing-token.ts'
import { offerViews } from '#worker/domain/nft/offer-view.ts'
import { royaltyLineRefusal } from './explain-refusal.ts'

export interface Listing {
  nft: NftRow
  offer: OfferRow
  price: Amount
  /** True if the marketplace must match the listing, with its fee on top. */
  brokered: boolean
  /** Ledger time, from which expirations are derived. */
  asOf: Date
}

/**
 * Messages for offers that exist but cannot be accepted. For other problems, the message is that nothing is for sale.
 */
const offerProblemMessages: Partial<Record<OfferProblem, Sentence>> = {
  expired: sentence('The listing of this NFT has expired.'),
  not_transferable: sentence(
    'This NFT is not transferable, so the marketplace cannot sell it. It can only be sold through a direct offer from its issuer.',
  ),
  seller_refuses_offers: sentence(
    "The seller's account does not accept NFT offers, so the marketplace cannot sell this NFT.",
  ),
  currency_not_brokered: sentence('This NFT is listed in a currency that the marketplace does not trade.'),
  other_marketplace: sentence('This NFT is listed on another marketplace. It cannot be bought here.'),
  no_line: sentence('The seller has no trust line for the currency of the listing.'),
  frozen: sentence('The currency of the listing is frozen by its issuer.'),
  not_authorised: sentence('The issuer of the listing’s currency has not authorised the seller to hold it.'),
}

function notListedRefusal(context: Context, sellOffers: Offer[]): Refusal {
  const pricedOffers = sellOffers.filter(({ amount }) => isPositive(amount))
  const unpayable = pricedOffers.find(({ problem }) => problem === 'royalty_no_line')
  if (unpayable !== undefined) return royaltyLineRefusal(context, unpayable.amount)
  const [reason] = pricedOffers.flatMap(({ problem }) =>
    problem === null ? [] : (offerProblemMessages[problem] ?? []),
  )
  return new Refusal(
    'not_for_sale',
    reason ?? sentence('This NFT is not for sale at the moment. It may just have been sold or withdrawn.'),
  )
}

/** Reads a token with its open offers, as of the ledger's time. One round trip. Throws Refusal('not_found'). */
export async function readTokenSale({ db, now }: Context, nftId: string) {
  const [nfts, open, auctions, cursor] = await db.http.batch([
    queryNft(db.http, nftId),
    queryOpenOffers(db.http, nftId),
    queryRunningAuction(db.http, nftId),
    queryCursor(db.http),
  ])
  return {
    nft: existingToken(nfts),
    sellOffers: open.filter((offer) => offer.isSell),
    isOnAuction: auctions.length > 0,
    asOf: ledgerNow(cursor[0]?.closedAt, now()),
  }
}

/** Facts about a token on sale; `views` are its sell offers in the format of replies. */
export interface TokenSale {
  nft: NftRow
  sellOffers: OfferRow[]
  views: Offer[]
  isOnAuction: boolean
  asOf: Date
}

/**
 * Returns the listing that a buyer (null: a visitor) would accept. It is never an auction's offer. Throws Refusal:
 * own_token, not_for_sale, royalty_no_line.
 */
export function chooseListing(context: Context, sale: TokenSale, buyer: string | null): Listing {
  const { nft, sellOffers, views, isOnAuction, asOf } = sale
  if (nft.owner === buyer) throw new Refusal('own_token', sentence('You already own this NFT.'))
  if (isOnAuction)
    throw new Refusal('not_for_sale', sentence('This NFT is up for auction: place a bid instead.'))
  const state = saleState({ sellOffers: views, onAuction: null }, buyer, context.treasury.account)
  const offer =
    state.kind === 'listed' ? sellOffers.find((row) => row.id === state.offer.nft_offer_index) : undefined
  if (state.kind !== 'listed' || offer === undefined) throw notListedRefusal(context, views)
  return { nft, offer, price: offer.amount, brokered: state.brokered, asOf }
}

/**
 * Finds the listing that a buyer would accept, by the token's id. Throws Refusal: not_found, own_token, not_for_sale,
 * royalty_no_line.
 */
export async function findMainListing(context: Context, nftId: string, buyer: string): Promise<Listing> {
  const sale = await readTokenSale(context, nftId)
  const views = await offerViews(context, sale.sellOffers, sale.asOf)
  return chooseListing(context, { ...sale, views }, buyer)
}
