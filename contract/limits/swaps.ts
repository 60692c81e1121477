import { t } from '#contract/words/sentence.ts'

/**
 * A Batch has at most eight inner transactions, and each work takes two: an offer and its acceptance. Source: XLS-56.
 */
export const maxSwapNfts = 4
/** Lifetime of a proposal, in days. */
export const swapDays = [1, 3, 7] as const
/** Minutes within which the proposer must complete a swap after the partner has signed. */
export const agreedMinutes = 15
export const swapStates = [
  'proposed',
  'agreed',
  'completed',
  'declined',
  'withdrawn',
  'expired',
  'void',
] as const
export const swapSides = ['proposer', 'partner'] as const

/** Messages about an incomplete proposal, for the form and for the server. */
export const swapProblems = {
  none: () => t('Choose at least one work from each account.'),
  tooMany: () => t('A swap can include at most {most} works, counting both accounts.', { most: maxSwapNfts }),
  twice: () => t('Each work can be part of a swap only once.'),
  days: () => t('Choose 1, 3 or 7 days.'),
} as const
