import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { isSameCurrency } from '#contract/rules/sale-amounts.ts'
import type { SplitPayee } from '#contract/schemas/splits.ts'
import type { Executor, Reader } from '#db/executor.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import { collections } from '#db/schema/collections.ts'
import { openStates } from '#db/sql/open-reservations.ts'

export type DemandItemRow = typeof demandItems.$inferSelect

const isReserved = sql<boolean>`exists (select 1 from ${reservations} where ${reservations.itemId} = ${demandItems.id} and ${openStates})`

/** The payees who share the revenue of an item, from its edition or its collection. */
const payeesOf = sql<
  SplitPayee[]
>`(select coalesce(jsonb_agg(jsonb_build_object('account', p.account, 'perMille', p.per_mille,
  'agreed', p.agreed_at is not null) order by p.position), '[]') from split_payees p
  where p.split_id = coalesce(${demandItems.editionId}, (select c.split_id from collections c where c.id = ${demandItems.collectionId})))`

export function queryDemandItem(db: Reader, id: string) {
  return db
    .select({ item: demandItems, random: collections.random, reserved: isReserved, payees: payeesOf })
    .from(demandItems)
    .innerJoin(collections, eq(collections.id, demandItems.collectionId))
    .where(eq(demandItems.id, id))
}

export async function findDemandItem(db: Executor, id: string): Promise<DemandItemRow | null> {
  const [row] = await db.select().from(demandItems).where(eq(demandItems.id, id))
  return row ?? null
}

/** Returns the unsold item of a token that was minted for a buyer who did not pay. */
export function queryItemOfToken(db: Reader, tokenId: string) {
  return db
    .select({ item: demandItems, reserved: isReserved, payees: payeesOf })
    .from(demandItems)
    .where(and(eq(demandItems.tokenId, tokenId), inArray(demandItems.state, ['draft', 'for_sale'])))
}

/**
 * Inserts an item; repeating the call changes nothing. Returns false if the collection is gone or its sale mode has
 * changed in the meantime.
 */
export async function insertDemandItem(tx: Executor, row: typeof demandItems.$inferInsert): Promise<boolean> {
  const [collection] = await tx
    .select({
      random: collections.random,
      onDemandMint: collections.onDemandMint,
      currency: collections.currency,
    })
    .from(collections)
    .where(eq(collections.id, row.collectionId))
    .for('key share')
  if (collection === undefined || !collection.onDemandMint || collection.random !== row.hidden) return false
  if (!isSameCurrency(collection.currency, row.currency ?? null)) return false
  await tx.insert(demandItems).values(row).onConflictDoNothing()
  return true
}

/**
 * Sets the price and puts the item on sale. Returns false if the item is sold, withdrawn or owned by another account,
 * or if the collection's currency has changed.
 */
export async function priceDemandItem(
  db: Executor,
  {
    id,
    issuer,
    collectionId,
    priceDrops,
    currency,
  }: Pick<DemandItemRow, 'id' | 'issuer' | 'collectionId' | 'currency'> & { priceDrops: bigint },
): Promise<boolean> {
  const [collection] = await db
    .select({ currency: collections.currency })
    .from(collections)
    .where(eq(collections.id, collectionId))
    .for('key share')
  if (collection === undefined || !isSameCurrency(collection.currency, currency)) return false
  const rows = await db
    .update(demandItems)
    .set({ priceDrops, currency, state: 'for_sale', listedAt: sql`now()` })
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

/** Locks an item, which prevents reservation and withdrawal until the transaction ends. */
export async function lockDemandItem(tx: Executor, id: string): Promise<DemandItemRow | null> {
  const [row] = await tx.select().from(demandItems).where(eq(demandItems.id, id)).for('update')
  return row ?? null
}

/** Withdraws a locked item. The item must not be reserved. */
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

/** Stores the token that was minted for an item. An item is minted at most once. */
export async function setItemToken(tx: Executor, id: string, tokenId: string): Promise<void> {
  await tx
    .update(demandItems)
    .set({ tokenId })
    .where(and(eq(demandItems.id, id), isNull(demandItems.tokenId)))
}

/** Lists removed items whose token the marketplace has yet to burn. */
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

/** Withdraws unsold items whose token the issuer has burned. */
export async function withdrawBurned(tx: Executor, tokenIds: string[]) {
  if (tokenIds.length === 0) return
  await tx
    .update(demandItems)
    .set({ state: 'removed', burnedAt: sql`now()` })
    .where(
      and(
        sql`${demandItems.tokenId} = any(${sql.param(tokenIds)}::text[])`,
        inArray(demandItems.state, ['draft', 'for_sale']),
      ),
    )
}

/** Lists hidden items that are sold but not revealed yet. */
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
