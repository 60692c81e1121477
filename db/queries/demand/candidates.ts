import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { isBeingFilled } from '#db/queries/draw/epochs.ts'
import { openEpochs } from '#db/queries/draw/open-epochs.ts'
import { parseRows } from '#db/sql/rows.ts'

/**
 * Selects the tokens `n` of a collection `c` that the issuer has listed and that are neither reserved nor being sold.
 */
export const listedTokens = (collectionId: string, marketplace: string) => sql`
  from collections c join nfts n on n.issuer = c.issuer and n.taxon = c.taxon
  join offers o on o.id = n.main_offer_id
  where c.id = ${collectionId} and not n.burned and n.price_drops is not null and c.currency is null
    and n.owner in (c.issuer, ${marketplace}) and o.destination = ${marketplace}
    and not exists (select 1 from demand_items i where i.token_id = n.id)
    and not exists (select 1 from reservations r where r.nft_id = n.id and r.state in ('reserved', 'offered', 'cancelling'))
    and not exists (select 1 from sales s where s.nft_id = n.id and s.state = 'matching')`

/**
 * Selects the unsold items `i` that have a price and are minted on demand. Draws select these items before listed
 * tokens.
 */
const unsoldItems = (collectionId: string) => sql`
  select 1 from demand_items i where i.collection_id = ${collectionId} and i.state = 'for_sale' and i.price_drops is not null`

export async function hasUnsoldItems(db: Executor, collectionId: string): Promise<boolean> {
  const result = await db.execute(sql`select exists (${unsoldItems(collectionId)}) as found`)
  return parseRows(v.object({ found: v.boolean() }), result)[0]?.found === true
}

/** Selects `count` and `price_drops`. */
const selectCandidates = (collectionId: string, marketplace: string) => sql`
  select e.free as count, e.price_drops from (${openEpochs}) e where e.collection_id = ${collectionId} and e.free > 0
  union all
  select 1, n.price_drops ${listedTokens(collectionId, marketplace)} and not exists (${unsoldItems(collectionId)})`

/**
 * Counts the current candidates and their prices in the collection's currency, and checks whether items are waiting to
 * become drawable.
 */
export async function countCandidates(db: Executor, collectionId: string, marketplace: string) {
  const result = await db.execute(sql`
    select coalesce(sum(count), 0)::int as count, min(price_drops)::text as cheapest, max(price_drops)::text as dearest,
      exists (${unsoldItems(collectionId)}) as verifiable,
      exists (${unsoldItems(collectionId)}) and not exists (
        select 1 from draw_epochs e where e.collection_id = ${collectionId} and e.state = 'open') as preparing,
      exists (select 1 from collections c where c.id = ${collectionId} and ${isBeingFilled}) as filling,
      exists (${unsoldItems(collectionId)}) or exists (
        select 1 from reservations r where r.collection_id = ${collectionId}
          and r.state in ('reserved', 'offered', 'cancelling')) as may_return
    from (${selectCandidates(collectionId, marketplace)}) c`)
  const [row] = parseRows(
    v.object({
      count: v.number(),
      cheapest: v.nullable(v.string()),
      dearest: v.nullable(v.string()),
      verifiable: v.boolean(),
      preparing: v.boolean(),
      filling: v.boolean(),
      may_return: v.boolean(),
    }),
    result,
  )
  return {
    count: row?.count ?? 0,
    cheapestDrops: row?.cheapest ?? null,
    dearestDrops: row?.dearest ?? null,
    verifiable: row?.verifiable ?? false,
    preparing: row?.preparing ?? false,
    filling: row?.filling ?? false,
    /** True if a reserved item can be drawn again in case it is not paid for. */
    mayReturn: row?.may_return ?? false,
  }
}

/** Returns independent random numbers below 2^32 for one draw, from the runtime's cryptographic generator. */
function drawChances(): number[] {
  return [...crypto.getRandomValues(new Uint32Array(4))]
}

/**
 * Selects a uniformly distributed position in `pool`: takes the first random number below the largest multiple of the
 * row count, modulo that count. The probability that all four numbers are rejected is at most (count / 2^32)^4.
 */
const placeIn = (pool: SQL, chances: number[]) => sql`coalesce((
  select chance.value % total.size
  from (select count(*) as size from ${pool}) total, unnest(${sql.param(chances)}::bigint[]) with ordinality chance (value, turn)
  where total.size > 0 and chance.value < 4294967296 - 4294967296 % total.size
  order by chance.turn limit 1), 0)`

/**
 * Draws one of the listed tokens uniformly; null if there is none. Uses one statement, so that nothing changes between
 * counting and choosing.
 */
export async function drawCandidate(
  db: Executor,
  { collectionId, marketplace }: { collectionId: string; marketplace: string },
): Promise<string | null> {
  const result = await db.execute(sql`
    with pool as materialized (select n.id ${listedTokens(collectionId, marketplace)})
    select id from pool order by id offset ${placeIn(sql`pool`, drawChances())} limit 1`)
  return parseRows(v.object({ id: v.string() }), result)[0]?.id ?? null
}
