import { type SQL, sql } from 'drizzle-orm'

/**
 * How often an account has bought from the issuer of a collection `c`, with what it has reserved and what it is being sold
 * now, save by the offer `except`. (What it buys of a listing is counted by its reservation; a sale whose token has moved
 * is in the history, although the sale may not be noted as complete yet.)
 */
const purchasesOf = (buyer: SQL, marketplace: string, except: SQL) => sql`(
  (select count(*) from history h where h.buyer = ${buyer} and h.type = 'sale'
    and h.issuer = c.issuer and h.taxon = c.taxon and h.seller in (c.issuer, ${marketplace}))
  + (select count(*) from reservations p where p.collection_id = c.id and p.buyer = ${buyer}
    and p.state in ('reserved', 'offered', 'cancelling'))
  + (select count(*) from sales m join nfts sold on sold.id = m.nft_id where m.state = 'matching' and m.kind <> 'buy_now'
    and m.sell_offer_id <> ${except}
    and m.buyer = ${buyer} and m.seller = c.issuer and sold.owner = c.issuer and sold.issuer = c.issuer and sold.taxon = c.taxon))`

/** Why a list keeps an account from buying. */
export type ListProblem = 'blacklisted' | 'not_whitelisted' | 'purchase_limit'

/**
 * Conditions of a collection's lists (docs/money.md, 8), each by the code that it is refused with. `c` and its rules `r`. A sale
 * under way of the sell offer `except` is the very one that is asked about: it is not counted.
 */
export const listConditions = (
  buyer: SQL,
  marketplace: string,
  except: SQL = sql`''`,
): [code: ListProblem, allows: SQL][] => [
  [
    'blacklisted',
    sql`(r.blacklist_enabled is not true or not exists (select 1 from collection_blacklist black where black.collection_id = c.id and black.account = ${buyer}))`,
  ],
  [
    'not_whitelisted',
    sql`(r.whitelist_enabled is not true or exists (select 1 from collection_whitelist white where white.collection_id = c.id and white.account = ${buyer}))`,
  ],
  [
    'purchase_limit',
    sql`(r.whitelist_enabled is not true or exists (select 1 from collection_whitelist white where white.collection_id = c.id
      and white.account = ${buyer} and (white.most = 0 or white.most > ${purchasesOf(buyer, marketplace, except)})))`,
  ],
]
