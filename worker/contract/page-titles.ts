import { shortenAddress } from './accounts.ts'
import type { Amount } from './amount-schemas.ts'
import type { CollectionReply } from './collection-info.ts'
import type { PageWords } from './page-words.gen.ts'
import type { People } from './people.ts'
import type { ProfileReply } from './profiles.ts'
import type { ListedToken } from './tokens.ts'

export const nameIn = (people: People | undefined, account: string): string =>
  people?.[account]?.name ?? shortenAddress(account)

/** The words of shared links, in the language of the page. */
export type SocialWords = Pick<
  PageWords,
  | 'byArtist'
  | 'fromPrice'
  | 'artist'
  | 'collector'
  | 'works'
  | 'auctionFrom'
  | 'auctionTopBid'
  | 'notListed'
  | 'burned'
> & { amountOf: (amount: Amount, tokens: readonly ListedToken[]) => string }

export const joined = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' · ')

/** "Midnight Orchard by Mara Lindqvist · from 100.5 XRP", or the number of its works. */
export function collectionSocialTitle(
  collection: CollectionReply,
  words: Pick<SocialWords, 'amountOf' | 'byArtist' | 'fromPrice' | 'works'>,
): string {
  const { name, issuer, people, floorPriceDrops, itemsCount } = collection
  return joined(
    words.byArtist({ name, artist: nameIn(people, issuer) }),
    floorPriceDrops === null
      ? words.works({ count: itemsCount })
      : words.fromPrice({ amount: words.amountOf(floorPriceDrops, []) }),
  )
}

/** "Mara Lindqvist · Artist, 42 works". */
export function profileSocialTitle(
  { account, people, profile, issuedCount, ownedCount }: ProfileReply,
  words: Pick<SocialWords, 'artist' | 'collector'>,
): string {
  const artist = profile === null ? issuedCount > 0 : profile.role === 'Artist'
  return joined(
    nameIn(people, account),
    artist ? words.artist({ works: issuedCount }) : words.collector({ works: ownedCount }),
  )
}
