import { amountFromJson, isMore } from '#ledger/amounts/amount.ts'
import type { NFTokenOffer } from '#ledger/entries/entry-types.ts'
import { deleteOffer, findOffer, hasExpired } from '#ledger/entries/nftoken-offers.ts'
import { checkBuyOffer, checkPair, checkRoyaltyReceiver, checkSellOffer } from './nftoken-accept-checks.ts'
import { settleBrokered, settleDirect } from './nftoken-settlement.ts'
import type { ResultCode } from './results.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of NFTokenAcceptOffer in direct and brokered mode. Source: XLS-20 "NFTokenAcceptOffer", xrpl.org
// "NFTokenAcceptOffer".

export const nftokenAcceptOffer: TransactionRules = {
  flags: 0,

  preflight(fields) {
    const { NFTokenBuyOffer: buy, NFTokenSellOffer: sell, NFTokenBrokerFee: fee } = fields
    if (buy === undefined && sell === undefined) return 'temMALFORMED'
    if (fee === undefined) return 'tesSUCCESS'
    if (buy === undefined || sell === undefined) return 'temMALFORMED'
    return isMore(amountFromJson(fee)) ? 'tesSUCCESS' : 'temMALFORMED'
  },

  preclaim(context) {
    const { fields, view } = context
    const { NFTokenBuyOffer: buyId, NFTokenSellOffer: sellId } = fields
    const buy = buyId === undefined ? undefined : findOffer(view, buyId)
    if (buyId !== undefined && buy === undefined) return 'tecOBJECT_NOT_FOUND'
    const sell = sellId === undefined ? undefined : findOffer(view, sellId)
    if (sellId !== undefined && sell === undefined) return 'tecOBJECT_NOT_FOUND'
    const checks: (() => ResultCode)[] = []
    if (buy !== undefined && sell !== undefined) checks.push(() => checkPair(context, buy, sell))
    if (buy !== undefined) checks.push(() => checkBuyOffer(context, buy, sell === undefined))
    if (sell !== undefined) checks.push(() => checkSellOffer(context, sell, buy === undefined))
    const offer = buy ?? sell
    if (offer !== undefined) checks.push(() => checkRoyaltyReceiver(context, offer))
    for (const check of checks) {
      const result = check()
      if (result !== 'tesSUCCESS') return result
    }
    return 'tesSUCCESS'
  },

  apply(context) {
    const { fields, view } = context
    const offerIds = [fields.NFTokenBuyOffer, fields.NFTokenSellOffer].filter((id) => id !== undefined)
    const offers: NFTokenOffer[] = []
    const expiredIds: string[] = []
    for (const id of offerIds) {
      const offer = findOffer(view, id)
      if (offer === undefined) return 'tecINTERNAL'
      offers.push(offer)
      if (hasExpired(view, offer.Expiration)) expiredIds.push(id)
    }
    // fixCleanup3_1_3: accepting an expired offer fails but removes the offer.
    for (const id of expiredIds.length > 0 ? expiredIds : offerIds) deleteOffer(view, id)
    if (expiredIds.length > 0) return 'tecEXPIRED'
    const [first, second] = offers
    if (first === undefined) return 'tecINTERNAL'
    return second === undefined ? settleDirect(context, first) : settleBrokered(context, first, second)
  },
}
