import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Amount } from './amounts.ts'
import { maxRows } from './batch.ts'
import { createClaimedSchema } from './claims.ts'
import { NFTokenID, Offer, OfferIndex } from './nfts.ts'
import { peopleField } from './people.ts'
import { ClientTransaction, ListingTransaction, OfferTransaction } from './sign-requests.ts'

export const BuyNowBody = createClaimedSchema({
  owner: v.optional(AccountAddress),
  nftokenID: NFTokenID,
  /** The listing and the price (without the fee) that the buyer saw. A mismatch is refused with the new price. */
  sellOfferIndex: v.optional(OfferIndex),
  expectedAmount: v.optional(Amount),
  /** For a listing by the issuer in a collection with promo access. */
  promoCode: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
})
export type BuyNowBody = v.InferOutput<typeof BuyNowBody>

export const TransactionBody = createClaimedSchema({
  txjson: ClientTransaction,
  /**
   * For a gift to an account that requires a destination tag: true once the sender has confirmed the warning
   * (`tag_required`).
   */
  toTagged: v.optional(v.boolean()),
})
export type TransactionBody = v.InferOutput<typeof TransactionBody>

export const AcceptBidBody = createClaimedSchema({
  owner: v.optional(AccountAddress),
  nftokenID: NFTokenID,
  /** The bid to accept. */
  buyOfferIndex: OfferIndex,
  /** The bid that the owner saw (fee included). A mismatch is refused. */
  expectedAmount: v.optional(Amount),
})
/** A bid that its bidder still wants to make although the work has changed. */
export const ConfirmBidBody = createClaimedSchema({ buyOfferIndex: OfferIndex })
export const ConfirmBidReply = v.object({
  status: v.literal('success'),
  data: v.object({ buyOfferIndex: OfferIndex }),
})
export type AcceptBidBody = v.InferOutput<typeof AcceptBidBody>

/** A sell offer to the marketplace with an Expiration. */
export const RunAuctionBody = createClaimedSchema({
  txjson: OfferTransaction,
  /** A bid in the last five minutes moves the end by five minutes, at most to one hour before the offer expires. */
  extend: v.optional(v.boolean(), false),
})
export type RunAuctionBody = v.InferOutput<typeof RunAuctionBody>

/** A buy offer to the marketplace. */
export const AuctionBidBody = createClaimedSchema({ txjson: OfferTransaction })

const oneOfEach = (nfts: string[]) => new Set(nfts).size === nfts.length
const duplicateRowsText = 'The same NFT stands in two rows: give each one once.'

/** Sell offers of one account that one signature covers. Each succeeds or fails independently. */
export const ListNftsBody = createClaimedSchema({
  rows: v.pipe(
    v.array(ListingTransaction),
    v.minLength(2, 'One signature for several takes at least 2 offers. Ask for one by api/xumm/transaction.'),
    v.maxLength(maxRows.list, () => t('One signature covers at most {most} offers.', { most: maxRows.list })),
    v.check((rows) => oneOfEach(rows.map(({ NFTokenID: id }) => id)), duplicateRowsText),
  ),
})
export type ListNftsBody = v.InferOutput<typeof ListNftsBody>

/** New prices: one signature cancels the named offers and creates new ones, all or nothing. */
export const RepriceNftsBody = createClaimedSchema({
  rows: v.pipe(
    v.array(
      v.object({
        txjson: ListingTransaction,
        /** The account's own offers for this NFT that the new one replaces. */
        replaces: v.pipe(
          v.array(OfferIndex),
          v.minLength(1, 'Name the offer that gets a new price.'),
          v.maxLength(20, 'One row replaces at most 20 offers.'),
        ),
      }),
    ),
    v.minLength(1, 'Give at least one offer.'),
    v.maxLength(maxRows.reprice, () =>
      t('One signature covers at most {most} new prices.', { most: maxRows.reprice }),
    ),
    v.check((rows) => oneOfEach(rows.map(({ txjson }) => txjson.NFTokenID)), duplicateRowsText),
  ),
})
export type RepriceNftsBody = v.InferOutput<typeof RepriceNftsBody>

const Currency = v.pipe(
  v.string(),
  v.regex(/^([!-~]{3}|[0-9A-F]{40})$/, () => t('A currency code has 3 characters or 40 hex digits.')),
)

export const TrustLineBody = createClaimedSchema({
  currency: Currency,
  issuer: AccountAddress,
})
export type TrustLineBody = v.InferOutput<typeof TrustLineBody>

export const TrustLineQuery = v.object({ currency: Currency, issuer: AccountAddress })

/** Facts about an issued currency that the offer dialog needs before anything is signed. */
export const TrustLineReply = v.object({
  /** The connected account's trust line: whether it can hold the currency, its balance, and its limit. */
  exists: v.boolean(),
  balance: v.string(),
  limit: v.string(),
  /** Frozen by the issuer. */
  frozen: v.boolean(),
  /** True if the marketplace brokers the currency. Otherwise, offers in it are accepted directly. */
  brokered: v.boolean(),
  /** The issuer's transfer rate, in billionths: 1,000,000,000 means no fee, 1,002,000,000 is 0.2 %. */
  transferRate: v.number(),
  issuerExists: v.boolean(),
})
export type TrustLineReply = v.InferOutput<typeof TrustLineReply>

/** One of the caller's own offers that can no longer be accepted, with its reason in `problem`; `nft` is its token. */
export const DeadOffer = v.object({ ...Offer.entries, nftokenID: NFTokenID, name: v.string() })
export const DeadOffersReply = v.object({
  offers: v.array(DeadOffer),
  /** True if there are more offers than those listed. */
  more: v.boolean(),
  /** The reserve that cancelling all these offers releases, in drops. */
  reserveDrops: v.string(),
  ...peopleField,
})
export type DeadOffersReply = v.InferOutput<typeof DeadOffersReply>
