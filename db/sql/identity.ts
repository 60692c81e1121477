import { type SQL, sql } from 'drizzle-orm'

/** Issuer and taxon of a collection, as values or as expressions that look them up by the collection's `id`. */
export interface Identity {
  id?: string | SQL
  issuer: string | SQL
  taxon: number | SQL
}

/**
 * Selects the part of an NFTokenID that contains the issuer's account (XLS-20), from one of the collection's tokens.
 */
export const issuerPart = ({ issuer, taxon }: Identity) =>
  sql`(select substr(id, 9, 40) from nfts where issuer = ${issuer} and taxon = ${taxon} order by sequence limit 1)`

/** Looks up the issuer and taxon within the first query of a collection, without an additional round trip. */
export function identityById(id: string | SQL): Identity {
  return {
    id,
    issuer: sql`(select issuer from collections where id = ${id})`,
    taxon: sql`(select taxon from collections where id = ${id})`,
  }
}
