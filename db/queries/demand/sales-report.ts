import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import { parseRows } from '#db/sql/rows.ts'

/** The sales of an edition, or of the other on-demand works of a collection. */
export type Drop = { edition: string } | { collection: string }

/** True if reservation `r` belongs to a drop. Amounts are in the collection's current currency. */
const isOf = (drop: Drop): SQL =>
  'edition' in drop
    ? sql`r.edition_id = ${drop.edition}`
    : sql`r.collection_id = ${drop.collection} and r.edition_id is null and (r.item_id is not null or r.draw_number is not null)
        and r.currency is not distinct from (select c.currency from collections c where c.id = ${drop.collection})`

const Figures = v.object({
  sold: v.number(),
  waiting: v.number(),
  lapsed: v.number(),
  price: v.string(),
  fee: v.string(),
  royalty: v.string(),
})

/** Reads the outcomes of a drop's reservations and the revenue of its sales, in drops. */
export async function readFigures(db: Reader, drop: Drop): Promise<v.InferOutput<typeof Figures> | null> {
  const result = await db.execute(sql`
    select count(*) filter (where r.state = 'sold')::int as sold,
      count(*) filter (where r.state in ('reserved', 'offered', 'cancelling'))::int as waiting,
      count(*) filter (where r.state = 'released')::int as lapsed,
      coalesce(sum(p.price_drops), 0)::text as price, coalesce(sum(p.fee_drops), 0)::text as fee,
      coalesce(sum(p.royalty_drops), 0)::text as royalty
    from reservations r left join payouts p on p.reservation_id = r.id and p.place = 0
    where ${isOf(drop)}`)
  return parseRows(Figures, result)[0] ?? null
}

const PaidAccount = v.object({ account: v.string(), paid: v.string(), owed: v.string() })

/** Reads what each account was paid and is owed for the sales of a drop, in drops. */
export async function readPaidAccounts(db: Reader, drop: Drop): Promise<v.InferOutput<typeof PaidAccount>[]> {
  const result = await db.execute(sql`
    select p.artist as account, coalesce(sum(p.amount_drops) filter (where p.state = 'paid'), 0)::text as paid,
      coalesce(sum(p.amount_drops) filter (where p.state = 'owed'), 0)::text as owed
    from reservations r join payouts p on p.reservation_id = r.id
    where ${isOf(drop)} group by p.artist order by min(p.place), p.artist`)
  return parseRows(PaidAccount, result)
}

const Sale = v.object({
  id: v.string(),
  name: v.string(),
  number: v.nullable(v.number()),
  nft: v.string(),
  buyer: v.string(),
  phase: v.nullable(v.number()),
  price: v.string(),
  fee: v.string(),
  royalty: v.string(),
  parts: v.array(v.object({ account: v.string(), drops: v.string(), paid: v.boolean() })),
  at: v.string(),
})

/** Lists the sales of a drop after an id, in id order, with amounts in drops. */
export async function listSales(
  db: Reader,
  drop: Drop,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<v.InferOutput<typeof Sale>[]> {
  const result = await db.execute(sql`
    select r.id, i.name, i.number, r.nft_id as nft, r.buyer, r.phase, coalesce(r.price_drops, 0)::text as price,
      coalesce(p.fee_drops, 0)::text as fee, coalesce(p.royalty_drops, 0)::text as royalty,
      (select coalesce(jsonb_agg(jsonb_build_object('account', q.artist, 'drops', q.amount_drops::text, 'paid', q.state = 'paid')
        order by q.place), '[]') from payouts q where q.reservation_id = r.id) as parts,
      to_char(i.sold_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from reservations r join demand_items i on i.id = r.item_id and i.state = 'sold'
      left join payouts p on p.reservation_id = r.id and p.place = 0
    where ${isOf(drop)} and r.state = 'sold' and ${after === undefined ? sql`true` : sql`r.id > ${after}::uuid`}
    order by r.id limit ${limit}`)
  return parseRows(Sale, result)
}
