import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { maxOpenEditions } from '#contract/rules/editions.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import type { TokenJson } from '#contract/schemas/token-json.ts'
import { isSameCurrency } from '#contract/rules/sale-amounts.ts'
import type { Payee } from '#contract/rules/splits.ts'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { editionPhases, editions } from '#db/schema/editions.ts'
import { insertPayees } from '#db/queries/split/splits.ts'
import { changeSoonNews } from '#db/queries/event/log.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { openStates } from '#db/sql/open-reservations.ts'
import { parseRows } from '#db/sql/rows.ts'
import { isAgreed } from '#db/sql/split.ts'

export type EditionRow = typeof editions.$inferSelect
export type PhaseRow = typeof editionPhases.$inferSelect
export type PrintRow = typeof demandItems.$inferInsert

/** Maximum number of editions in the list of a collection, and in the list of all editions on sale. */
const listLimit = maxOpenEditions

/**
 * Inserts an edition with its phases; repeating the call changes nothing. `not_on_demand` means that the collection is
 * gone, or that its works are no longer minted on demand and chosen by their buyers. The collection lock enforces the
 * limit of editions.
 */
export async function insertEdition(
  tx: Executor,
  row: typeof editions.$inferInsert,
  phases: Omit<PhaseRow, 'editionId' | 'position'>[],
  payees: readonly Payee[],
): Promise<'inserted' | 'not_on_demand' | 'too_many'> {
  const [collection] = await tx
    .select({
      random: collections.random,
      onDemandMint: collections.onDemandMint,
      currency: collections.currency,
    })
    .from(collections)
    .where(eq(collections.id, row.collectionId))
    .for('no key update')
  if (collection === undefined || !collection.onDemandMint || collection.random) return 'not_on_demand'
  if (!isSameCurrency(collection.currency, row.currency ?? null)) return 'not_on_demand'
  const isOpenSibling = and(
    eq(editions.collectionId, row.collectionId),
    ne(editions.state, 'closed'),
    ne(editions.id, row.id),
  )
  if ((await tx.$count(editions, isOpenSibling)) >= maxOpenEditions) return 'too_many'
  const insertedRows = await tx
    .insert(editions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: editions.id })
  if (insertedRows.length > 0) {
    await insertPhases(tx, row.id, phases)
    await insertPayees(tx, row.id, payees, row.issuer)
  }
  return 'inserted'
}

/** Returns the ids that belong to collections. */
export const queryCollectionIds = (db: Reader, ids: string[]) =>
  db.select({ id: collections.id }).from(collections).where(inArray(collections.id, ids))

async function insertPhases(
  tx: Executor,
  editionId: string,
  phases: Omit<PhaseRow, 'editionId' | 'position'>[],
) {
  await tx.insert(editionPhases).values(phases.map((phase, position) => ({ ...phase, editionId, position })))
}

/**
 * Replaces the phases of an edition that has not started, by ledger time. Returns false if its first phase has started.
 */
export async function replacePhases(
  tx: Executor,
  editionId: string,
  phases: Omit<PhaseRow, 'editionId' | 'position'>[],
): Promise<boolean> {
  await tx.execute(sql`select 1 from editions where id = ${editionId} for update`)
  const deleteResult = await tx.execute(sql`
    delete from edition_phases where edition_id = ${editionId} and not exists (
      select 1 from edition_phases p where p.edition_id = ${editionId} and p.starts_at <= ${indexTime})
    returning position, extract(epoch from starts_at)::bigint::text as start, price_drops::text as drops`)
  const before = parseRows(
    v.object({ position: v.number(), start: v.string(), drops: v.string() }),
    deleteResult,
  )
  if (before.length === 0) return false
  await insertPhases(tx, editionId, phases)
  const [first] = phases
  const previous = before.find(({ position }) => position === 0)
  if (first !== undefined && previous !== undefined)
    await changeSoonNews(tx, editionId, {
      from: previous,
      to: { start: String(Math.round(first.startsAt.getTime() / 1000)), drops: first.priceDrops.toString() },
      startsAt: first.startsAt,
    })
  return true
}

export async function findEdition(db: Executor, id: string): Promise<EditionRow | null> {
  const [row] = await db.select().from(editions).where(eq(editions.id, id))
  return row ?? null
}

/**
 * Changes the state of an edition. Its terms stay those of the ledger in which it closes. Returns false if it is closed
 * already.
 */
export async function setEditionState(
  tx: Executor,
  id: string,
  state: EditionRow['state'],
): Promise<boolean> {
  const rows = await tx
    .update(editions)
    .set({ state, closedAt: state === 'closed' ? indexTime : null })
    .where(and(eq(editions.id, id), inArray(editions.state, ['running', 'paused'])))
    .returning({ id: editions.id })
  return rows.length === 1
}

