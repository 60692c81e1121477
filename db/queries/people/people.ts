import { and, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { profiles } from '#db/schema/profiles.ts'
import { parseRows } from '#db/sql/rows.ts'
import { isShown, isVerified, ownProfile } from '#db/sql/shown-names.ts'

export const personColumns = {
  account: profiles.account,
  name: profiles.name,
  avatarCid: profiles.avatarCid,
  verified: isVerified(ownProfile),
}

export type PersonRow = Awaited<ReturnType<typeof queryPeople>>[number]

/** Reads the display data of accounts; `addresses` is the content of the parentheses of an `in`. */
export function queryPeople(db: Reader, addresses: SQL) {
  return db
    .select(personColumns)
    .from(profiles)
    .where(and(sql`${profiles.account} in (${addresses})`, isShown()))
}

/**
 * Selects the display data of accounts within each row, for pages whose accounts cannot be listed in a separate
 * statement; `accounts` are columns of the row.
 */
export function peopleAmong(accounts: SQL) {
  return sql<
    PersonRow[] | null
  >`(select jsonb_agg(jsonb_build_object('account', profiles.account, 'name', profiles.name,
    'avatarCid', profiles.avatar_cid, 'verified', ${isVerified(ownProfile)}))
    from profiles where profiles.account in (${accounts}) and ${isShown()})`
}

/** Selects the given accounts. */
export const accountList = (accounts: string[]): SQL => sql`select unnest(${sql.param(accounts)}::text[])`

/** Returns the people on the page of a token. */
export const queryPeopleOfToken = (db: Reader, id: string, issuer: string, events: number) =>
  queryPeople(db, accountsOfToken(id, issuer, events))

/** Selects the accounts on the page of a token: its parties, and the parties of its open offers and latest events. */
export const accountsOfToken = (id: string, issuer: string, events: number): SQL => sql`
  select owner from nfts where id = ${id} union select ${issuer}
  union select owner from offers where nft_id = ${id} and state = 'open'
  union select destination from offers where nft_id = ${id} and state = 'open'
  union select unnest(array[seller, buyer]) from (select seller, buyer from history where nft_id = ${id}
    order by ledger_index desc, position desc limit ${events}) latest
  union select paid.destination from batch_payments paid join history event on event.parent_batch_id = paid.parent_batch_id
    where event.nft_id = ${id}`

/** Returns the issuer of a collection and the payees of its works. */
export const queryPeopleOfCollection = (db: Reader, id: string) =>
  queryPeople(
    db,
    sql`${issuerOfCollection(id)} union select p.account from split_payees p join collections c on c.split_id = p.split_id where c.id = ${id}`,
  )

export const issuerOfCollection = (id: string): SQL => sql`select issuer from collections where id = ${id}`

/** Returns the issuers of featured tokens. */
export const queryPeopleOfFeatured = (db: Reader) =>
  queryPeople(db, sql`select issuer from nfts where featured_at is not null and not burned`)

/** Selects the accounts whose offers an account sees: offers on its tokens, and offers addressed to it. */
export const accountsOfOffers = (account: string): SQL => sql`
  select offer.owner from offers offer join nfts token on token.id = offer.nft_id
    where token.owner = ${account} and not token.burned and offer.state = 'open'
  union select owner from offers where destination = ${account} and state = 'open'`

/** Selects the other parties of an account's sales, purchases and transfers. */
export const accountsOfHistory = (account: string, events: number): SQL => sql`
  select unnest(array[seller, buyer]) from (select seller, buyer from history
    where (seller = ${account} or buyer = ${account}) and type in ('sale', 'transfer')
    order by ledger_index desc, position desc limit ${events}) latest`

/**
 * Selects the accounts in the marketplace's pending work: those of stuck requests, and artists who are owed a payout.
 */
export const accountsOfWork = (stuckBefore: Date): SQL => sql`
  select account from sign_requests where state in ('created', 'signed', 'drawing') and purpose <> 'sign_in'
    and account is not null and created_at < ${stuckBefore.toISOString()}::timestamptz
  union select artist from payouts where state = 'owed'`

/** Lists the names of verified collections and artists, except those of `issuer`. */
export async function listVerifiedNames(db: Reader, issuer: string): Promise<string[]> {
  const rows = await db.execute(sql`
    select name from collections where verified and issuer <> ${issuer}
    union select name from profiles where account <> ${issuer}
      and account in (select issuer from collections where verified) limit 5000`)
  return parseRows(v.object({ name: v.string() }), rows).map(({ name }) => name)
}

export function listUnnormalizedNames(db: Executor, limit: number) {
  return db
    .select({ account: profiles.account, name: profiles.name })
    .from(profiles)
    .where(isNull(profiles.skeleton))
    .limit(limit)
}

/** Stores the skeletons of names that have not changed since they were read. */
export async function storeSkeletons(
  db: Executor,
  rows: { account: string; name: string; skeleton: string }[],
): Promise<void> {
  const column = (name: 'account' | 'name' | 'skeleton') => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    update profiles p set skeleton = s.skeleton
    from unnest(${column('account')}::text[], ${column('name')}::text[], ${column('skeleton')}::text[]) as s(account, name, skeleton)
    where p.account = s.account and p.name = s.name and p.skeleton is null`)
}
