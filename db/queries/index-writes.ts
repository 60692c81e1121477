import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerCursor } from '#db/schema/flows.ts'
import { auctions, history, nfts, offers } from '#db/schema/tokens.ts'

type NftRow = typeof nfts.$inferInsert
type OfferRow = typeof offers.$inferInsert
type HistoryRow = typeof history.$inferInsert

/** Postgres takes at most 65,535 parameters in a statement. */
const chunkSize = 2000

async function inChunks<T>(rows: T[], write: (chunk: T[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += chunkSize)
    await write(rows.slice(start, start + chunkSize))
}

const excluded = (column: string) => sql.raw(`excluded.${column}`)

/** Tokens as the ledger shows them; an older state never overwrites a newer one. */
export function writeNfts(tx: Executor, rows: NftRow[]) {
  return inChunks(rows, (chunk) =>
    tx
      .insert(nfts)
      .values(chunk)
      .onConflictDoUpdate({
        target: nfts.id,
        set: {
          owner: excluded('owner'),
          uri: excluded('uri'),
          burned: excluded('burned'),
          stateLedger: excluded('state_ledger'),
          statePosition: excluded('state_position'),
          mintedAt: sql`coalesce(${nfts.mintedAt}, excluded.minted_at)`,
          metadataState: sql`case when ${nfts.uri} is distinct from excluded.uri then excluded.metadata_state else ${nfts.metadataState} end`,
          metadataDueAt: sql`case when ${nfts.uri} is distinct from excluded.uri then excluded.metadata_due_at else ${nfts.metadataDueAt} end`,
          metadataTries: sql`case when ${nfts.uri} is distinct from excluded.uri then 0 else ${nfts.metadataTries} end`,
        },
        setWhere: sql`(excluded.state_ledger, excluded.state_position) > (${nfts.stateLedger}, ${nfts.statePosition})`,
      }),
  )
}

/** Offers that came or went. An offer index is never used again, so an ended offer stays ended whatever comes later. */
export function writeOffers(tx: Executor, rows: OfferRow[]) {
  return inChunks(rows, (chunk) =>
    tx
      .insert(offers)
      .values(chunk)
      .onConflictDoUpdate({
        target: offers.id,
        set: {
          state: sql`case when ${offers.state} = 'open' then excluded.state else ${offers.state} end`,
          endedLedger: sql`coalesce(${offers.endedLedger}, excluded.ended_ledger)`,
          createdLedger: sql`least(${offers.createdLedger}, excluded.created_ledger)`,
        },
        setWhere: sql`(${offers.state} = 'open' and excluded.state <> 'open') or excluded.created_ledger < ${offers.createdLedger}`,
      }),
  )
}

export function writeHistory(tx: Executor, rows: HistoryRow[]) {
  return inChunks(rows, (chunk) => tx.insert(history).values(chunk).onConflictDoNothing())
}

/** Held until the transaction ends: whoever applies transactions to the index waits for its turn. */
export async function lockIndex(tx: Executor) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('opx/index'))`)
}

/** A sale, transfer or burn of the token, or the end of its sell offer, ends an auction. */
export async function endAuctions(
  tx: Executor,
  ended: { accepted: string[]; cancelled: string[]; movedNfts: string[] },
) {
  const running = eq(auctions.state, 'running')
  if (ended.accepted.length > 0) {
    await tx
      .update(auctions)
      .set({ state: 'settled' })
      .where(and(running, inArray(auctions.offerId, ended.accepted)))
  }
  if (ended.cancelled.length > 0) {
    await tx
      .update(auctions)
      .set({ state: 'cancelled' })
      .where(and(running, inArray(auctions.offerId, ended.cancelled)))
  }
  if (ended.movedNfts.length > 0) {
    // As the token stands now: an old move that is applied again must not end a newer auction.
    await tx
      .update(auctions)
      .set({ state: 'cancelled' })
      .where(
        and(
          running,
          inArray(auctions.nftId, ended.movedNfts),
          sql`exists (select 1 from ${nfts} where ${nfts.id} = ${auctions.nftId} and (${nfts.burned} or ${nfts.owner} <> ${auctions.seller}))`,
        ),
      )
  }
}

const cursorName = 'follower'

export interface Cursor {
  ledgerIndex: number
  ledgerHash: string
  closedAt: Date
}

export function queryCursor(db: Reader) {
  return db.select().from(ledgerCursor).where(eq(ledgerCursor.name, cursorName))
}

export async function findCursor(db: Reader): Promise<Cursor | null> {
  const [row] = await queryCursor(db)
  return row ?? null
}

/** Sets the first cursor; leaves one that is there alone. */
export async function startCursor(db: Executor, cursor: Cursor) {
  await db
    .insert(ledgerCursor)
    .values({ name: cursorName, ...cursor })
    .onConflictDoNothing()
}

/** Moves the cursor by exactly one ledger. False when another follower was here first. */
export async function moveCursor(tx: Executor, to: Cursor): Promise<boolean> {
  const moved = await tx
    .update(ledgerCursor)
    .set(to)
    .where(and(eq(ledgerCursor.name, cursorName), eq(ledgerCursor.ledgerIndex, to.ledgerIndex - 1)))
    .returning({ name: ledgerCursor.name })
  return moved.length === 1
}
