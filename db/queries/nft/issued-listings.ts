import { type SQL, sql } from 'drizzle-orm'
import { nfts } from '#db/schema/tokens.ts'
import { type Identity, issuerPart } from '#db/sql/identity.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { isIssuedListing } from './cards.ts'

/**
 * Whether a token of `nfts` is listed in an issued currency, as its card shows it. Listings of the issuer are read once, by the account
 * that every NFTokenID contains.
 */
export const isListedInIssued = (
  collection: Identity,
  { marketplace }: MarketRules,
): SQL => sql`${nfts.id} in (
  select offers.nft_id from offers where substr(offers.nft_id, 9, 40) = ${issuerPart(collection)} and ${isIssuedListing(marketplace)}
    and not exists (select 1 from auctions a where a.nft_id = offers.nft_id and a.state = 'running'))`
