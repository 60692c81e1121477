import { amountInWords } from '#worker/contract/amount-words.ts'
import type { SocialWords } from '#worker/contract/page-titles.ts'
import { m } from '#web/messages.ts'

/** The words of shared links, as the worker writes them into the page. */
export const socialWords: SocialWords = {
  amountOf: amountInWords,
  byArtist: ({ name, artist }) => m.meta_by_artist({ name, artist }),
  fromPrice: ({ amount }) => m.meta_from_price({ amount }),
  artist: ({ works }) => m.meta_artist({ works }),
  collector: ({ works }) => m.meta_collector({ works }),
  works: ({ count }) => m.meta_works({ count }),
  auctionFrom: ({ amount }) => m.meta_auction_from({ amount }),
  auctionTopBid: ({ amount }) => m.meta_auction_top_bid({ amount }),
  notListed: m.meta_not_listed,
  burned: m.meta_burned,
}
