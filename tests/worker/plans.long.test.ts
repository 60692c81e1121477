import { sql as drizzleSql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '#db/executor.ts'
import {
  countTokens,
  queryAccountHistory,
  queryCollectionsOfIssuer,
  queryOffersOnTokens,
  queryOffersOwned,
  queryOffersTo,
  queryTokens,
  queryVerifiedRandom,
} from '#db/queries/account/accounts.ts'
import { queryAudit } from '#db/queries/admin/audit-log.ts'
import { queryCollectionHistory } from '#db/queries/collection/history.ts'
import { queryCollectionPage } from '#db/queries/collection/lists.ts'
import { arrayLiteral } from '#db/sql/insert-rows.ts'
import { listAffectedSales, readMovesAround } from '#db/queries/ledger-index/marked-sales.ts'
import { queryDrops, queryJustListed, queryJustSold } from '#db/queries/market/news.ts'
import {
  queryArtistCards,
  queryNeighbourCards,
  queryTraitFloors,
} from '#db/queries/collection/related-works.ts'
import { countFacets, queryFacetValues } from '#db/queries/collection/facets.ts'
import { countCollectionNfts, queryCollectionNfts } from '#db/queries/collection/items.ts'
import {
  queryCollectionsOfTokens,
  queryInventory,
  queryReserved,
  queryTokensInCart,
  queryTokensOnAuction,
  queryIssuers,
} from '#db/queries/cart/cart.ts'
import {
  queryCollectionOf,
  queryFeaturedCollections,
  queryTrendingCollections,
} from '#db/queries/collection/collections.ts'
import { queryTraitCounts } from '#db/queries/collection/traits.ts'
import {
  countTokenSales,
  queryCollectionSales,
  queryDepth,
  queryFigureDays,
  queryFundersOfRange,
  queryHolders,
  queryRangeSales,
  queryTokenSales,
} from '#db/queries/collection/figures.ts'
import { queryBarredBids } from '#db/queries/trade/bidder-bans.ts'
import { queryDeadOffers } from '#db/queries/trade/offers.ts'
import { queryAuctionCards, queryFeaturedCards } from '#db/queries/nft/cards.ts'
import {
  queryHistory,
  queryNft,
  queryOpenOffers,
  queryRunningAuction,
  querySellOffers,
} from '#db/queries/nft/nfts.ts'
import {
  accountsOfHistory,
  accountsOfOffers,
  accountsOfToken,
  queryPeople,
} from '#db/queries/people/people.ts'
import { countFollowers, queryFollowers, queryProfile } from '#db/queries/account/profiles.ts'
import { queryEventClock, queryEvents } from '#db/queries/event/events.ts'
import {
  accountsOfNotifications,
  queryNotifications,
  queryUnread,
} from '#db/queries/notification/notifications.ts'
import { countSentPushes, queryDuePushes } from '#db/queries/notification/push.ts'
import { searchCollections, searchNfts, searchProfiles } from '#db/queries/market/search.ts'
import {
  type ReservationOrder,
  insertReservation,
  reservationInsert,
} from '#db/queries/demand/reservations.ts'
import { queryOpenCollectionIds, queryTokenIds } from '#db/queries/market/sitemap.ts'
import { listTokensAfter } from '#db/queries/sync/syncs.ts'
import {
  listWatches,
  queryWatchedArtists,
  queryWatchedCards,
  queryWatchedCollections,
  queryWatchedItems,
  querySoldItems,
} from '#db/queries/watchlist/watchlist.ts'
import { type OwnDatabase, openOwnDatabase } from '#tests/support/own-database.ts'
import { everyCase } from '#tests/support/sample.ts'
import type { CollectionListQuery, NftSort } from '#contract/schemas/lists.ts'

// Checks that no query of a visitor's path scans a big table, on 20,000 tokens (50,000 in the long tests) or
// PLANS_TOKENS. The count of collections is excluded: it scans all of them (20,000 in about 3 ms), since no index
// covers every filter.

const name = 'query_plans'
const tokens = Number(process.env['PLANS_TOKENS'] ?? (everyCase ? '50000' : '20000'))
const timeoutFactor = Math.max(1, tokens / 50_000)
const big = [
  'nfts',
  'offers',
  'history',
  'nft_traits',
  'name_words',
  'trait_counts',
  'collections',
  'collection_days',
  'profiles',
  'follows',
  'media',
  'audit_log',
  'demand_items',
  'reservations',
  'watches',
  'notifications',
  'push_devices',
  'push_outbox',
  'events',
]
const rules = { marketplace: 'rMarket', minimumDrops: 100_000n, otherBrokers: {} }
const issuer = 'r7'
const collection = { issuer, taxon: 0 }
/** Returns an NFTokenID that contains the issuer's account at its position. */
const nftId = (serial: string) =>
  `('00080000' || lpad(to_hex(${serial} % 25), 40, '0') || lpad(to_hex(${serial}), 16, '0'))`
const idOf = (serial: number) =>
  `00080000${(serial % 25).toString(16).padStart(40, '0')}${serial.toString(16).padStart(16, '0')}`
const id = idOf(7)
let own: OwnDatabase
let client: OwnDatabase['client']
let db: Reader

beforeAll(async () => {
  own = await openOwnDatabase(name)
  client = own.client
  db = own.db
  await client.query(`
    insert into collections (id, issuer, taxon, name) select 'c' || g, 'r' || g, 0, 'Collection ' || g from generate_series(0, 24) g;
    insert into collections (id, issuer, taxon, name, verified, featured_at, floor_drops, volume_day_drops, volume_week_drops, items_count)
      select 'd' || g, 's' || g % 5000, g, md5('c' || g), g % 50 = 0, case when g % 500 = 0 then now() end,
        case when g % 2 = 0 then 1000000 + g end, case when g % 10 = 0 then g else 0 end, case when g % 5 = 0 then g else 0 end, g % 300
      from generate_series(1, 20000) g;
    insert into profiles (account, name, skeleton, role, avatar_cid, background_cid)
      select 'o' || g, md5('p' || g), 'f' || g / 2, 'User', 'a', 'b' from generate_series(1, 20000) g;
    insert into follows (follower, followee) select 'o' || g, 'o' || g % 4000 from generate_series(5000, 45000) g;
    insert into media (cid, content_type, bytes) select 'm' || g, 'image/png', 1 from generate_series(1, 20000) g;
    insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, name,
        price_drops, main_offer_id, listed_ledger, rarity_rank, rarity_score)
      select ${nftId('g')}, 'r' || g % 25, 0, g, 8, 0, 'o' || g % 4000, g, 0, 'ready', md5(g::text),
        case when g % 3 = 0 then 1000000 + g end, case when g % 3 = 0 then 'O' || g end, case when g % 3 = 0 then g end, g / 25 + 1, 1
      from generate_series(1, ${tokens}) g;
    insert into name_words select distinct word from nfts, regexp_split_to_table(search_name, '[^[:alnum:]]+') word;
    insert into nft_traits select ${nftId('g')}, 'r' || g % 25, 0, 'Mood', 'm' || g % 10 from generate_series(1, ${tokens}) g;
    insert into trait_counts select 'r' || g % 500, 0, 'Mood' || g / 500, 'm', 1, 10 from generate_series(1, 20000) g;
    insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, state, created_ledger)
      select 'O' || g, ${nftId(`(1 + g % ${tokens})`)}, 'o' || g % 4000, g % 2 = 0, to_jsonb((1000000 + g)::text), 1000000 + g,
        case when g % 4 = 0 then 'open' else 'cancelled' end, g
      from generate_series(1, ${tokens * 2}) g;
    insert into offers (id, nft_id, owner, is_sell, amount, destination, state, created_ledger)
      select 'I' || g, ${nftId('(g * 7)')}, 'o' || g % 4000, true, '{"currency": "TPR", "issuer": "rIssuer", "value": "1"}', 'rMarket', 'open', g
      from generate_series(1, ${tokens / 10}) g;
    insert into history (nft_id, txid, type, ledger_index, position, closed_at, issuer, taxon)
      select ${nftId(`(1 + g % ${tokens})`)}, 'T' || g, case when g % 5 = 0 then 'sale' else 'mint' end, g, 0,
        now() - make_interval(mins => g), 'r' || g % 25, 0
      from generate_series(1, ${tokens * 2}) g;
    insert into events (position, key, kind, at, ledger_index, nft_id, issuer, taxon, seller, buyer, home)
      select g, g || ':0:0', 'sold', now() - make_interval(secs => ${tokens} - g), g, ${nftId('g')}, 'r' || g % 25, 0, 'o' || g % 4000,
        'o' || g % 3999, g % 3 = 0
      from generate_series(1, ${tokens}) g;
    insert into event_clock (name, position) values ('log', ${tokens});
    insert into collection_days (issuer, taxon, day, sales, volume_drops)
      select 'r' || g % 500, 0, current_date - (g / 500), 1, 1000000 from generate_series(1, 20000) g;
    insert into audit_log (id, account, action, subject, before, after)
      select gen_random_uuid(), 'o1', 'verify_collection', 'c' || g, '{}', '{}' from generate_series(1, 20000) g;
    insert into demand_items (id, collection_id, issuer, taxon, transfer_fee, flags, name, metadata, document, metadata_cid, files,
        hidden, price_drops, state, token_id)
      select lpad(to_hex(g), 32, '0')::uuid, 'c' || g % 3, 'r' || g % 3, 0, 0, 8, 'Work', '{}', '', 'm', '[]', true, 1000000,
        case when g % 2 = 0 then 'sold' else 'for_sale' end, case when g % 2 = 0 or g % 501 = 0 then 'W' || g end
      from generate_series(1, ${tokens}) g;
    insert into reservations (id, collection_id, buyer, item_id, random, price_drops, state, until, unpaid, sign_request_id)
      select gen_random_uuid(), 'c' || g % 3, 'o' || g % 4000, lpad(to_hex(g), 32, '0')::uuid, true, 1000000,
        case when g % 2 = 0 then 'sold' when g % 999 = 0 then 'reserved' else 'released' end, now(), g % 7 = 1, gen_random_uuid()
      from generate_series(1, ${tokens}) g;
    insert into watches (account, kind, subject, created_at)
      select 'o' || g % 4000, 'collection', 'd' || g, now() from generate_series(1, 20000) g;
    insert into notifications (account, key, kind, at, nft_id, other)
      select 'o' || g % 400, 'k' || g, 'sold', now(), ${nftId('g')}, 'o' || g % 4000 from generate_series(1, 20000) g;
    insert into push_devices (id, endpoint, account, p256dh, auth, session_id)
      select lpad(to_hex(g), 32, '0')::uuid, 'e' || g, 'o' || g % 4000, '', '', gen_random_uuid() from generate_series(1, 20000) g;
    insert into push_outbox (device_id, notification_id, expires_at, sent_at)
      select lpad(to_hex(g), 32, '0')::uuid, g, now() + interval '1 hour', now() from generate_series(1, 20000) g;
    insert into treasury_state (account, ledger_index, room_objects, tickets, wanted_tickets, missing_drops)
      values ('rMarket', 1, 200, 120, 120, 0);
  `)
  // Analyses every row: sampled statistics, and so the plans, would differ from run to run.
  await client.query(`set default_statistics_target = ${Math.min(10_000, 1000 * timeoutFactor)}`)
  await client.query('vacuum analyze')
}, 120_000 * timeoutFactor)
afterAll(() => own?.close())

/** Returns the tables that a plan scans sequentially. */
function scanned(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(scanned)
  if (typeof plan !== 'object' || plan === null) return []
  const relation: unknown = Reflect.get(plan, 'Relation Name')
  const here = Reflect.get(plan, 'Node Type') === 'Seq Scan' && typeof relation === 'string' ? [relation] : []
  return [...here, ...Object.values(plan).flatMap(scanned)]
}

/** Returns the conditions on a column by which a plan reads indexes. */
function conditionsOn(column: string, plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const condition: unknown = Reflect.get(plan, 'Index Cond')
  const here = typeof condition === 'string' && condition.includes(column) ? [condition] : []
  return [...here, ...Object.values(plan).flatMap((part) => conditionsOn(column, part))]
}

/** Returns the indexes of a collection's tokens that a plan reads only to sort the results. */
function sortedAfter(plan: unknown, isSorted = false): string[] {
  if (Array.isArray(plan)) return plan.flatMap((part) => sortedAfter(part))
  if (typeof plan !== 'object' || plan === null) return []
  const index: unknown = Reflect.get(plan, 'Index Name')
  // Cards of the page are sorted after they are read by id.
  const isOfItems = typeof index === 'string' && index.startsWith('nfts_') && index !== 'nfts_pkey'
  const here = isSorted && isOfItems ? [index] : []
  const sorts = Reflect.get(plan, 'Node Type') === 'Sort'
  return [
    ...here,
    ...Object.values(plan).flatMap((part) =>
      Array.isArray(part) ? part.flatMap((node) => sortedAfter(node, sorts)) : sortedAfter(part),
    ),
  ]
}

interface Query {
  toSQL(): { sql: string; params: unknown[] }
}

const page = { after: null, offset: 0, limit: 24 }
const auditPosition = '9000'
const items = (filter: { sort?: NftSort } & Record<string, unknown> = {}) =>
  ({ id: 'c7', sort: 'unset', ...filter }) as const

const sorts: NftSort[] = [
  'unset',
  'price_inc',
  'price_dec',
  'listed_inc',
  'listed_dec',
  'rarity_inc',
  'rarity_dec',
]

const explorer = (filter: Partial<CollectionListQuery> = {}): CollectionListQuery => ({
  sort: 'volume_dec',
  announced: true,
  ...filter,
})
const explorers: [string, CollectionListQuery][] = [
  ['by volume', explorer()],
  ['by volume, upwards', explorer({ sort: 'volume_inc' })],
  ['by price', explorer({ sort: 'price_inc' })],
  ['by price, downwards', explorer({ sort: 'price_dec' })],
  ['featured', explorer({ featured: true })],
  ['verified', explorer({ verified: true })],
  ['of an issuer', explorer({ issuer: 's12' })],
  ['by name', explorer({ q: 'abc' })],
  ['of a price', explorer({ price_min: '1000000', price_max: '1000900', sort: 'price_inc' })],
]
const account = 'o12'
const deviceId = '00000000-0000-0000-0000-00000000000c'
const cart = Array.from({ length: 50 }, (_, place) => idOf(place * 7))

const sales = { hours: null, from: '2026-01-01', to: '2026-12-31', marked: false }
const salesPage = { after: null, offset: 0, limit: 40 }
const range = { days: 90, marked: false, limit: 500 }
const queries: [string, (reader: Reader) => Query][] = [
  ['a token', (reader) => queryNft(reader, id)],
  ['its open offers', (reader) => queryOpenOffers(reader, id)],
  ['its history', (reader) => queryHistory(reader, id, 100)],
  ['its auction', (reader) => queryRunningAuction(reader, id)],
  ['its bids that do not count', (reader) => queryBarredBids(reader, rules, id)],
  ['its traits, counted', (reader) => queryTraitCounts(reader, id)],
  ['its collection', (reader) => queryCollectionOf(reader, issuer, 0)],
  ['featured works', (reader) => queryFeaturedCards(reader, rules, 12)],
  ['auctions', (reader) => queryAuctionCards(reader, rules, 24)],
  ...sorts.map((sort): [string, (reader: Reader) => Query] => [
    `items by ${sort}`,
    (reader) => queryCollectionNfts(reader, { rules, collection, filter: items({ sort }), page }),
  ]),
  ...sorts.map((sort): [string, (reader: Reader) => Query] => [
    `listed items by ${sort}`,
    (reader) =>
      queryCollectionNfts(reader, {
        rules,
        collection,
        filter: items({ sort, status: 'listed' }),
        page: { ...page, after: { value: '1000009', sequence: '9', id } },
      }),
  ]),
  [
    'items on secondary sale',
    (reader) => queryCollectionNfts(reader, { rules, collection, filter: items({ status: 'sale' }), page }),
  ],
  [
    'items by trait',
    (reader) =>
      queryCollectionNfts(reader, { rules, collection, filter: items({ trait: ['Mood:m3'] }), page }),
  ],
  [
    'items by owner',
    (reader) => queryCollectionNfts(reader, { rules, collection, filter: items({ owner: 'o12' }), page }),
  ],
  [
    'items by name',
    (reader) => queryCollectionNfts(reader, { rules, collection, filter: items({ name: 'abc' }), page }),
  ],
  [
    'items by price',
    (reader) =>
      queryCollectionNfts(reader, {
        rules,
        collection,
        filter: items({ price_min: '1000000', status: 'listed' }),
        page,
      }),
  ],
  ['count of items', (reader) => countCollectionNfts(reader, { rules, collection, filter: items() })],
  [
    'count of listed items',
    (reader) => countCollectionNfts(reader, { rules, collection, filter: items({ status: 'listed' }) }),
  ],
  [
    'count of unlisted items',
    (reader) => countCollectionNfts(reader, { rules, collection, filter: items({ status: 'unlisted' }) }),
  ],
  ['facets', (reader) => queryFacetValues(reader, collection)],
  ...[0, 1].map((place): [string, (reader: Reader) => Query] => [
    `facets under filters, ${place}`,
    (reader) => {
      const filter = items({ trait: ['Mood:m3', 'Moon:Moon 3'], buyable: true })
      const counts = countFacets(reader, rules, collection, filter)[place]
      if (counts === undefined) throw new Error('Nothing is counted.')
      return counts
    },
  ]),
  ['floors of traits', (reader) => queryTraitFloors(reader, collection, id)],
  ['works beside one', (reader) => queryNeighbourCards(reader, rules, collection, id, 8)],
  ['what was just listed', (reader) => queryJustListed(reader, rules, 8)],
  ['what was just sold', (reader) => queryJustSold(reader, rules, 8)],
  ['what is about to be announced', (reader) => queryDrops(reader, 6)],
  ['works of the artist', (reader) => queryArtistCards(reader, rules, collection, 8)],
  ['activity', (reader) => queryCollectionHistory(reader, collection, { after: null, offset: 0, limit: 40 })],
  ['days of a collection', (reader) => queryFigureDays(reader, collection, 90)],
  ['sales of a collection', (reader) => queryCollectionSales(reader, collection, sales, salesPage)],
  ['sales of a range', (reader) => queryRangeSales(reader, collection, range)],
  ['funders of a range', (reader) => queryFundersOfRange(reader, collection, range)],
  ['listing depth', (reader) => queryDepth(reader, collection, 200)],
  ['owners', (reader) => queryHolders(reader, collection)],
  ['sales of a token', (reader) => queryTokenSales(reader, id, 500)],
  ['count of its sales', (reader) => countTokenSales(reader, id)],
  ['search', (reader) => searchNfts(reader, rules, 'a1b2c3', 24)],
  ['search for collections', (reader) => searchCollections(reader, 'a1b2c3', 24)],
  ['search for collections by a short text', (reader) => searchCollections(reader, 'a1b2c', 24)],
  ['search for accounts', (reader) => searchProfiles(reader, 'a1b2c3', 24)],
  ...explorers.map(([title, filter]): [string, (reader: Reader) => Query] => [
    `collections ${title}`,
    (reader) => queryCollectionPage(reader, filter, page),
  ]),
  ['featured collections', (reader) => queryFeaturedCollections(reader, 12)],
  [
    'trending collections of a day',
    (reader) => queryTrendingCollections(reader, { days: 1, marked: false }, 12),
  ],
  [
    'trending collections of a week',
    (reader) => queryTrendingCollections(reader, { days: 7, marked: false }, 12),
  ],
  [
    'trending collections with marked sales',
    (reader) => queryTrendingCollections(reader, { days: 7, marked: true }, 12),
  ],
  ['verified collections', (reader) => queryVerifiedRandom(reader, 12)],
  ['a profile', (reader) => queryProfile(reader, account)],
  ['names on the page of a token', (reader) => queryPeople(reader, accountsOfToken(id, issuer, 100))],
  ['names of offers', (reader) => queryPeople(reader, accountsOfOffers(account))],
  ['names of a history', (reader) => queryPeople(reader, accountsOfHistory(account, 200))],
  ['its followers', (reader) => queryFollowers(reader, account, 100)],
  ['count of its followers', (reader) => countFollowers(reader, account, 'o13')],
  ['count of its tokens', (reader) => countTokens(reader, account)],
  ['its tokens by id', (reader) => queryTokens(reader, rules.marketplace, [id, idOf(8)])],
  ['its collections', (reader) => queryCollectionsOfIssuer(reader, 's12', 24)],
  ['its offers', (reader) => queryOffersOwned(reader, account, 100)],
  ['offers on its tokens', (reader) => queryOffersOnTokens(reader, account, 100)],
  ['offers to it', (reader) => queryOffersTo(reader, account, 100)],
  ['account history', (reader) => queryAccountHistory(reader, account, 100)],
  ['its dead offers', (reader) => queryDeadOffers(reader, account, 100)],
  ['the tokens of a cart', (reader) => queryTokensInCart(reader, cart)],
  ['the listings of a cart', (reader) => querySellOffers(reader, cart)],
  ['the auctions of a cart', (reader) => queryTokensOnAuction(reader, cart)],
  ['the inventory in a cart', (reader) => queryInventory(reader, cart)],
  ['the reserved works of a cart', (reader) => queryReserved(reader, cart, account)],
  [
    'the collections of a cart',
    (reader) => queryCollectionsOfTokens(reader, cart, { buyer: account, marketplace: 'rMarket' }),
  ],
  ['the transfer rates of a cart', (reader) => queryIssuers(reader, cart)],
  ['notifications', (reader) => queryNotifications(reader, account, null, 30)],
  ['older notifications', (reader) => queryNotifications(reader, account, 9000, 30)],
  ['names of notifications', (reader) => queryPeople(reader, accountsOfNotifications(account, null, 30))],
  ['the count of unread notifications', (reader) => queryUnread(reader, account)],
  ['what devices are sent', (reader) => queryDuePushes(reader, [deviceId], 50)],
  ['what devices were sent', (reader) => countSentPushes(reader, [deviceId])],
  ['a watchlist', (reader) => listWatches(reader, account)],
  ['the works of a watchlist', (reader) => queryWatchedCards(reader, rules, cart)],
  ['items on demand of a watchlist', (reader) => queryWatchedItems(reader, [deviceId])],
  ['sold items of a watchlist', (reader) => querySoldItems(reader, rules, [deviceId])],
  ['the collections of a watchlist', (reader) => queryWatchedCollections(reader, ['d1', 'd2', 'd3'])],
  ['the artists of a watchlist', (reader) => queryWatchedArtists(reader, ['s12', 's13', account])],
  ['sitemap of collections', (reader) => queryOpenCollectionIds(reader, 1000)],
  ['sitemap of a collection', (reader) => queryTokenIds(reader, collection, 1000)],
  ['the audit log', (reader) => queryAudit(reader, page)],
  ['a later page of the audit log', (reader) => queryAudit(reader, { ...page, after: auditPosition })],
  ...[
    ['home'],
    [`work:${id}`],
    ['collection:c1'],
    [`account:rrrrrrrrrrrrrrrrrrrrrhoLvTp`],
    ['artist:rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'home'],
  ].map((topics): [string, (reader: Reader) => Query] => [
    `events of ${topics.join()}`,
    (reader) => queryEvents(reader, topics, { after: 49_000 }, 100),
  ]),
  ['all events', (reader) => queryEvents(reader, null, { after: 49_000 }, 100)],
  ['events after a ledger', (reader) => queryEvents(reader, ['home'], { ledger: 49_000 }, 100)],
  ['events of the last minute', (reader) => queryEvents(reader, ['home'], {}, 100)],
  ['where a reader begins', (reader) => queryEventClock(reader, {})],
  ['tokens of a sync', (reader) => listTokensAfter(reader, collection, 100, 12)],
]

test.each(queries)('%s: no big table is scanned', async (_name, make) => {
  const { sql, params } = make(db).toSQL()
  const values = params.map((param) => (typeof param === 'bigint' ? param.toString() : param))
  const { rows } = await client.query(`explain (format json) ${sql}`, values)
  const tables = scanned(rows[0]['QUERY PLAN'])
  expect(tables.filter((table) => big.includes(table))).toEqual([])
})

test.each(sorts)(
  'a page of a collection by %s has an index of its order, also where it continues',
  async (sort) => {
    // For a small collection, sorting is faster than following the index.
    await client.query('set enable_sort = off')
    const after = { value: '1000000', sequence: '9', id }
    for (const some of [page, { ...page, after }]) {
      const { sql, params } = queryCollectionNfts(db, {
        rules,
        collection,
        filter: items({ sort }),
        page: some,
      }).toSQL()
      const { rows } = await client.query(`explain (format json) ${sql}`, params)
      const plan: unknown = rows[0]['QUERY PLAN']
      expect(sortedAfter(plan)).toEqual([])
      expect(conditionsOn('ROW(COALESCE(', plan).length > 0).toBe(some.after !== null)
    }
    await client.query('reset enable_sort')
  },
)

const order = (more: Partial<ReservationOrder>): ReservationOrder => ({
  id: crypto.randomUUID(),
  collectionId: 'c1',
  buyer: 'rBuyer',
  itemId: null,
  nftId: null,
  random: true,
  minutes: 15,
  signRequestId: crypto.randomUUID(),
  marketplace: 'rMarket',
  promoDigest: null,
  expectedDrops: null,
  ...more,
})
/** An item in collection c1: for sale, not minted, not reserved. */
const freeItem = '00000000-0000-0000-0000-000000000001'

test.each([
  ['an item', { itemId: freeItem }],
  ['a listing', { nftId: idOf(1) }],
])('%s is held without a big table being read from end to end', async (_what, query) => {
  const { sql, params } = new PgDialect().sqlToQuery(reservationInsert(order(query)))
  const { rows } = await client.query(`explain (format json) ${sql}`, params)
  expect(scanned(rows[0]['QUERY PLAN']).filter((table) => big.includes(table))).toEqual([])
})

test('sales are judged by those of two accounts and of a collection, also in a small index', async () => {
  await client.query('begin')
  try {
    await client.query(`
      create temp table history (like public.history including all);
      insert into history (nft_id, txid, type, ledger_index, position, closed_at, issuer, taxon, seller, buyer, amount_drops)
        select 'N' || g % 300, 'T' || g, 'sale', g, 0, now() + make_interval(secs => g), 'r' || g % 5, 0, 'a' || g % 40, 'a' || g % 37, 100
        from generate_series(1, 400) g;
      analyze history`)
    const keys = Array.from({ length: 50 }, (_, n) => ({
      nftId: `N${n + 1}`,
      ledgerIndex: n + 1,
      position: 0,
    }))
    for (const list of [listAffectedSales, readMovesAround]) {
      let statement: SQL | null = null
      const executor = new Proxy(db, {
        get: () => (query: SQL) => {
          statement = query
          return Promise.resolve({ rows: [] })
        },
      })
      await list(executor, keys)
      const { sql, params } = new PgDialect().sqlToQuery(statement ?? drizzleSql``)
      const { rows } = await client.query(`explain (format json) ${sql}`, params)
      const ranges = conditionsOn('closed_at', rows[0]['QUERY PLAN'])
      expect(ranges.length).toBeGreaterThan(0)
      for (const range of ranges) expect(range).toMatch(/seller = .*buyer = |issuer = .*taxon = /)
    }
  } finally {
    await client.query('rollback')
  }
})

test('a purchase and the statistics of its collection do not block each other', async () => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(`select 1 from collections where id = 'c1' for no key update`)
    expect(await insertReservation(db, order({ itemId: freeItem }))).toMatchObject({ itemId: freeItem })
  } finally {
    await client.query('rollback')
  }
})

test('a column of rows is given as an array that Postgres reads as it is', async () => {
  const texts = [
    '',
    'null',
    'NULL',
    '{}',
    '{"a"}',
    'a,b',
    "it's",
    '"',
    '\\',
    '\\"',
    'line\nline\ttab',
    '\u0001',
    'é日本😀',
    '[]',
    null,
  ]
  const numbers = ['1', '9007199254740993', null]
  const { rows } = await client.query(
    'select $1::text[] as texts, $2::numeric[]::text[] as numbers, $3::jsonb[] as jsons',
    [
      arrayLiteral(texts),
      arrayLiteral(numbers),
      arrayLiteral([JSON.stringify({ a: '"\\' }), JSON.stringify('7'), null]),
    ],
  )
  expect(rows).toEqual([{ texts, numbers, jsons: [{ a: '"\\' }, '7', null] }])
  const parts = [['a', 'b"'], [], null]
  const nested = await client.query(
    'select part::text[] as part from unnest($1::text[]) with ordinality u(part, n) order by n',
    [arrayLiteral(parts)],
  )
  expect(nested.rows.map(({ part }) => part)).toEqual(parts)
  expect(arrayLiteral([])).toBe('{}')
})
