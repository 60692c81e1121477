import { type SQL, sql } from 'drizzle-orm'
import { listConditions } from '#db/sql/list-rules.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'

/** Number of days for which a bidder is barred (docs/money.md, 5). */
export const banDays = 7

/** True if a bid was made directly on the ledger while its maker was banned. `b` is the offer. */
const madeWhileBanned = (b: SQL) => sql`exists (select 1 from bidder_bans ban
    join history made on made.nft_id = ${b}.nft_id and made.offer_id = ${b}.id and made.type = 'buy_offer'
  where ban.account = ${b}.owner and made.closed_at < ban.until
    and made.closed_at >= ban.until - make_interval(days => ${banDays}))`

/**
 * True if the offer was signed to buy a listing. If that sale fails, the marketplace cancels the offer, so it counts
 * neither as a bid nor as a withdrawn bid. The expiration, which the sign request set, identifies the offer. `b` is the
 * offer.
 */
const madeForPurchase = (b: SQL) => sql`exists (select 1 from sign_requests asked
  where asked.account = ${b}.owner and asked.purpose = 'buy_now' and asked.txjson->>'NFTokenID' = ${b}.nft_id
    and (asked.txjson->>'Expiration')::bigint = ${b}.expiration)`

/**
 * Joins the running auction of a token by its own issuer with the collection `c` and its rules `r`, whose access lists
 * apply to the bidders.
 */
const issuersAuction = (nftId: SQL) => sql`auctions held
  join nfts lot on lot.id = held.nft_id and lot.issuer = held.seller
  join collections c on c.issuer = lot.issuer and c.taxon = lot.taxon
  join collection_rules r on r.collection_id = c.id
  where held.nft_id = ${nftId} and held.state = 'running' and (r.blacklist_enabled or r.whitelist_enabled)`

/**
 * True if an access list excludes the bidder. Lists apply even if they were enabled or changed after the auction or the
 * bid began, because a first sale is always subject to them.
 */
const refusedByLists = (b: SQL, marketplace: string) => {
  const allows = listConditions(sql`${b}.owner`, marketplace, sql`held.offer_id`).map(
    ([, isAllowed]) => isAllowed,
  )
  return sql`exists (select 1 from ${issuersAuction(sql`${b}.nft_id`)} and not (${sql.join(allows, sql` and `)}))`
}

/**
 * True if a bid never counts, whatever its amount: its maker is banned, may not buy, or signed it to buy a listing.
 * `bid` is the offer's alias.
 */
export function isBarred({ marketplace }: MarketRules, bid = 'offers'): SQL {
  const b = sql.raw(bid)
  return sql`(${madeWhileBanned(b)} or ${madeForPurchase(b)} or ${refusedByLists(b, marketplace)})`
}

/**
 * Selects the problem code of the issuer's list that forbids an account to buy the token at auction; no row or null if
 * none does.
 */
export function auctionListProblem(nftId: string, bidder: string, marketplace: string): SQL {
  const cases = listConditions(sql`${bidder}::text`, marketplace).map(
    ([code, allows]) => sql`when not ${allows} then ${code}`,
  )
  return sql`select case ${sql.join(cases, sql` `)} end as problem from ${issuersAuction(sql`${nftId}`)}`
}
