import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import { collections } from '#db/schema/collections.ts'
import { openStates } from './reservations.ts'
import { rowsOf } from './rows.ts'
import { atUnsoldCap } from './unsold-inventory.ts'

export type DemandItemRow = typeof demandItems.$inferSelect

const isReserved = sql<boolean>`exists (select 1 from ${reservations} where ${reservations.itemId} = ${demandItems.id} and ${openStates})`

export function queryDemandItem(db: Reader, id: string) {
  return db
    .select({ item: demandItems, random: collections.random, reserved: isReserved })
    .from(demandItems)
    .innerJoin(collections, eq(collections.id, demandItems.collectionId))
    .where(eq(demandItems.id, id))
}

export async function findDemandItem(db: Executor, id: string): Promise<DemandItemRow | null> {
  const [row] = await db.select().from(demandItems).where(eq(demandItems.id, id))
  return row ?? null
}

/** The unsold item behind a token that was minted for a buyer who has not paid. */
export function queryItemOfToken(db: Reader, tokenId: string) {
  return db
    .select({ item: demandItems, reserved: isReserved })
    .from(demandItems)
    .where(and(eq(demandItems.tokenId, tokenId), inArray(demandItems.state, ['draft', 'for_sale'])))
}

/** Writes a new item; the same one again changes nothing. */
export async function insertDemandItem(db: Executor, row: typeof demandItems.$inferInsert) {
  await db.insert(demandItems).values(row).onConflictDoNothing()
}

/** Sets the price and puts the item up for sale. False when it is sold or withdrawn, or somebody else's. */
export async function priceDemandItem(
  db: Executor,
  { id, issuer, priceDrops }: Pick<DemandItemRow, 'id' | 'issuer'> & { priceDrops: bigint },
): Promise<boolean> {
  const rows = await db
    .update(demandItems)
    .set({ priceDrops, state: 'for_sale', listedAt: sql`now()` })
    .where(
      and(
        eq(demandItems.id, id),
        eq(demandItems.issuer, issuer),
        inArray(demandItems.state, ['draft', 'for_sale']),
      ),
    )
    .returning({ id: demandItems.id })
  return rows.length === 1
}

/** Keeps others from reserving or withdrawing an item until the transaction ends. */
export async function lockDemandItem(tx: Executor, id: string) {
  await tx.execute(sql`select 1 from ${demandItems} where ${demandItems.id} = ${id} for update`)
}

/** Withdraws a locked item that nobody has reserved. */
export async function withdrawDemandItem(tx: Executor, id: string, issuer: string): Promise<boolean> {
  const rows = await tx
    .update(demandItems)
    .set({ state: 'removed' })
    .where(
      and(
        eq(demandItems.id, id),
        eq(demandItems.issuer, issuer),
        inArray(demandItems.state, ['draft', 'for_sale']),
        sql`not exists (select 1 from ${reservations} where ${reservations.itemId} = ${demandItems.id} and ${openStates})`,
      ),
    )
    .returning({ id: demandItems.id })
  return rows.length === 1
}

/** The token that was minted for an item; an item is minted once. */
export async function setItemToken(tx: Executor, id: string, tokenId: string): Promise<void> {
  await tx
    .update(demandItems)
    .set({ tokenId })
    .where(and(eq(demandItems.id, id), isNull(demandItems.tokenId)))
}

/** Removed items whose token the marketplace still has to burn. */
export function listItemsToBurn(db: Reader, limit: number): Promise<DemandItemRow[]> {
  return db
    .select()
    .from(demandItems)
    .where(
      and(eq(demandItems.state, 'removed'), isNotNull(demandItems.tokenId), isNull(demandItems.burnedAt)),
    )
    .orderBy(asc(demandItems.createdAt))
    .limit(limit)
}

export async function markBurned(db: Executor, id: string) {
  await db.update(demandItems).set({ burnedAt: sql`now()` }).where(eq(demandItems.id, id))
}

