import { shortenAddress } from '#contract/rules/accounts.ts'
import { amountInFigures } from './amount-words.ts'
import type { NamedCollection } from '#contract/schemas/collection-info.ts'
import type { People } from '#contract/schemas/people.ts'
import type { ProfileReply } from '#contract/schemas/profiles.ts'
import { t } from './sentence.ts'

export const nameIn = (people: People | undefined, account: string): string =>
  people?.[account]?.name ?? shortenAddress(account)

export const joinTitle = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' · ')

/**
 * Returns the title of a shared link to a collection: "Midnight Orchard by Mara Lindqvist · from 100.50 XRP", or the
 * number of works instead of the price.
 */
export function collectionSocialTitle(collection: NamedCollection): string {
  const { name, issuer, people, floorPriceDrops, itemsCount } = collection
  return joinTitle(
    t('{name} by {artist}', { name, artist: nameIn(people, issuer) }),
    floorPriceDrops === null
      ? t('{count, plural, one {# work} other {# works}}', { count: itemsCount })
      : t('from {amount}', { amount: amountInFigures(floorPriceDrops, []) }),
  )
}

/** Returns the title of a shared link to a profile: "Mara Lindqvist · Artist, 42 works". */
export function profileSocialTitle({
  account,
  people,
  profile,
  issuedCount,
  ownedCount,
}: ProfileReply): string {
  const artist = profile === null ? issuedCount > 0 : profile.role === 'Artist'
  return joinTitle(
    nameIn(people, account),
    artist
      ? t('{works, plural, one {Artist, # work} other {Artist, # works}}', { works: issuedCount })
      : t('{works, plural, one {Collector, # work} other {Collector, # works}}', { works: ownedCount }),
  )
}
