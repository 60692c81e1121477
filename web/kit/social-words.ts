import { amountInWords } from '#worker/contract/amount-words.ts'
import type { SocialWords } from '#worker/contract/page-titles.ts'
import { t } from '#web/messages.ts'

/** The words of shared links, as the worker writes them into the page. */
export const socialWords: SocialWords = {
  amountOf: amountInWords,
  byArtist: ({ name, artist }) => t('{name} by {artist}', { name, artist }),
  fromPrice: ({ amount }) => t('from {amount}', { amount }),
  artist: ({ works }) => t('{works, plural, one {Artist, # work} other {Artist, # works}}', { works }),
  collector: ({ works }) =>
    t('{works, plural, one {Collector, # work} other {Collector, # works}}', { works }),
  works: ({ count }) => t('{count, plural, one {# work} other {# works}}', { count }),
  auctionFrom: ({ amount }) => t('auction from {amount}', { amount }),
  auctionTopBid: ({ amount }) => t('auction, top bid {amount}', { amount }),
  notListed: t('not listed'),
  burned: t('burned'),
}
