import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collectionRules } from '#db/schema/collection-rules.ts'
import { collections } from '#db/schema/collections.ts'
import { accountSettings } from '#db/schema/lines.ts'
import { auctions } from '#db/schema/offers.ts'
import { demandItems, reservations } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import { type ListProblem, listConditions } from '#db/sql/list-rules.ts'
import { openStates } from '#db/sql/open-reservations.ts'
import { shownName } from '#db/sql/shown-names.ts'

export function queryTokensInCart(db: Reader, ids: string[]) {
  return db
    .select({ nft: nfts, artist: shownName(sql`nfts.issuer`) })
    .from(nfts)
    .where(and(inArray(nfts.id, ids), eq(nfts.burned, false)))
}

export function queryTokensOnAuction(db: Reader, ids: string[]) {
  return db
    .select({ id: auctions.nftId })
    .from(auctions)
    .where(and(inArray(auctions.nftId, ids), eq(auctions.state, 'running')))
}

/** Returns the tokens that are sold as on-demand items: they were minted for a buyer who did not pay. */
export function queryInventory(db: Reader, ids: string[]) {
  return db
    .select({ id: demandItems.tokenId })
    .from(demandItems)
    .where(and(inArray(demandItems.tokenId, ids), inArray(demandItems.state, ['draft', 'for_sale'])))
}

/** Returns the tokens that are reserved for an account other than `buyer`. */
export function queryReserved(db: Reader, ids: string[], buyer: string | null) {
  return db
    .select({ id: reservations.nftId })
    .from(reservations)
    .where(and(inArray(reservations.nftId, ids), openStates, ne(reservations.buyer, buyer ?? '')))
}

/** Returns the transfer rates and global freezes of the issuers of the currencies in which the tokens are offered. */
export function queryIssuers(db: Reader, ids: string[]) {
  return db
    .select({
      issuer: accountSettings.account,
      rate: accountSettings.transferRate,
      globalFreeze: accountSettings.globalFreeze,
    })
    .from(accountSettings)
    .where(
      sql`${accountSettings.account} in (select o.amount->>'issuer' from offers o
        where o.nft_id = any(${sql.param(ids)}::text[]) and o.is_sell and o.state = 'open' and o.amount_drops is null)`,
    )
}

/** Returns the problem that a collection's access lists have with an account; null for a visitor, who is on no list. */
function listProblem(buyer: string | null, marketplace: string): SQL<ListProblem | 'own_collection' | null> {
  if (buyer === null) return sql`null::text`
  const cases = listConditions(sql`${buyer}`, marketplace).map(
    ([code, allows]) => sql`when not ${allows} then ${code}`,
  )
  return sql`case when c.issuer = ${buyer} or ${buyer} = ${marketplace} then 'own_collection' ${sql.join(cases, sql` `)} end`
}

/** Returns the collections of tokens, and how their rules for purchases from the issuer apply to an account. */
export function queryCollectionsOfTokens(
  db: Reader,
  ids: string[],
  { buyer, marketplace }: { buyer: string | null; marketplace: string },
) {
  const guards = sql`r.whitelist_enabled or r.blacklist_enabled or r.promo_code_enabled`
  return db
    .select({
      id: collections.id,
      name: collections.name,
      issuer: collections.issuer,
      taxon: collections.taxon,
      random: collections.random,
      announced: collections.announced,
      guarded: sql<boolean>`coalesce(judged.guarded, false)`,
      promoCodeEnabled: sql<boolean>`coalesce(judged.promo, false)`,
      problem: sql<ListProblem | 'own_collection' | null>`judged.problem`,
    })
    .from(collections)
    .innerJoin(
      sql`(select c.id, ${guards} as guarded, r.promo_code_enabled as promo, ${listProblem(buyer, marketplace)} as problem
        from collections c left join ${collectionRules} r on r.collection_id = c.id
        where (c.issuer, c.taxon) in (select n.issuer, n.taxon from nfts n where n.id = any(${sql.param(ids)}::text[]))) judged`,
      sql`judged.id = ${collections.id}`,
    )
}
