import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { itemOrders, nfts } from '#db/schema/tokens.ts'
import { indexTime } from '#db/sql/ledger-time.ts'

/** Returns the day (UTC) of a timestamp. */
const dayOf = (moment: SQL) => sql`(${moment} at time zone 'UTC')::date`

interface SaleEvent {
  type: string
  issuer: string
  taxon: number
  closedAt: Date
}

/**
 * Recounts the sales of these days instead of adding to them, so that repeated, late or early events lead to the same
 * result.
 */
export async function refreshSaleDays(tx: Executor, events: SaleEvent[]) {
  const sales = events.filter((event) => event.type === 'sale')
  if (sales.length === 0) return
  const days = new Map(
    sales.map(({ issuer, taxon, closedAt }) => {
      const day = closedAt.toISOString().slice(0, 10)
      return [`${issuer} ${taxon} ${day}`, { issuer, taxon, day }]
    }),
  )
  await tx.execute(sql`
    insert into collection_days (issuer, taxon, day, sales, volume_drops, marked_sales, marked_drops)
    select d.issuer, d.taxon, d.day,
      count(h.txid) filter (where h.marks = '{}')::int, coalesce(sum(h.amount_drops) filter (where h.marks = '{}'), 0),
      count(h.txid) filter (where h.marks <> '{}')::int, coalesce(sum(h.amount_drops) filter (where h.marks <> '{}'), 0)
    from json_to_recordset(${JSON.stringify([...days.values()])}::json) as d(issuer text, taxon bigint, day date)
    left join history h on h.issuer = d.issuer and h.taxon = d.taxon and h.type = 'sale' and h.amount_drops is not null
      and h.closed_at >= d.day::timestamp at time zone 'UTC' and h.closed_at < (d.day + 1)::timestamp at time zone 'UTC'
    group by d.issuer, d.taxon, d.day
    on conflict (issuer, taxon, day) do update set sales = excluded.sales, volume_drops = excluded.volume_drops,
      marked_sales = excluded.marked_sales, marked_drops = excluded.marked_drops`)
}

/** Stores the current floor of the collections of these tokens for the day of the newest indexed ledger. */
export async function refreshDayFloors(tx: Executor, nftIds: string[]) {
  if (nftIds.length === 0) return
  await tx.execute(sql`
    insert into collection_days (issuer, taxon, day, floor_drops, floor_at)
    select k.issuer, k.taxon, ${dayOf(indexTime)}, f.floor, ${indexTime}
    from (select distinct issuer, taxon from nfts where id in (select unnest(${sql.param(nftIds)}::text[]))) k
    left join lateral (
      select ${nfts.priceDrops} as floor from ${nfts} where ${nfts.issuer} = k.issuer and ${nfts.taxon} = k.taxon and not ${nfts.burned}
      order by ${itemOrders(nfts).price_inc.value} limit 1
    ) f on true
    on conflict (issuer, taxon, day) do update set floor_drops = excluded.floor_drops, floor_at = excluded.floor_at
    where collection_days.floor_at is null or collection_days.floor_drops is distinct from excluded.floor_drops`)
}

/** Stores the floors of all collections for an index that starts with prices. */
export async function startDayFloors(tx: Executor) {
  await tx.execute(sql`
    insert into collection_days (issuer, taxon, day, floor_drops, floor_at)
    select issuer, taxon, ${dayOf(indexTime)}, min(price_drops), ${indexTime} from nfts where price_drops is not null and not burned
    group by issuer, taxon
    on conflict do nothing`)
  await tx.execute(sql`update collections set stats_due = true, stats_marks = stats_marks + 1`)
}
