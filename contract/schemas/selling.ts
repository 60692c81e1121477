import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Amount, AmountText, Currency } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { ErrorCode } from './errors.ts'
import { CollectionId } from './lists.ts'
import { createFields, RowKey, Switch } from './minting.ts'
import { NftDatabaseID, NFTokenID, TokenMetadata, TransactionHash } from './nfts.ts'

export const PromoCodeText = v.pipe(v.string(), v.trim(), v.maxLength(200))

/**
 * Body of `demand/add`: the create payload. With `amount` (drops, or an issued currency as JSON) the item is for sale
 * immediately.
 */
export const AddDemandForm = createClaimedSchema({
  ...createFields,
  rowKey: v.optional(RowKey),
  amount: v.optional(AmountText),
  burnable: v.optional(Switch, 'false'),
  onlyXRP: v.optional(Switch, 'false'),
})
export type AddDemandForm = v.InferOutput<typeof AddDemandForm>

export const AddDemandReply = v.object({
  status: v.literal('success'),
  data: v.object({ nftDatabaseID: NftDatabaseID }),
})

export const DemandBuyBody = createClaimedSchema({
  nftDatabaseID: NftDatabaseID,
  /**
   * The price that the buyer saw. The call is refused with the current price if they differ, or if this field is missing
   * and the price is not in XRP.
   */
  expectedAmount: v.optional(Amount),
  promoCode: v.optional(PromoCodeText),
})
export type DemandBuyBody = v.InferOutput<typeof DemandBuyBody>

export const DemandSellBody = createClaimedSchema({
  nftDatabaseID: NftDatabaseID,
  taxon: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer())),
  /** The price in the currency of the collection: in drops, at least 0.1 XRP, or in an issued currency. */
  amount: Amount,
})

export const DemandRemoveBody = createClaimedSchema({
  nftDatabaseID: NftDatabaseID,
})

/** The reply of a call that is completed immediately. */
export const DoneReply = v.object({ status: v.literal('success'), data: v.string() })

export const BuyRandomBody = createClaimedSchema({
  collection_id: CollectionId,
  /**
   * The price that the buyer saw. If items have several prices, only items at this price can be drawn. Without it, the lowest price
   * counts, provided that it is in XRP.
   */
  expectedAmount: v.optional(Amount),
  promoCode: v.optional(PromoCodeText),
})
export type BuyRandomBody = v.InferOutput<typeof BuyRandomBody>

/**
 * The blocking form of a draw. For a rejected or unsigned draw, the status is `failed`, and code and sentence say why.
 */
export const BuyRandomReply = v.object({
  status: v.picklist(['success', 'signed', 'failed']),
  data: v.optional(
    v.union([
      v.string(),
      v.object({
        hash: v.nullable(TransactionHash),
        nftokenID: v.nullable(NFTokenID),
        response: v.object({
          txid: v.nullable(TransactionHash),
          dispatched_result: v.nullable(v.string()),
        }),
      }),
    ]),
  ),
  code: v.optional(ErrorCode),
  requestId: v.optional(v.string()),
})
export type BuyRandomReply = v.InferOutput<typeof BuyRandomReply>

/**
 * A payout for an on-demand sale, paid or still owed. All amounts are in drops of XRP, or in millionths of the
 * currency. For the account's own works, the list includes the shares of other payees.
 */
const Payout = v.object({
  nftokenID: NFTokenID,
  /** The account that is paid, if the revenue is shared. */
  payee: v.nullable(AccountAddress),
  amountDrops: v.string(),
  priceDrops: v.string(),
  feeDrops: v.string(),
  royaltyDrops: v.string(),
  /** The currency of the amounts; null for XRP. */
  currency: v.nullable(Currency),
  state: v.picklist(['owed', 'paid']),
  txid: v.nullable(TransactionHash),
  /** Reason why the ledger refused the last attempt, and what the account must change. */
  problem: v.nullable(v.string()),
  date: v.string(),
})

export const PayoutsReply = v.object({
  /** The drops of XRP owed to the account itself. */
  owedDrops: v.string(),
  destinationTag: v.nullable(v.number()),
  payouts: v.array(Payout),
})
export type PayoutsReply = v.InferOutput<typeof PayoutsReply>

export const PayoutTagBody = createClaimedSchema({
  /** Included in every payout; null if there is none. */
  destinationTag: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295))),
})

/**
 * The works that can be drawn from a random collection now, with the lowest and the highest price; null if none are
 * left.
 */
export const RandomOfferReply = v.object({
  available: v.number(),
  /** In drops; null if the prices are not in XRP. */
  cheapestDrops: v.nullable(v.string()),
  dearestDrops: v.nullable(v.string()),
  cheapest: v.nullable(Amount),
  dearest: v.nullable(Amount),
  /** True if draws follow the published rule. Otherwise, the draw selects among tokens that the issuer has listed. */
  verifiable: v.boolean(),
  /** True if items wait until the ledger has a commitment to their order, which takes seconds. */
  preparing: v.boolean(),
  /** True if items were added within the last minute. Draws begin once no item has been added for a minute. */
  filling: v.boolean(),
  /** True if items are unsold or reserved. If nothing can be drawn now, they may become available again. */
  mayReturn: v.boolean(),
})
export type RandomOfferReply = v.InferOutput<typeof RandomOfferReply>

/** Rules for buying from the issuer of a collection. */
export const BuyingRulesReply = v.object({
  whitelistEnabled: v.boolean(),
  blacklistEnabled: v.boolean(),
  promoCodeEnabled: v.boolean(),
  /** Null if the collection is not random. */
  random: v.nullable(RandomOfferReply),
})
export type BuyingRulesReply = v.InferOutput<typeof BuyingRulesReply>

/**
 * The rule that prevents the caller from buying from the issuer of a collection; null if there is none. Promo codes are
 * not included.
 */
export const BuyerProblemReply = v.object({
  problem: v.nullable(v.object({ code: ErrorCode, message: v.string() })),
})
export type BuyerProblemReply = v.InferOutput<typeof BuyerProblemReply>

/** The end of the caller's reservation of an on-demand item (ISO 8601); null without one. */
export const ReservationReply = v.object({ until: v.nullable(v.string()) })
export type ReservationReply = v.InferOutput<typeof ReservationReply>

/** The data of an item for its issuer, while it is hidden from everyone else. */
export const OwnItemReply = v.object({
  nftDatabaseID: v.string(),
  metadata: TokenMetadata,
  /** In drops; null if the price is not in XRP. */
  priceDrops: v.nullable(v.string()),
  price: v.nullable(Amount),
  state: v.picklist(['draft', 'for_sale', 'sold', 'removed']),
})
export type OwnItemReply = v.InferOutput<typeof OwnItemReply>
