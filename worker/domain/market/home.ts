import { queryFeaturedCollections, queryTrendingCollections } from '#db/queries/collection/collections.ts'
import { type CardRow, queryAuctionCards, queryFeaturedCards } from '#db/queries/nft/cards.ts'
import { queryArtistOfRoom, queryRoom, queryWorksOfRoom } from '#db/queries/market/curated-room.ts'
import { type PersonRow, queryPeopleOfFeatured } from '#db/queries/people/people.ts'
import type { RoomReply } from '#contract/schemas/room.ts'
import type { NftCard } from '#contract/schemas/nfts.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { collectionView, trendingView } from '#worker/domain/nft/collection-view.ts'
import { peopleIn, peopleView } from '#worker/domain/people/view.ts'

const featuredLimit = 12
const auctionLimit = 24
const trendingLimit = 10

function featuredViews(cards: CardRow[], rows: PersonRow[]): NftCard[] {
  const people = peopleView(rows)
  return cards.map((row) => ({ ...cardView(row), people: peopleIn(people, [row.issuer]) }))
}

export async function listFeaturedNfts({ db, rules }: Context) {
  const [cards, people] = await db.http.batch([
    queryFeaturedCards(db.http, rules, featuredLimit),
    queryPeopleOfFeatured(db.http),
  ])
  return featuredViews(cards, people)
}

export async function listFeaturedCollections({ db }: Context) {
  return (await queryFeaturedCollections(db.http, featuredLimit)).map(collectionView)
}

/** Returns the artist and works that the operator presents; null if there is no artist, or if all works are burned. */
export async function getRoom({ db, rules }: Context): Promise<RoomReply | null> {
  const [[room], works, people] = await db.http.batch([
    queryRoom(db.http),
    queryWorksOfRoom(db.http, rules),
    queryArtistOfRoom(db.http),
  ])
  if (room === undefined || works.length === 0) return null
  return { artist: room.artist, text: room.text, works: works.map(cardView), people: peopleView(people) }
}

export async function listAuctions({ db, rules }: Context) {
  return (await queryAuctionCards(db.http, rules, auctionLimit)).map(cardView)
}

export async function listTrendingCollections({ db }: Context, days: 1 | 7, marked: boolean) {
  const rows = await queryTrendingCollections(db.http, { days, marked }, trendingLimit)
  return rows.map((row) => trendingView(row, days, marked))
}

/** Reads the four lists of the home page in one round trip. */
export async function readHome({ db, rules }: Context) {
  const [featuredWorks, collections, trendingCollections, auctions, people] = await db.http.batch([
    queryFeaturedCards(db.http, rules, featuredLimit),
    queryFeaturedCollections(db.http, featuredLimit),
    queryTrendingCollections(db.http, { days: 7, marked: false }, trendingLimit),
    queryAuctionCards(db.http, rules, auctionLimit),
    queryPeopleOfFeatured(db.http),
  ])
  return {
    featuredNfts: featuredViews(featuredWorks, people),
    featuredCollections: collections.map(collectionView),
    trending: trendingCollections.map((row) => trendingView(row, 7, false)),
    auctions: auctions.map(cardView),
  }
}
