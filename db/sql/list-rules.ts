import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'

/**
 * Selects the number of an account's purchases from the issuer of a collection `c`, including reservations and sales in
 * progress, except the sale of offer `except`. The marketplace transfers only free prints without a sale. The purchase
 * of a listing is counted by its reservation. A sale whose token has moved is counted by its event, even if the sale is
 * not marked as complete yet.
 */
const purchasesOf = (buyer: SQL, marketplace: string, except: SQL) => sql`(
  (select count(*) from history h where h.buyer = ${buyer} and h.issuer = c.issuer and h.taxon = c.taxon
    and (h.type = 'sale' and h.seller in (c.issuer, ${marketplace})
      or h.type = 'transfer' and h.seller = ${marketplace}))
  + (select count(*) from reservations p where p.collection_id = c.id and p.buyer = ${buyer}
    and p.state in ('reserved', 'offered', 'cancelling'))
  + (select count(*) from sales m join nfts sold on sold.id = m.nft_id
    where m.state = 'matching' and m.kind <> 'buy_now' and m.sell_offer_id <> ${except}
    and m.buyer = ${buyer} and m.seller = c.issuer
    and sold.owner = c.issuer and sold.issuer = c.issuer and sold.taxon = c.taxon))`

/** Reasons why a list forbids an account to buy. */
export const ListProblem = v.picklist(['blacklisted', 'not_whitelisted', 'purchase_limit'])
export type ListProblem = v.InferOutput<typeof ListProblem>

/**
 * Returns the conditions of a collection's access lists (docs/money.md, 8), each with its error code. `c` is the
 * collection, `r` its rules. `except` is the sell offer of the sale being checked, which is not counted.
 */
export const listConditions = (
  buyer: SQL,
  marketplace: string,
  except: SQL = sql`''`,
): [code: ListProblem, allows: SQL][] => [
  [
    'blacklisted',
    sql`(r.blacklist_enabled is not true or not exists (select 1 from collection_blacklist black
      where black.collection_id = c.id and black.account = ${buyer}))`,
  ],
  [
    'not_whitelisted',
    sql`(r.whitelist_enabled is not true or exists (select 1 from collection_whitelist white
      where white.collection_id = c.id and white.account = ${buyer}))`,
  ],
  [
    'purchase_limit',
    sql`(r.whitelist_enabled is not true or exists (select 1 from collection_whitelist white
      where white.collection_id = c.id and white.account = ${buyer}
      and (white.most = 0 or white.most > ${purchasesOf(buyer, marketplace, except)})))`,
  ],
]