/** Unsold items whose token its issuer has burned: there is nothing to be sold any more. */
export async function withdrawBurned(tx: Executor, tokenIds: string[]) {
  if (tokenIds.length === 0) return
  await tx
    .update(demandItems)
    .set({ state: 'removed', burnedAt: sql`now()` })
    .where(and(inArray(demandItems.tokenId, tokenIds), inArray(demandItems.state, ['draft', 'for_sale'])))
}

/** Hidden items that are sold and not shown yet. */
export function listUnrevealed(db: Executor, limit: number): Promise<DemandItemRow[]> {
  return db
    .select()
    .from(demandItems)
    .where(
      and(
        eq(demandItems.state, 'sold'),
        isNull(demandItems.publishedAt),
        eq(demandItems.hidden, true),
        isNotNull(demandItems.tokenId),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
}

export async function markRevealed(db: Executor, id: string) {
  await db.update(demandItems).set({ publishedAt: sql`now()` }).where(eq(demandItems.id, id))
}

/** What a buyer of a random collection may draw: an on-demand item, or a token that the issuer has listed. */
export interface Candidate {
  kind: 'item' | 'token'
  id: string
}

const candidates = (collectionId: string, marketplace: string) => sql`
  select 'item' as kind, i.id::text as id, i.price_drops from demand_items i
  where i.collection_id = ${collectionId} and i.state = 'for_sale'
    and (i.token_id is not null or not ${atUnsoldCap(sql`(select issuer from collections where id = ${collectionId})`)})
    and not exists (select 1 from reservations r where r.item_id = i.id and r.state in ('reserved', 'offered', 'cancelling'))
  union all
  select 'token', n.id, n.price_drops from collections c join nfts n on n.issuer = c.issuer and n.taxon = c.taxon
  join offers o on o.id = n.main_offer_id
  where c.id = ${collectionId} and not n.burned and n.price_drops is not null
    and n.owner in (c.issuer, ${marketplace}) and o.destination = ${marketplace}
    and not exists (select 1 from demand_items i where i.token_id = n.id)
    and not exists (select 1 from reservations r where r.nft_id = n.id and r.state in ('reserved', 'offered', 'cancelling'))
    and not exists (select 1 from sales s where s.nft_id = n.id and s.state = 'matching')`

/** How many can be drawn now, and what they cost. */
export async function countCandidates(db: Executor, collectionId: string, marketplace: string) {
  const result = await db.execute(
    sql`select count(*)::int as count, min(price_drops)::text as cheapest, max(price_drops)::text as dearest from (${candidates(collectionId, marketplace)}) c`,
  )
  const [row] = rowsOf<{ count: number; cheapest: string | null; dearest: string | null }>(result)
  return {
    count: row?.count ?? 0,
    cheapestDrops: row?.cheapest ?? null,
    dearestDrops: row?.dearest ?? null,
  }
}

/** The candidate at a place, in an order that only has to stay the same within the transaction. */
export async function candidateAt(
  tx: Executor,
  collectionId: string,
  marketplace: string,
  place: number,
): Promise<Candidate | null> {
  const result = await tx.execute(
    sql`select kind, id from (${candidates(collectionId, marketplace)}) c order by id offset ${place} limit 1`,
  )
  return rowsOf<Candidate>(result)[0] ?? null
}

/** What the buyer drew last and did not pay for, if it exists on the ledger and can still be bought. */
export async function lastDrawn(
  tx: Executor,
  collectionId: string,
  marketplace: string,
  buyer: string,
): Promise<Candidate | null> {
  const result = await tx.execute(sql`
    select c.kind, c.id from (
      select coalesce(item_id::text, nft_id) as id from reservations
      where collection_id = ${collectionId} and buyer = ${buyer} and random and state = 'released' and nft_id is not null
      order by created_at desc limit 1
    ) last join (${candidates(collectionId, marketplace)}) c on c.id = last.id`)
  return rowsOf<Candidate>(result)[0] ?? null
}
