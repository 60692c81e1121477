import { t } from '#contract/words/sentence.ts'

/** Maximum number of works that one standing bid buys. */
export const maxBidWorks = 10
/**
 * A Batch has at most eight inner transactions. Each work takes two (its offer and the bidder's acceptance), and the
 * fee takes one. Source: XLS-56.
 */
export const maxSoldAtOnce = 3
/** Tickets of the bidder for each work if every work is sold alone: one for the Batch, one for the acceptance. */
export const ticketsPerWork = 2
/** Lifetime of a standing bid, in days. */
export const bidDays = [1, 3, 7, 14, 30] as const
/** Hours within which a bidder must complete a sale. */
export const completionHours = 24
/** Maximum number of standing bids per account that are open at the same time. */
export const maxOpenBids = 20
/** Maximum number of traits that a bid can require. */
export const maxBidTraits = 5
/** After this many missed sales in a row, the bidder's standing bids are paused for this many days. */
export const missedInARow = 3
export const pauseDays = 7
/** The choices for the least bid, in percent of the floor. */
export const minimumPercents = [25, 50, 70, 80, 90, 100] as const
/** Sales of this many days count as an account's record. */
export const recordDays = 90

export const bidStates = ['signing', 'open', 'withdrawn', 'expired', 'filled'] as const
/** Reasons why an open bid cannot be filled at the moment. */
export const bidProblems = ['unfunded', 'paused', 'no_ticket'] as const
export const bidSaleStates = ['signing', 'waiting', 'completed', 'missed', 'withdrawn', 'void'] as const

/** Messages about incomplete input, for the form and for the server. */
export const bidInputProblems = {
  price: () => t('The smallest bid is 0.1 XRP.'),
  works: () => t('Enter a number of works from 1 to {most}.', { most: maxBidWorks }),
  rank: () => t('Enter a rank of 1 or more, or leave it empty.'),
  traits: () => t('Choose at most {most} traits, with one value each.', { most: maxBidTraits }),
  days: () => t('Choose how long the bid stays open.'),
  percent: () => t('Choose one of the listed percentages of the floor.'),
  sold: () => t('Choose 1 to {most} works.', { most: maxSoldAtOnce }),
} as const
