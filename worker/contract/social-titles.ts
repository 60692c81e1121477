import { shortenAddress } from './accounts.ts'
import type { CollectionReply } from './collection-info.ts'
import { amountInWords } from './money.ts'
import type { DemandReply, NftReply } from './nfts.ts'
import type { People } from './people.ts'
import type { ProfileReply } from './profiles.ts'
import { saleState } from './sale-state.ts'
import type { ListedToken } from './tokens.ts'

interface Market {
  /** The marketplace's account. */
  owner: string
  tokens: readonly ListedToken[]
}

const nameIn = (people: People | undefined, account: string) =>
  people?.[account]?.name ?? shortenAddress(account)

const works = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'work' : 'works'}`

const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(' · ')

function workState({ nft }: NftReply | DemandReply, { owner, tokens }: Market): string | null {
  if (nft.demand !== null)
    return nft.demand.priceDrops === null ? null : amountInWords(nft.demand.priceDrops, tokens)
  if (nft.nftokenID === null || nft.burned) return null
  const state = saleState(nft, null, owner)
  if (state.kind === 'listed') return amountInWords(state.offer.amount, tokens)
  if (state.kind !== 'auction') return null
  const { topBid, startAmount } = state.auction
  return topBid === null
    ? `auction from ${amountInWords(startAmount, tokens)}`
    : `auction, top bid ${amountInWords(topBid.amount, tokens)}`
}

/** What a shared link to a work says: "Midnight Orchard #7 by Mara Lindqvist · 129.5 XRP". */
export function workSocialTitle(reply: NftReply | DemandReply, market: Market): string {
  const { metadata, issuer } = reply.nft
  return joined(`${metadata?.name ?? 'NFT'} by ${nameIn(reply.people, issuer)}`, workState(reply, market))
}

/** "Midnight Orchard by Mara Lindqvist · from 100.5 XRP", or the number of its works. */
export function collectionSocialTitle(collection: CollectionReply, { tokens }: Market): string {
  const { name, issuer, people, floorPriceDrops, itemsCount } = collection
  return joined(
    `${name} by ${nameIn(people, issuer)}`,
    floorPriceDrops === null ? works(itemsCount) : `from ${amountInWords(floorPriceDrops, tokens)}`,
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
