import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { rowsOf } from './rows.ts'
import { hasReachedUnsoldLimit } from './unsold-inventory.ts'

/** What a buyer of a random collection may draw: an on-demand item, or a token that the issuer has listed. */
export interface Candidate {
  kind: 'item' | 'token'
  id: string
}

/** Tokens `n` of a collection `c` that the issuer has listed and that are neither reserved nor in a sale. */
export const listedTokens = (collectionId: string, marketplace: string) => sql`
  from collections c join nfts n on n.issuer = c.issuer and n.taxon = c.taxon
  join offers o on o.id = n.main_offer_id
  where c.id = ${collectionId} and not n.burned and n.price_drops is not null
    and n.owner in (c.issuer, ${marketplace}) and o.destination = ${marketplace}
    and not exists (select 1 from demand_items i where i.token_id = n.id)
    and not exists (select 1 from reservations r where r.nft_id = n.id and r.state in ('reserved', 'offered', 'cancelling'))
    and not exists (select 1 from sales s where s.nft_id = n.id and s.state = 'matching')`

/** As `kind`, `id`, `price_drops`. */
const candidates = (collectionId: string, marketplace: string) => sql`
  select 'item' as kind, i.id::text as id, i.price_drops from demand_items i
  where i.collection_id = ${collectionId} and i.state = 'for_sale'
    and (i.token_id is not null or not ${hasReachedUnsoldLimit(sql`(select issuer from collections where id = ${collectionId})`)})
    and not exists (select 1 from reservations r where r.item_id = i.id and r.state in ('reserved', 'offered', 'cancelling'))
  union all
  select 'token', n.id, n.price_drops ${listedTokens(collectionId, marketplace)}`

/** How many candidates there are now, and their prices. */
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

/** Random numbers for one draw: independent, below 2^32, from the runtime's cryptographic generator. */
function drawChances(): number[] {
  return [...crypto.getRandomValues(new Uint32Array(4))]
}

/**
 * A place among the rows of `pool`, uniformly distributed: the first chance below the largest multiple of the row count, modulo
 * that count. All four chances are rejected with a probability of at most (count / 2^32)^4.
 */
const placeIn = (pool: SQL, chances: number[]) => sql`coalesce((
  select chance.value % total.size
  from (select count(*) as size from ${pool}) total, unnest(${sql.param(chances)}::bigint[]) with ordinality chance (value, turn)
  where total.size > 0 and chance.value < 4294967296 - 4294967296 % total.size
  order by chance.turn limit 1), 0)`

/**
 * Draws one candidate uniformly, in one statement, so that nothing changes between counting and choosing. A buyer gets their last
 * unpaid draw again while it can be bought, so that repeated draws give no advantage.
 */
export async function drawCandidate(
  db: Executor,
  { collectionId, marketplace, buyer }: { collectionId: string; marketplace: string; buyer: string },
): Promise<Candidate | null> {
  const result = await db.execute(sql`
    with pool as materialized (select kind, id from (${candidates(collectionId, marketplace)}) c),
    again as (
      select pool.kind, pool.id from (
        select coalesce(item_id::text, nft_id) as id from reservations
        where collection_id = ${collectionId} and buyer = ${buyer} and random and state = 'released' and nft_id is not null
        order by created_at desc limit 1
      ) last join pool on pool.id = last.id
    ), fresh as (
      select kind, id from pool order by id offset ${placeIn(sql`pool`, drawChances())} limit 1
    )
    select kind, id from again union all select kind, id from fresh where not exists (select 1 from again)`)
  return rowsOf<Candidate>(result)[0] ?? null
}
