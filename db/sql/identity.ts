import { type SQL, sql } from 'drizzle-orm'

/** Issuer and taxon of a collection: as values, or as expressions that find them by its `id`. */
export interface Identity {
  id?: string | SQL
  issuer: string | SQL
  taxon: number | SQL
}

/** The part of an NFTokenID that is the account of a collection's issuer (XLS-20), from one of its tokens. */
export const issuerPart = ({ issuer, taxon }: Identity) =>
  sql`(select substr(id, 9, 40) from nfts where issuer = ${issuer} and taxon = ${taxon} order by sequence limit 1)`

/** Used by the first read of a collection, which then needs no additional round trip. */
export function identityById(id: string | SQL): Identity {
  return {
    id,
    issuer: sql`(select issuer from collections where id = ${id})`,
    taxon: sql`(select taxon from collections where id = ${id})`,
  }
}
