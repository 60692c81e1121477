import { splitTrait } from '#contract/rules/list-addresses.ts'
import type { BidderRecord, BidSale, StandingBid } from '#contract/schemas/standing-bids.ts'
import { t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'

/** Returns what a bid asks for, such as "any work" or "Sky: red, rank 100 or better". */
export function termsOf({ traits, maxRank }: Pick<StandingBid, 'traits' | 'maxRank'>): string {
  const pairs = traits.map((pair) => {
    const { trait, value } = splitTrait(pair) ?? { trait: pair, value: '' }
    return `${trait}: ${value}`
  })
  const rank = maxRank === null ? [] : [t('rank {rank, number} or better', { rank: maxRank })]
  const terms = [...pairs, ...rank]
  return terms.length === 0 ? t('any work') : joinList(terms)
}

/** Returns an account's record as a bidder; null if it has none yet. */
export function recordText({
  completed: completedCount,
  missed: missedCount,
  withdrawn: withdrawnCount,
}: BidderRecord): string | null {
  if (completedCount + missedCount + withdrawnCount === 0) return null
  return t(
    '{completed, number} completed, {missed, number} missed, {withdrawn, number} withdrawn in 90 days',
    {
      completed: completedCount,
      missed: missedCount,
      withdrawn: withdrawnCount,
    },
  )
}

const problems: Record<NonNullable<StandingBid['problem']>, string> = {
  unfunded: t('Unfunded: the account cannot pay this right now, so the bid does not count.'),
  paused: t('Paused for a week, because three sales in a row were missed.'),
  no_ticket: t('The tickets of this bid were used elsewhere, so it does not count.'),
}

/** Returns the state of a bid in words. */
export function bidState({
  state,
  problem,
  works,
  bought: boughtCount,
  waiting: waitingCount,
}: StandingBid): string {
  if (state === 'withdrawn') return t('Withdrawn')
  if (state === 'expired') return t('Expired')
  if (state === 'filled') return t('Filled')
  if (problem !== null) return problems[problem]
  if (waitingCount === 0)
    return t('Open: {bought, number} of {works, number} bought', { bought: boughtCount, works })
  return t('Open: {bought, number} of {works, number} bought, {waiting, number} waiting for you', {
    bought: boughtCount,
    works,
    waiting: waitingCount,
  })
}

/** Returns the state of a sale in words, for its bidder or its seller. */
export function saleStateText({ state, endedBy }: BidSale, role: 'bidder' | 'seller'): string {
  if (state === 'signing') return t('Waiting for the seller’s signature')
  if (state === 'waiting')
    return role === 'bidder' ? t('Waiting for your signature') : t('Waiting for the bidder')
  if (state === 'completed') return role === 'bidder' ? t('Bought') : t('Sold')
  if (state === 'missed')
    return role === 'bidder' ? t('You missed this sale') : t('The bidder did not complete the sale')
  if (state === 'void') return t('The sale was no longer possible')
  return endedBy === role ? t('Withdrawn by you') : t('Withdrawn by the other account')
}
