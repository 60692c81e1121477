import { shortenAddress } from './accounts.ts'
import { dropsToXrp } from './amounts.ts'
import type { CollectionReply } from './collection-info.ts'
import type { People } from './people.ts'
import type { ProfileReply } from './profiles.ts'

export const nameIn = (people: People | undefined, account: string): string =>
  people?.[account]?.name ?? shortenAddress(account)

const works = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'work' : 'works'}`

export const joined = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null).join(' · ')

/** "Midnight Orchard by Mara Lindqvist · from 100.5 XRP", or the number of its works. */
export function collectionSocialTitle(collection: CollectionReply): string {
  const { name, issuer, people, floorPriceDrops, itemsCount } = collection
  return joined(
    `${name} by ${nameIn(people, issuer)}`,
    floorPriceDrops === null ? works(itemsCount) : `from ${dropsToXrp(BigInt(floorPriceDrops))} XRP`,
  )
}

/** "Mara Lindqvist · Artist, 42 works". */
export function profileSocialTitle({
  account,
  people,
  profile,
  issuedCount,
  ownedCount,
}: ProfileReply): string {
  const artist = profile === null ? issuedCount > 0 : profile.role === 'Artist'
  return joined(
    nameIn(people, account),
    artist ? `Artist, ${works(issuedCount)}` : `Collector, ${works(ownedCount)}`,
  )
}
