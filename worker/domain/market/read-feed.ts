import { sentence } from '#contract/words/sentence.ts'
import { queryCollectionName } from '#db/queries/collection/collections.ts'
import { queryFeed } from '#db/queries/event/events.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { auctionKinds, feedKinds } from '#contract/rules/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { identityOf } from '#worker/domain/collection/find-identity.ts'
import type { Context } from '#worker/domain/context.ts'
import { eventView } from '#worker/domain/event/list-events.ts'

/** Maximum number of entries in a feed, and of events that are read to find them. */
const size = { limit: 50, depth: 500 }

export interface Feed {
  title: string
  /** The page that the feed belongs to. */
  page: string
  /** Newest first. */
  events: MarketEvent[]
}

/** Reads the events of a collection. Throws Refusal('not_found'). */
export async function readCollectionFeed({ db }: Context, id: string): Promise<Feed> {
  const [names, rows] = await db.http.batch([
    queryCollectionName(db.http, id),
    queryFeed(db.http, { collection: identityOf(id).collection }, feedKinds, size),
  ])
  const [collection] = names
  if (collection === undefined) throw new Refusal('not_found', sentence('This collection does not exist.'))
  return { title: collection.name, page: `/collection/${id}`, events: rows.map(eventView) }
}

/** Reads the events of the works that an account has issued. */
export async function readArtistFeed({ db }: Context, account: string): Promise<Feed> {
  const [people, rows] = await db.http.batch([
    queryPeople(db.http, accountList([account])),
    queryFeed(db.http, { artist: account }, feedKinds, size),
  ])
  const name = people.find((person) => person.account === account)?.name ?? shortenAddress(account)
  return { title: `Works by ${name}`, page: `/account/${account}`, events: rows.map(eventView) }
}

/** Reads the events of the auctions of all collections. */
export async function readAuctionsFeed({ db }: Context): Promise<Feed> {
  const rows = await queryFeed(db.http, 'auctions', auctionKinds, size)
  return { title: 'Auctions', page: '/', events: rows.map(eventView) }
}
