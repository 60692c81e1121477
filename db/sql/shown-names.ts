import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** True if an account of `profiles`, or of the alias, issues a verified collection. */
export const isVerified = (account: SQL) =>
  sql<boolean>`exists (select 1 from collections issued where issued.issuer = ${account} and issued.verified)`

/** The account of `profiles`. */
export const ownProfile = sql`profiles.account`

/** A verified artist other than the account of `profiles`, whose name looks like this one. */
const resemblesVerified = (skeleton: SQL) =>
  sql`exists (select 1 from profiles other where other.skeleton = ${skeleton} and other.account <> ${ownProfile} and ${isVerified(sql`other.account`)})`

/** Names that cannot be mistaken for the name of a verified artist. An empty skeleton is a name that is never shown. */
export const isShown = (): SQL =>
  sql`profiles.skeleton <> '' and (${isVerified(ownProfile)} or not ${resemblesVerified(sql`profiles.skeleton`)})`

/** The name of an account's profile; null without one, and where it may not be shown. `account` is a column of the row. */
export const shownName = (account: SQLWrapper) =>
  sql<
    string | null
  >`(select profiles.name from profiles where profiles.account = ${account} and ${isShown()})`
