import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import { watches } from '#db/schema/watchlist.ts'
import { watchKinds } from '#contract/limits/watchlist.ts'
import type { Watched } from '#contract/schemas/watchlist.ts'
import { selectCollections } from '#db/queries/collection/collections.ts'
import { selectItems } from '#db/sql/select-items.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { selectCards } from '#db/queries/nft/cards.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Row of a watched subject. */
const WatchRef = v.object({ kind: v.picklist(watchKinds), id: v.string() })
export type WatchRef = v.InferOutput<typeof WatchRef>

/** Lists an account's watches, newest first. */
export function listWatches(db: Reader, account: string) {
  return db
    .select({ kind: watches.kind, id: watches.subject, price: watches.price, at: watches.createdAt })
    .from(watches)
    .where(eq(watches.account, account))
    .orderBy(desc(watches.createdAt), watches.kind, watches.subject)
}

const rowsFrom = (items: WatchRef[], columns: SQL) =>
  sql`json_to_recordset(${JSON.stringify(items)}::json) as given(${columns})`

const isHeld = (account: string) =>
  sql`exists (select 1 from watches held where held.account = ${account} and held.kind = given.kind and held.subject = given.id)`

/**
 * Adds new entries, newest first, until the account's list has `maxEntries` entries. Existing entries are unchanged,
 * and calls for one account are serialized. Returns the entries that did not fit. Takes one round trip.
 */
export async function insertWatches(
  db: Reader,
  account: string,
  items: Watched[],
  maxEntries: number,
): Promise<WatchRef[]> {
  const [, , remainingRows] = await db.batch([
    db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/watches/${account}`}, 0))`),
    db.execute(sql`
      insert into watches (account, kind, subject, price, created_at)
      select ${account}, given.kind, given.id, given.price, least(given.at, now())
      from (select distinct on (given.kind, given.id) given.* from ${rowsFrom(items, sql`kind text, id text, price jsonb, at timestamptz`)}
        order by given.kind, given.id, given.at) given
      where not ${isHeld(account)}
      order by given.at desc, given.kind, given.id
      limit greatest(${maxEntries} - (select count(*) from watches where account = ${account}), 0)`),
    db.execute(sql`
      select distinct given.kind, given.id from ${rowsFrom(items, sql`kind text, id text`)} where not ${isHeld(account)}`),
  ])
  return parseRows(WatchRef, remainingRows)
}

export async function deleteWatches(db: Reader, account: string, items: WatchRef[]): Promise<void> {
  await db.execute(sql`
    delete from watches using ${rowsFrom(items, sql`kind text, id text`)}
    where watches.account = ${account} and watches.kind = given.kind and watches.subject = given.id`)
}

export function queryWatchedCards(db: Reader, rules: MarketRules, ids: string[]) {
  return selectCards(db, rules, {}).where(and(inArray(nfts.id, ids), eq(nfts.burned, false)))
}

/** Returns tokens that were sold on demand, by item id. */
export function querySoldItems(db: Reader, rules: MarketRules, ids: string[]) {
  return selectCards(db, rules, { itemId: sql<string>`${demandItems.id}::text` })
    .innerJoin(demandItems, eq(demandItems.tokenId, nfts.id))
    .where(and(inArray(demandItems.id, ids), eq(demandItems.state, 'sold'), eq(nfts.burned, false)))
}

/** Returns on-demand items that are not sold. */
export function queryWatchedItems(db: Reader, ids: string[]) {
  return selectItems(db, {}).where(
    and(inArray(demandItems.id, ids), inArray(demandItems.state, ['draft', 'for_sale'])),
  )
}

export function queryWatchedCollections(db: Reader, ids: string[]) {
  return selectCollections(db, {}).where(inArray(collections.id, ids))
}

/** Reads the collections of accounts. Accounts without a collection have no row. */
export function queryWatchedArtists(db: Reader, accounts: string[]) {
  return db
    .select({
      account: collections.issuer,
      collectionsCount: sql<number>`count(*)`.mapWith(Number),
      itemsCount: sql<number>`sum(${collections.itemsCount})`.mapWith(Number),
      floorDrops: sql<string | null>`min(${collections.floorDrops})::text`,
    })
    .from(collections)
    .where(and(inArray(collections.issuer, accounts), eq(collections.announced, true)))
    .groupBy(collections.issuer)
}
