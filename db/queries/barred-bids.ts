import { type SQL, sql } from 'drizzle-orm'
import { listConditions } from './list-rules.ts'
import type { MarketRules } from './market-rules.ts'

/** How long a bidder is barred (docs/money.md, 5). */
export const banDays = 7

/** Whether a bid was made while its maker may not bid, straight on the ledger past our calls. `b` is the offer. */
const madeWhileBanned = (b: SQL) => sql`exists (select 1 from bidder_bans ban
    join history made on made.nft_id = ${b}.nft_id and made.offer_id = ${b}.id and made.type = 'buy_offer'
  where ban.account = ${b}.owner and made.closed_at >= ban.until - make_interval(days => ${banDays}) and made.closed_at < ban.until)`

/**
 * Whether an offer is one that its maker signed to buy a listing: if that sale comes to nothing the marketplace takes it back,
 * so it is no bid and no withdrawn one either. Told by its expiration, which the request has set. `b` is the offer.
 */
const madeForPurchase = (b: SQL) => sql`exists (select 1 from sign_requests asked
  where asked.account = ${b}.owner and asked.purpose = 'buy_now' and asked.txjson->>'NFTokenID' = ${b}.nft_id
    and (asked.txjson->>'Expiration')::bigint = ${b}.expiration)`

/** The running auction of a token by its own issuer, with the collection `c` and its rules `r`: what the lists hold for. */
const issuersAuction = (nftId: SQL) => sql`auctions held
  join nfts lot on lot.id = held.nft_id and lot.issuer = held.seller
  join collections c on c.issuer = lot.issuer and c.taxon = lot.taxon
  join collection_rules r on r.collection_id = c.id
  where held.nft_id = ${nftId} and held.state = 'running' and (r.blacklist_enabled or r.whitelist_enabled)`

/** Lists that were switched on, or changed, after the auction or the bid began: a first sale keeps them however it is made. */
const refusedByLists = (b: SQL, marketplace: string) => {
  const allows = listConditions(sql`${b}.owner`, marketplace, sql`held.offer_id`).map(
    ([, allowed]) => allowed,
  )
  return sql`exists (select 1 from ${issuersAuction(sql`${b}.nft_id`)} and not (${sql.join(allows, sql` and `)}))`
}

/** Whether a bid counts in no auction, whatever it is worth: its maker may not bid, or not buy, or meant a listing. `bid` is the offer's alias. */
export function isBarred({ marketplace }: MarketRules, bid = 'offers'): SQL {
  const b = sql.raw(bid)
  return sql`(${madeWhileBanned(b)} or ${madeForPurchase(b)} or ${refusedByLists(b, marketplace)})`
}

/** Which list of its issuer keeps an account from buying what is on auction; no row, or null, when none does. */
export function auctionListProblem(nftId: string, bidder: string, marketplace: string): SQL {
  const cases = listConditions(sql`${bidder}::text`, marketplace).map(
    ([code, allows]) => sql`when not ${allows} then ${code}`,
  )
  return sql`select case ${sql.join(cases, sql` `)} end as problem from ${issuersAuction(sql`${nftId}`)}`
}
