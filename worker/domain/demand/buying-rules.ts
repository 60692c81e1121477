import { sentence } from '#contract/words/sentence.ts'
import { countCandidates } from '#db/queries/demand/candidates.ts'
import { findSellingRulesById } from '#db/queries/demand/selling-rules.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { BuyingRulesReply } from '#contract/schemas/selling.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * Returns the conditions for a purchase from the issuer of a collection; for a random one, also the number of works
 * left. Throws Refusal('not_found').
 */
export async function readBuyingRules(context: Context, id: string): Promise<BuyingRulesReply> {
  const { db, treasury } = context
  const rules = await findSellingRulesById(db.http, id)
  if (rules === null) throw new Refusal('not_found', sentence('This collection does not exist.'))
  const { random, whitelistEnabled, blacklistEnabled, promoCodeEnabled } = rules
  if (!random) return { whitelistEnabled, blacklistEnabled, promoCodeEnabled, random: null }
  const candidates = await countCandidates(db.http, id, treasury.account)
  const { count: available, cheapestDrops, dearestDrops, ...offer } = candidates
  const { currency } = rules
  const priceOf = (drops: string | null) => (drops === null ? null : amountOfDrops(BigInt(drops), currency))
  return {
    whitelistEnabled,
    blacklistEnabled,
    promoCodeEnabled,
    random: {
      available,
      ...offer,
      cheapestDrops: currency === null ? cheapestDrops : null,
      dearestDrops: currency === null ? dearestDrops : null,
      cheapest: priceOf(cheapestDrops),
      dearest: priceOf(dearestDrops),
    },
  }
}