/** The highest number sold in edition `e`; null before the first sale. */
export const lastSold = sql`(select max(s.number) from demand_items s where s.edition_id = e.id and s.state = 'sold')`

const isReserved = (item: string) =>
  sql`exists (select 1 from reservations r where r.item_id = ${sql.raw(item)}.id and r.state in ('reserved', 'offered', 'cancelling'))`

/**
 * Free prints `i` of closed editions `e` that are above all sold and reserved numbers. A print that is reserved when the
 * edition closes may become free days later. Lower numbers stay on sale, so that no number is missing.
 */
export const closedPrints = sql`editions e join demand_items i on i.edition_id = e.id and i.state = 'for_sale'
  where e.state = 'closed' and e.closed_at > now() - interval '30 days' and not ${isReserved('i')} and i.number > coalesce((
    select max(h.number) from demand_items h where h.edition_id = e.id and (h.state = 'sold' or ${isReserved('h')})), 0)`

/**
 * Withdraws the free prints of closed editions that are above all sold and reserved numbers. The marketplace burns
 * prints that were minted for buyers who did not pay.
 */
export async function withdrawPrints(db: Executor): Promise<void> {
  await db.execute(
    sql`update demand_items set state = 'removed' where state = 'for_sale' and id in (select i.id from ${closedPrints})`,
  )
}

/**
 * Withdraws a free print of a closed edition by its number. Returns false if it is sold or reserved, or if the edition
 * is not closed. The caller holds the lock of reservations.
 */
export async function withdrawPrint(tx: Executor, id: string, number: number): Promise<boolean> {
  const result = await tx.execute(sql`update demand_items i set state = 'removed'
    where i.edition_id = ${id} and i.number = ${number} and i.state in ('for_sale', 'removed') and not ${isReserved('i')}
      and exists (select 1 from editions e where e.id = i.edition_id and e.state = 'closed')
    returning i.number`)
  return parseRows(v.object({ number: v.number() }), result).length === 1
}

/** Counts all prints, and the prints that nobody has bought or reserved. */
export async function countPrints(db: Executor, editionId: string): Promise<{ last: number; free: number }> {
  const result = await db.execute(sql`
    select coalesce(max(i.number), 0)::int as last, count(*) filter (where i.state = 'for_sale' and not ${isReserved('i')})::int as free
    from demand_items i where i.edition_id = ${editionId}`)
  return parseRows(v.object({ last: v.number(), free: v.number() }), result)[0] ?? { last: 0, free: 0 }
}

/**
 * Adds prints with the next numbers. Does not change a number that another run has added, and adds none to a closed
 * edition.
 */
export async function insertPrints(tx: Executor, editionId: string, prints: PrintRow[]): Promise<void> {
  const [row] = await tx
    .select({ state: editions.state })
    .from(editions)
    .where(eq(editions.id, editionId))
    .for('share')
  if (row === undefined || row.state === 'closed' || prints.length === 0) return
  await tx.insert(demandItems).values(prints).onConflictDoNothing()
}

/** Returns the free print with the lowest number; null if there is none. */
export async function findFreePrint(db: Executor, editionId: string) {
  const [row] = await db
    .select()
    .from(demandItems)
    .where(
      and(
        eq(demandItems.editionId, editionId),
        eq(demandItems.state, 'for_sale'),
        sql`not exists (select 1 from ${reservations} where ${reservations.itemId} = ${demandItems.id} and ${openStates})`,
      ),
    )
    .orderBy(asc(demandItems.number))
    .limit(1)
  return row ?? null
}

const soldCount = sql<number>`(select count(*)::int from reservations s where s.edition_id = ${editions.id} and s.state = 'sold')`
const reservedCount = sql<number>`(select count(*)::int from reservations s where s.edition_id = ${editions.id}
  and s.state in ('reserved', 'offered', 'cancelling'))`
/** The lowest free number, if a later one is sold: it was reserved and not paid for. */
const unpaidNumber = sql<
  number | null
>`(select f.number from (select i.number, i.edition_id from demand_items i
  where i.edition_id = ${editions.id} and i.state = 'for_sale' and not ${isReserved('i')} order by i.number limit 1) f
  where f.number < (select max(s.number) from demand_items s where s.edition_id = f.edition_id and s.state = 'sold'))`
/** Editions with a phase that has not ended. */
const isOnSale = sql`${editions.state} <> 'closed' and exists (select 1 from ${editionPhases} p
  where p.edition_id = ${editions.id} and (p.ends_at is null or p.ends_at > ${indexTime}))
  and (${editions.prints} is null or ${editions.prints} > ${soldCount})`

