import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** True if an account issues a verified collection. */
export const isVerified = (account: SQL) =>
  sql<boolean>`exists (select 1 from collections issued where issued.issuer = ${account} and issued.verified)`

/** The account column of `profiles`. */
export const ownProfile = sql`profiles.account`

/** True if a different, verified artist has a name that looks like this one. */
const resemblesVerified = (skeleton: SQL) =>
  sql`exists (select 1 from profiles other
    where other.skeleton = ${skeleton} and other.account <> ${ownProfile} and ${isVerified(sql`other.account`)})`

/** True if a name cannot be mistaken for a verified artist's name. Names with an empty skeleton are never shown. */
export const isShown = (): SQL =>
  sql`profiles.skeleton <> '' and (${isVerified(ownProfile)} or not ${resemblesVerified(sql`profiles.skeleton`)})`

/**
 * Selects the profile name of an account; null if it has none or the name may not be shown. `account` is a column of
 * the row.
 */
export const shownName = (account: SQLWrapper) =>
  sql<
    string | null
  >`(select profiles.name from profiles where profiles.account = ${account} and ${isShown()})`
