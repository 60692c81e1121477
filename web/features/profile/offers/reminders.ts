import { isDrops } from '#contract/rules/amounts.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { offerProblems } from '#web/kit/nfts/offer-problems.ts'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'
import { t } from '#web/messages.ts'
import { isListing } from './offer-acts.ts'

const day = 86_400_000

/**
 * Returns why an account should look at its own offer, or null: nobody can accept it, it ends within a day, or it lists
 * a work below the prices of all other owners. Bids below the floor are the rule, and auctions end on their own, so they
 * are no reason.
 */
export function reminderOf(offer: AccountOffer, now: number): string | null {
  const { problem, Expiration, Amount, Flags, otherFloorDrops } = offer
  if (problem !== null) return offerProblems[problem]
  const isEnding = Expiration !== null && Date.parse(rippleTimeToIso(Expiration)) - now < day
  if (isEnding && isListing(offer)) return t('Ends within a day: a new price starts a new listing')
  if (isEnding && Flags !== lsfSellNFToken) return t('Ends within a day: bid again to keep it')
  const isBelow = otherFloorDrops !== null && isDrops(Amount) && BigInt(Amount) < BigInt(otherFloorDrops)
  if (isListing(offer) && isBelow)
    return t('Below the floor: the next buyer gets it for less than any other work')
  return null
}
