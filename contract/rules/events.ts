import { classicAddressPattern } from './ledger.ts'

/** Kinds of events in the event log; `event-schemas.ts` defines the accounts and amounts of each kind. */
export const eventKinds = [
  'listed',
  'price_changed',
  'listing_cancelled',
  'offered',
  'bid',
  'bid_withdrawn',
  'bid_unfunded',
  'outbid',
  'auction_begun',
  'auction_extended',
  'auction_ending',
  'auction_settled',
  'auction_cancelled',
  'sold',
  'transferred',
  'minted',
  'burned',
  'modified',
  'metadata_changed',
  'edition_soon',
  'edition_moved',
  'edition_paused',
  'edition_closed',
  'edition_open',
  'collection_announced',
  'collection_verified',
  'followed',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Kinds of events that the home page shows. */
export const homeKinds: readonly EventKind[] = [
  'listed',
  'price_changed',
  'auction_begun',
  'auction_settled',
  'auction_cancelled',
  'sold',
  'collection_announced',
  'collection_verified',
  'edition_open',
]

/**
 * Kinds of events in the feed of a collection or an artist. Bids and transfers are left out because they would fill it.
 */
export const feedKinds: readonly EventKind[] = [
  'listed',
  'price_changed',
  'auction_begun',
  'auction_ending',
  'auction_settled',
  'auction_cancelled',
  'sold',
  'minted',
  'collection_announced',
  'edition_open',
]

/** Kinds of events in the feed of all auctions. */
export const auctionKinds: readonly EventKind[] = [
  'auction_begun',
  'auction_ending',
  'auction_settled',
  'auction_cancelled',
]

/** Ledger events are stored for this long; the marketplace's own events are stored forever. */
export const eventDays = 90
/** Maximum number of topics per reader. */
export const maxTopics = 64
/** Maximum number of events per page. */
export const maxEvents = 200

/**
 * A reader can follow a work, a collection, an account's own trades, the works that an account has issued, or the home
 * page.
 */
export type Topic =
  | { kind: 'work'; id: string }
  | { kind: 'collection'; id: string }
  | { kind: 'account'; id: string }
  | { kind: 'artist'; id: string }
  | { kind: 'home' }

const patterns = {
  work: /^[0-9A-F]{64}$/,
  collection: /^[\w-]{1,80}$/,
  account: classicAddressPattern,
  artist: classicAddressPattern,
}

const isNamed = (kind: string): kind is keyof typeof patterns => Object.hasOwn(patterns, kind)

/** Parses a topic: `home`, or its kind and id, as in `work:0008...`. Returns null for anything else. */
export function parseTopic(text: string): Topic | null {
  if (text === 'home') return { kind: 'home' }
  const split = text.indexOf(':')
  const [kind, id] = [text.slice(0, split), text.slice(split + 1)]
  return split > 0 && isNamed(kind) && patterns[kind].test(id) ? { kind, id } : null
}

/** Returns the topics that an event belongs to. */
export function topicsOf(event: {
  kind: EventKind
  nft: string | null
  issuer: string | null
  collectionId: string | null
  seller: string | null
  buyer: string | null
  account: string | null
}): string[] {
  const { kind, nft, issuer, collectionId, seller, buyer, account } = event
  const accounts = new Set([seller, buyer, account])
  return [
    ...(nft === null ? [] : [`work:${nft}`]),
    ...(collectionId === null ? [] : [`collection:${collectionId}`]),
    ...(issuer === null ? [] : [`artist:${issuer}`]),
    ...[...accounts].flatMap((eventAccount) => (eventAccount === null ? [] : [`account:${eventAccount}`])),
    ...(homeKinds.includes(kind) ? ['home'] : []),
  ]
}
