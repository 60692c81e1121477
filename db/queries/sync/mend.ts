import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { accountFunds } from '#db/schema/accounts.ts'
import { history } from '#db/schema/history.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import { givenFunds } from '#db/queries/ledger-index/derive.ts'

export type NftInsert = typeof nfts.$inferInsert
export type OfferInsert = typeof offers.$inferInsert
export type FundsInsert = typeof accountFunds.$inferInsert

/** Reads the indexed fields of tokens that can be compared with the ledger. */
export function readTokens(db: Executor | Reader, ids: string[]) {
  return db
    .select({
      id: nfts.id,
      owner: nfts.owner,
      burned: nfts.burned,
      uri: nfts.uri,
      mintedAt: nfts.mintedAt,
      stateLedger: nfts.stateLedger,
    })
    .from(nfts)
    .where(inArray(nfts.id, ids))
}

/**
 * Lists the unburned tokens of a collection (or the single token) that the index assigns to an account as of a ledger.
 */
export async function listHeld(
  db: Reader,
  of: { issuer: string; taxon: number; nftId: string | null },
  owner: string,
  ledgerIndex: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: nfts.id })
    .from(nfts)
    .where(
      and(
        eq(nfts.owner, owner),
        of.nftId === null ? and(eq(nfts.issuer, of.issuer), eq(nfts.taxon, of.taxon)) : eq(nfts.id, of.nftId),
        sql`not ${nfts.burned}`,
        lte(nfts.stateLedger, ledgerIndex),
      ),
    )
  return rows.map((row) => row.id)
}

/**
 * Overwrites tokens with the given state. Requires the index lock, and a comparison of the rows in the same
 * transaction.
 */
export async function overwriteTokens(tx: Executor, rows: NftInsert[]) {
  if (rows.length === 0) return
  const uriChanged = sql`${nfts.uri} is distinct from excluded.uri`
  await tx
    .insert(nfts)
    .values(rows)
    .onConflictDoUpdate({
      target: nfts.id,
      set: {
        owner: sql`excluded.owner`,
        uri: sql`excluded.uri`,
        burned: sql`excluded.burned`,
        stateLedger: sql`excluded.state_ledger`,
        statePosition: sql`excluded.state_position`,
        mintedAt: sql`coalesce(${nfts.mintedAt}, excluded.minted_at)`,
        metadataState: sql`case when ${uriChanged} then excluded.metadata_state else ${nfts.metadataState} end`,
        metadataDueAt: sql`case when ${uriChanged} then excluded.metadata_due_at else ${nfts.metadataDueAt} end`,
        metadataTries: sql`case when ${uriChanged} then 0 else ${nfts.metadataTries} end`,
        metadataReader: sql`case when ${uriChanged} then 0 else ${nfts.metadataReader} end`,
      },
    })
}

export type OfferState = Awaited<ReturnType<typeof readOffers>>[number]

/** Reads the indexed offers on the given tokens, and the offers with the given ids on any token. */
export function readOffers(db: Executor | Reader, nftIds: string[], ids: string[]) {
  return db
    .select()
    .from(offers)
    .where(or(inArray(offers.nftId, nftIds), inArray(offers.id, ids)))
}

export async function overwriteOffers(tx: Executor, rows: OfferInsert[]) {
  if (rows.length === 0) return
  await tx
    .insert(offers)
    .values(rows)
    .onConflictDoUpdate({
      target: offers.id,
      set: {
        nftId: sql`excluded.nft_id`,
        owner: sql`excluded.owner`,
        isSell: sql`excluded.is_sell`,
        amount: sql`excluded.amount`,
        amountDrops: sql`excluded.amount_drops`,
        destination: sql`excluded.destination`,
        expiration: sql`excluded.expiration`,
        state: sql`excluded.state`,
        createdLedger: sql`excluded.created_ledger`,
        endedLedger: sql`excluded.ended_ledger`,
      },
    })
}

/** Stores balances that differ, unless the index has a newer state. Returns the changed accounts. */
export async function mendFunds(tx: Executor, rows: FundsInsert[]): Promise<string[]> {
  if (rows.length === 0) return []
  const result = await tx
    .insert(accountFunds)
    .values(rows)
    .onConflictDoUpdate({
      target: accountFunds.account,
      set: givenFunds,
      setWhere: sql`${accountFunds.stateLedger} <= excluded.state_ledger
        and (${accountFunds.balanceDrops}, ${accountFunds.ownerCount}) is distinct from (excluded.balance_drops, excluded.owner_count)`,
    })
    .returning({ account: accountFunds.account })
  return result.map((row) => row.account)
}

/** Returns the ids of the tokens that are burned according to their events. */
export async function listBurned(db: Reader, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectDistinctOn([history.nftId], { id: history.nftId, type: history.type })
    .from(history)
    .where(and(inArray(history.nftId, ids), inArray(history.type, ['mint', 'sale', 'transfer', 'burn'])))
    .orderBy(history.nftId, desc(history.ledgerIndex), desc(history.position))
  return rows.filter((row) => row.type === 'burn').map((row) => row.id)
}

/**
 * Adds facts that only a token's history contains, if the index lacks them: the mint time, and a burned token's URI.
 */
export async function fillPast(
  tx: Executor,
  rows: { id: string; mintedAt: Date | null; uri: string | null }[],
) {
  if (rows.length === 0) return
  await tx.execute(sql`
    update nfts n set minted_at = coalesce(n.minted_at, p.minted_at),
      uri = case when n.burned then coalesce(n.uri, p.uri) else n.uri end
    from unnest(
      ${sql.param(rows.map((row) => row.id))}::text[],
      ${sql.param(rows.map((row) => row.mintedAt?.toISOString() ?? null))}::timestamptz[],
      ${sql.param(rows.map((row) => row.uri))}::text[]
    ) as p(id, minted_at, uri)
    where n.id = p.id and ((n.minted_at is null and p.minted_at is not null)
      or (n.burned and n.uri is null and p.uri is not null))`)
}
