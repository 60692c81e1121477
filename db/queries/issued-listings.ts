import { type SQL, sql } from 'drizzle-orm'
import { type Identity, issuerPart } from './collections.ts'
import type { MarketRules } from './market-rules.ts'
import { isIssuedListing } from './nft-cards.ts'

/**
 * Tokens that are listed in an issued currency, as `nft_id`. Only listings of the same issuer are looked at, found by the account that
 * every NFTokenID contains; the offset keeps the planner from reading all open offers for it.
 */
const listings = (collection: Identity, { marketplace }: MarketRules) => sql`select offers.nft_id from (
    select * from offers where state = 'open' and is_sell and amount_drops is null
      and substr(nft_id, 9, 40) = ${issuerPart(collection)} offset 0
  ) offers where ${isIssuedListing(marketplace)} and not exists (select 1 from auctions a where a.nft_id = offers.nft_id and a.state = 'running')`

/**
 * Whether a token `n` of a collection is listed in an issued currency and has no price in XRP, as its card shows it. As an array,
 * listings are read first in any plan.
 */
export const isListedInIssued = (collection: Identity, rules: MarketRules): SQL =>
  sql`n.id = any(array(${listings(collection, rules)}))`

/** The tokens with such a listing, each found by its id: also some with a price in XRP, and of other collections of the issuer. */
export const listedInIssued = (collection: Identity, rules: MarketRules): SQL => sql`(
  select n.* from (select distinct nft_id from (${listings(collection, rules)}) l) listed
  cross join lateral (select * from nfts n where n.id = listed.nft_id offset 0) n) n`
