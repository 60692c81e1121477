import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import { parseRows } from '#db/sql/rows.ts'

const Figures = v.object({
  sold: v.number(),
  waiting: v.number(),
  lapsed: v.number(),
  price: v.string(),
  fee: v.string(),
  royalty: v.string(),
})

/** Reservations of an edition by their end, and what its sales have brought, in drops. */
export async function readFigures(
  db: Reader,
  editionId: string,
): Promise<v.InferOutput<typeof Figures> | null> {
  const result = await db.execute(sql`
    select count(*) filter (where r.state = 'sold')::int as sold,
      count(*) filter (where r.state in ('reserved', 'offered', 'cancelling'))::int as waiting,
      count(*) filter (where r.state = 'released')::int as lapsed,
      coalesce(sum(p.price_drops), 0)::text as price, coalesce(sum(p.fee_drops), 0)::text as fee,
      coalesce(sum(p.royalty_drops), 0)::text as royalty
    from reservations r left join payouts p on p.reservation_id = r.id and p.place = 0
    where r.edition_id = ${editionId}`)
  return parseRows(Figures, result)[0] ?? null
}

const PaidAccount = v.object({ account: v.string(), paid: v.string(), owed: v.string() })

/** What each account was paid for the sales of an edition, and is owed, in drops. */
export async function readPaidAccounts(
  db: Reader,
  editionId: string,
): Promise<v.InferOutput<typeof PaidAccount>[]> {
  const result = await db.execute(sql`
    select p.artist as account, coalesce(sum(p.amount_drops) filter (where p.state = 'paid'), 0)::text as paid,
      coalesce(sum(p.amount_drops) filter (where p.state = 'owed'), 0)::text as owed
    from reservations r join payouts p on p.reservation_id = r.id
    where r.edition_id = ${editionId} group by p.artist, p.place order by p.place, p.artist`)
  return parseRows(PaidAccount, result)
}

const Sale = v.object({
  number: v.number(),
  nft: v.string(),
  buyer: v.string(),
  phase: v.number(),
  price: v.string(),
  fee: v.string(),
  royalty: v.string(),
  at: v.string(),
})

/** The sold prints of an edition after a number, in their order, with amounts in drops. */
export async function listEditionSales(
  db: Reader,
  editionId: string,
  { after, limit }: { after: number; limit: number },
): Promise<v.InferOutput<typeof Sale>[]> {
  const result = await db.execute(sql`
    select i.number, r.nft_id as nft, r.buyer, r.phase, coalesce(r.price_drops, 0)::text as price,
      coalesce(p.fee_drops, 0)::text as fee, coalesce(p.royalty_drops, 0)::text as royalty,
      to_char(i.sold_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from demand_items i join reservations r on r.item_id = i.id and r.state = 'sold'
      left join payouts p on p.reservation_id = r.id and p.place = 0
    where i.edition_id = ${editionId} and i.number > ${after} and i.state = 'sold' order by i.number limit ${limit}`)
  return parseRows(Sale, result)
}
