import * as v from 'valibot'
import { AccountAddress } from './accounts.ts'
import { Drops } from './amounts.ts'
import { NFTokenID, OfferIndex } from './nfts.ts'
import { ClientTransaction } from './sign-requests.ts'

/** `account` and `user_token` are taken because the contract has them; the JWT decides, and a difference is refused. */
const claimed = {
  account: v.optional(AccountAddress),
  user_token: v.optional(v.nullable(v.string())),
}

export const BuyNowBody = v.object({
  ...claimed,
  owner: v.optional(AccountAddress),
  nftokenID: NFTokenID,
  /** Which listing, and at what price in drops (without the fee), the buyer saw. A mismatch is refused with the new price. */
  sellOfferIndex: v.optional(OfferIndex),
  expectedAmount: v.optional(Drops),
})
export type BuyNowBody = v.InferOutput<typeof BuyNowBody>

export const TransactionBody = v.object({ ...claimed, txjson: ClientTransaction })
export type TransactionBody = v.InferOutput<typeof TransactionBody>