const selectEditions = (db: Reader) =>
  db
    .select({
      edition: editions,
      collectionName: collections.name,
      announced: collections.announced,
      sold: soldCount,
      reserved: reservedCount,
      unpaidNumber,
    })
    .from(editions)
    .innerJoin(collections, eq(collections.id, editions.collectionId))

export const queryEdition = (db: Reader, id: string) => selectEditions(db).where(eq(editions.id, id)).limit(1)
export type EditionFacts = Awaited<ReturnType<typeof queryEdition>>[number]

/** Returns the editions of a collection, newest first. */
export const queryEditionsOf = (db: Reader, collectionId: string) =>
  selectEditions(db)
    .where(eq(editions.collectionId, collectionId))
    .orderBy(desc(editions.createdAt))
    .limit(listLimit)

/** Seconds until the first phase of an edition starts, by ledger time. */
const startsIn = sql`extract(epoch from (select min(p.starts_at) from ${editionPhases} p where p.edition_id = ${editions.id}) - ${indexTime})`

/**
 * Returns the editions of announced collections that are or will be on sale: first those on sale, most recently started
 * first, then the upcoming ones, earliest first.
 */
export const queryEditionsOnSale = (db: Reader) =>
  selectEditions(db)
    .where(and(collections.announced, isOnSale, isAgreed(sql`${editions.id}`)))
    .orderBy(sql`${startsIn} > 0`, sql`abs(${startsIn})`)
    .limit(listLimit)

/** Returns the phases of editions in order, with the names of the collections whose holders may buy. */
export const queryPhases = (db: Reader, ids: string[]) =>
  db
    .select({ phase: editionPhases, holdersName: collections.name })
    .from(editionPhases)
    .leftJoin(collections, eq(collections.id, editionPhases.holdersOf))
    .where(inArray(editionPhases.editionId, ids))
    .orderBy(asc(editionPhases.editionId), asc(editionPhases.position))

/** Lists sold prints whose metadata is not in the store yet. */
export const listUnpublishedPrints = (db: Reader, limit: number) =>
  db
    .select()
    .from(demandItems)
    .where(
      and(
        eq(demandItems.state, 'sold'),
        isNotNull(demandItems.editionId),
        isNotNull(demandItems.tokenId),
        isNull(demandItems.publishedAt),
      ),
    )
    .orderBy(asc(demandItems.createdAt))
    .limit(limit)

/**
 * Sold prints `i` of closed open editions `e` whose metadata can change, each with its token `n`. Excludes editions
 * in which a number above the last sold one is reserved, because the number of prints is not final until it is sold or
 * free. A lower number that is sold later gets its total then.
 */
export const printsWithoutTotal = sql`editions e
  -- OFFSET 0 keeps the planner from reading the sold prints of all editions, and all tokens.
  cross join lateral (select * from demand_items p where p.edition_id = e.id and p.edition_id is not null and p.state = 'sold'
    and p.published_at is not null and p.total_at is null offset 0) i
  cross join lateral (select * from nfts t where t.id = i.token_id and not t.burned offset 0) n
  where e.state = 'closed' and e.prints is null and greatest(e.closed_at, i.published_at) > now() - interval '30 days' and e.flags & ${nftokenFlags.mutable} <> 0
    and not exists (select 1 from reservations r join demand_items h on h.id = r.item_id
      where r.edition_id = e.id and r.state in ('reserved', 'offered', 'cancelling') and h.number > ${lastSold})`

const PrintWithoutTotal = v.object({
  id: v.string(),
  issuer: v.string(),
  owner: v.string(),
  tokenId: v.string(),
  metadataCid: v.string(),
  /** The token's URI. `stateLedger` is the ledger in which the URI or the owner last changed. */
  uri: v.nullable(v.string()),
  stateLedger: v.number(),
  number: v.number(),
  total: v.number(),
  tokenJson: v.custom<TokenJson>((value) => typeof value === 'object' && value !== null),
  files: v.array(v.string()),
})
export type PrintWithoutTotal = v.InferOutput<typeof PrintWithoutTotal>

export async function listPrintsWithoutTotal(db: Executor, limit: number): Promise<PrintWithoutTotal[]> {
  const result = await db.execute(sql`
    select i.id::text as id, i.issuer, n.owner, i.token_id as "tokenId", i.metadata_cid as "metadataCid", n.uri,
      n.state_ledger::int as "stateLedger", i.number, e.token_json as "tokenJson", i.files,
      (select max(t.number) from demand_items t where t.edition_id = e.id and t.state = 'sold') as total
    from ${printsWithoutTotal} order by i.created_at, i.id limit ${limit}`)
  return parseRows(PrintWithoutTotal, result)
}

export async function markTotal(tx: Executor, id: string): Promise<void> {
  await tx.update(demandItems).set({ totalAt: sql`now()` }).where(eq(demandItems.id, id))
}
