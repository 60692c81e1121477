import { sql } from 'drizzle-orm'
import type { Identity } from './collections.ts'
import type { Value } from './item-filter.ts'
import { sequenceOf } from './work-sets.ts'

// The prices of a large collection are in parts of about as many works each, with a set for each part, so that of a range only the parts
// at its ends are read. A price that many works share has a part of its own. The value of a set is the price, in drops, at which its part
// begins, and its name the highest price of its works; the part ends before the next.

/**
 * The parts as common table expressions, with the works in `price_members(place, part, top)`. They are given `target`, the works
 * `placed(place, price)`, and how many a part has at least in `share(works)`. Parts stay as they are until one has four times as many:
 * until then a change of a price writes two sets.
 */
export const priceParts = sql`former as materialized (
      select array_agg(s.value::numeric order by s.value::numeric) as bounds from target join work_sets s on s.issuer = target.issuer
        and s.taxon = target.taxon and s.kind = 'price' and s.first = target.first and s.size = target.size
    ), outgrown as materialized (
      select 1 from former, share, placed where price is not null group by width_bucket(price, bounds), share.works
      having count(*) > 4 * share.works and min(price) < max(price)
    ), prices as materialized (
      select price, count(*) as works, div(sum(count(*)) over (order by price) - count(*), share.works) as part, share.works as share
      from placed, share where price is not null group by price, share.works
    ), starts as (
      select price as bound from (select *, lag(part) over (order by price) as before from prices) p where part is distinct from before or works >= share
    ), bounds as materialized (
      select coalesce(
        (select bounds from former where not exists (select 1 from outgrown)), (select array_agg(bound order by bound) from starts)
      ) as bounds
    ), price_members as (
      select place, part, max(price) over (partition by part) as top from (
        select place, price, coalesce(bounds[width_bucket(price, bounds)], 0) as part from placed, bounds where price is not null
      ) p
    )`

/**
 * Works with a price in a range, in drops, as a set of the range `k`: those of the parts within, and those at its ends, read in the order
 * of an index alone, which has their numbers in the ids. The offset keeps a number from being computed twice.
 */
export const setOfPrices = ({ issuer, taxon }: Identity, min: Value, max: Value) => sql`(
  with parts as materialized (
    select value::numeric as low, name::numeric as top, lead(value::numeric) over (order by value::numeric) as high, s.works from work_sets s
    where s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = 'price' and s.first = k.first and s.size = k.size
  ), wanted as materialized (
    select coalesce(${min}::numeric, 0) as least, coalesce(${max}::numeric, 1e18) as most
  ), reached as materialized (
    select low, high, works, low >= least and top <= most as whole from parts, wanted
    where low <= most and coalesce(high, 1e18) > least
  ), ends as materialized (
    select greatest(low, least) as least, least(high - 1, most) as most from reached, wanted where not whole
    union all select least, most from wanted where not exists (select 1 from parts)
  )
  select coalesce((select bit_or(works) from reached where whole), work_set('{}', k.size)) | work_set(array(
    select place::int from ends cross join lateral (
      select ${sequenceOf(sql`n.id`)} - k.first as place from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned
        and n.price_drops >= ends.least and n.price_drops <= ends.most order by n.price_drops, n.id offset 0
    ) n where place >= 0 and place < k.size), k.size))`
