import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { batchPayments, history } from '#db/schema/history.ts'
import { auctions, offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import { toNumeric } from '#db/sql/bid-worth.ts'
import { eventColumns } from '#db/sql/history-step.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { madeForPurpose, removeListing } from '#db/queries/ledger-index/derive.ts'
import { parseRows } from '#db/sql/rows.ts'
import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'
import { metadataReader } from '#contract/schemas/nfts.ts'

export type NftRow = typeof nfts.$inferSelect
export type OfferRow = typeof offers.$inferSelect
export type AuctionRow = typeof auctions.$inferSelect
export type HistoryRow = typeof history.$inferSelect
export type BatchPaymentRow = typeof batchPayments.$inferSelect

export function queryNft(db: Reader, id: string) {
  return db.select().from(nfts).where(eq(nfts.id, id)).limit(1)
}

export function queryOffer(db: Reader, id: string) {
  return db.select().from(offers).where(eq(offers.id, id)).limit(1)
}

/**
 * Excludes the offer of an ended auction, which the marketplace cancels, and offers that their owner signed for a bid
 * or an auction.
 */
const isOpenOffer = (): SQL | undefined =>
  and(
    eq(offers.state, 'open'),
    sql`not exists (select 1 from ${auctions} where ${auctions.offerId} = ${offers.id} and ${auctions.state} <> 'running')`,
    sql`(not ${madeForPurpose} or exists (select 1 from ${auctions} where ${auctions.offerId} = ${offers.id}))`,
  )

// Returns the sort order of offers. Acceptable offers come first, so that unusable offers never displace them.
const offerOrder = (): SQL[] => [
  sql`${offers.problem} is not null`,
  desc(offers.isSell),
  sql`${offers.amountDrops} is null`,
  sql`${toNumeric(sql`${offers.amount}`)} * case when ${offers.isSell} then 1 else -1 end`,
  asc(offers.createdLedger),
  asc(offers.id),
]

/** Returns open offers: sell offers from the cheapest, then bids from the highest. */
export function queryOpenOffers(db: Reader, nftId: string) {
  return db
    .select()
    .from(offers)
    .where(and(eq(offers.nftId, nftId), isOpenOffer()))
    .orderBy(...offerOrder())
    .limit(200)
}

/** Returns the first open sell offers of each token, in the same order. */
export function querySellOffers(db: Reader, nftIds: string[]) {
  const first = sql`select ${offers.id} as id from ${offers}
    where ${offers.nftId} = wanted.id and ${offers.isSell} and ${isOpenOffer()}
    order by ${sql.join(offerOrder(), sql`, `)} limit 20`
  return db
    .select()
    .from(offers)
    .where(
      sql`${offers.id} in (select picked.id from unnest(${sql.param(nftIds)}::text[]) wanted (id) cross join lateral (${first}) picked)`,
    )
    .orderBy(...offerOrder())
}

/** Returns the events of a token, newest first. */
export function queryHistory(db: Reader, nftId: string, limit: number) {
  return db
    .select(eventColumns)
    .from(history)
    .where(eq(history.nftId, nftId))
    .orderBy(desc(history.ledgerIndex), desc(history.position), asc(history.type), asc(history.offerId))
    .limit(limit)
}

/** Returns the payments in the Batches of a token's events, in order. */
export function queryBatchPayments(db: Reader, nftId: string, limit: number) {
  return db
    .select()
    .from(batchPayments)
    .where(
      sql`${batchPayments.parentBatchId} in (select ${history.parentBatchId} from ${history}
        where ${history.nftId} = ${nftId} and ${history.parentBatchId} is not null)`,
    )
    .orderBy(asc(batchPayments.parentBatchId), asc(batchPayments.position))
    .limit(limit)
}

export function queryRunningAuction(db: Reader, nftId: string) {
  return db
    .select()
    .from(auctions)
    .where(and(eq(auctions.nftId, nftId), eq(auctions.state, 'running')))
    .limit(1)
}

/**
 * Inserts an auction. A token has at most one, and its offer is not a listing. If the offer has ended or the token has
 * moved in the meantime, the auction is inserted as cancelled and its offer is cancelled.
 */
export async function insertAuction(db: Executor, row: typeof auctions.$inferInsert) {
  const stands = sql`exists (select 1 from ${offers} join ${nfts} on ${nfts.id} = ${offers.nftId}
    where ${offers.id} = ${row.offerId} and ${offers.state} = 'open' and ${nfts.owner} = ${row.seller} and not ${nfts.burned})
    and not exists (select 1 from ${auctions} where ${auctions.nftId} = ${row.nftId} and ${auctions.state} = 'running')`
  await db
    .insert(auctions)
    .values({ ...row, state: sql`case when ${stands} then ${row.state} else 'cancelled' end` })
    .onConflictDoNothing()
  await removeListing(db, row.nftId, row.offerId)
}

export async function featureNft(db: Executor, id: string, at: Date | null) {
  await db.update(nfts).set({ featuredAt: at }).where(eq(nfts.id, id))
}

/** True if a token has this URI, or no URI if it is null. */
const hasUri = (uri: string | null) => (uri === null ? isNull(nfts.uri) : eq(nfts.uri, uri))

const isUndrawn = (marketplace: string) => sql`exists (select 1 from collections c
  where c.issuer = ${nfts.issuer} and c.taxon = ${nfts.taxon} and c.random and ${nfts.owner} in (c.issuer, ${marketplace}))`

const MetadataDue = v.object({
  id: v.string(),
  issuer: v.string(),
  taxon: v.number(),
  uri: v.nullable(v.string()),
  metadataTries: v.number(),
  /** True if the token has metadata that an older version of the reader has read. */
  again: v.boolean(),
})
export type MetadataDue = v.InferOutput<typeof MetadataDue>

/** True if an older version of the reader has read the metadata. */
const wasReadBefore = and(
  eq(nfts.metadataState, 'ready'),
  eq(nfts.burned, false),
  lt(nfts.metadataReader, metadataReader),
)

/**
 * Makes deferred metadata due because these tokens are being viewed now. It is deferred, for example, after a
 * bootstrap. Includes tokens without a URI if their issuer's domain was never read.
 */
export async function makeMetadataDue(db: Executor, ids: string[]) {
  const neverAsked = and(
    eq(nfts.metadataState, 'none'),
    isNull(nfts.uri),
    eq(nfts.burned, false),
    eq(nfts.metadataTries, 0),
  )
  await db
    .update(nfts)
    .set({
      metadataState: sql`case when ${nfts.metadataState} = 'ready' then 'ready' else 'pending' end`,
      metadataDueAt: sql`now()`,
    })
    .where(
      and(
        inArray(nfts.id, ids),
        isNull(nfts.metadataDueAt),
        or(eq(nfts.metadataState, 'pending'), neverAsked, wasReadBefore),
      ),
    )
}

/**
 * Lists tokens whose metadata is due: a few of each issuer, first tries before retries, so that one issuer's tokens do
 * not delay the others. Excludes tokens of random collections that their issuer or the marketplace still holds: pages
 * cannot disclose what the index does not know.
 */
export async function listMetadataDue(
  db: Executor,
  { marketplace }: MarketRules,
  { ofIssuer, limit }: { ofIssuer: number; limit: number },
): Promise<MetadataDue[]> {
  const isPending = sql`metadata_state = 'pending' and metadata_due_at is not null`
  const result = await db.execute(sql`
    with recursive issuers as (
      (select issuer from nfts where ${isPending} order by issuer limit 1)
      union all
      select (select n.issuer from nfts n where ${isPending} and n.issuer > issuers.issuer order by n.issuer limit 1)
      from issuers where issuers.issuer is not null
    )
    select due.id, due.issuer, due.taxon::float8 as taxon, due.uri, due.metadata_tries as "metadataTries", false as again
    from issuers cross join lateral (
      select id, issuer, taxon, uri, metadata_tries, metadata_due_at,
        row_number() over (order by metadata_tries, metadata_due_at) as place
      from ${nfts} where issuer = issuers.issuer and ${isPending} and metadata_due_at <= now()
        and not ${isUndrawn(marketplace)}
      order by metadata_tries, metadata_due_at limit ${ofIssuer}
    ) due
    order by due.metadata_tries > 0, due.place, due.metadata_due_at limit ${limit}`)
  return parseRows(MetadataDue, result)
}

/** Lists tokens whose metadata has not been needed yet. */
export function listMetadataUnneeded(
  db: Reader,
  { marketplace }: MarketRules,
  limit: number,
): Promise<MetadataDue[]> {
  const { id, issuer, taxon, uri, metadataTries } = nfts
  return db
    .select({ id, issuer, taxon, uri, metadataTries, again: sql<boolean>`false` })
    .from(nfts)
    .where(
      and(eq(nfts.metadataState, 'pending'), isNull(nfts.metadataDueAt), sql`not ${isUndrawn(marketplace)}`),
    )
    .limit(limit)
}

/** Lists tokens whose metadata an older version of the reader has read, most likely needed first. */
export async function listMetadataAgain(
  db: Executor,
  { marketplace }: MarketRules,
  limit: number,
): Promise<MetadataDue[]> {
  const select = (condition: SQL, order: SQL) => sql`(
    select id, issuer, taxon::float8 as taxon, uri, metadata_tries as "metadataTries", true as again
    from ${nfts} where ${wasReadBefore} and ${condition} and not ${isUndrawn(marketplace)}
    order by ${order} limit ${limit})`
  const result = await db.execute(sql`
    ${select(sql`metadata_due_at <= now()`, sql`metadata_due_at`)}
    union all ${select(sql`metadata_due_at is null`, sql`metadata_reader, (price_drops is null)`)}
    limit ${limit}`)
  return parseRows(MetadataDue, result)
}

/**
 * Keeps the metadata from the older reader version. It is read again at `dueAt`, or, if that is null, not again by this
 * version.
 */
export async function deferMetadataAgain(
  db: Executor,
  { id, uri }: Pick<MetadataDue, 'id' | 'uri'>,
  { tries, dueAt }: { tries: number; dueAt: Date | null },
) {
  await db
    .update(nfts)
    .set({
      metadataTries: tries,
      metadataDueAt: dueAt,
      ...(dueAt === null ? { metadataReader } : {}),
    })
    .where(and(eq(nfts.id, id), hasUri(uri), wasReadBefore))
}

/**
 * Counts a try before it begins, so that a document that crashes the process does not stay at the front of the queue.
 * Returns false if another run has begun the try or the token has changed.
 */
export async function beginMetadataTry(
  db: Executor,
  { id, uri, metadataTries, again: isReread }: MetadataDue,
  dueAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(nfts)
    .set({ metadataTries: metadataTries + 1, metadataDueAt: dueAt })
    .where(
      and(
        eq(nfts.id, id),
        hasUri(uri),
        eq(nfts.metadataTries, metadataTries),
        isReread ? wasReadBefore : eq(nfts.metadataState, 'pending'),
      ),
    )
    .returning({ id: nfts.id })
  return rows.length > 0
}

/** Returns a token of the list; null if its metadata is not due or must not be read yet. */
export async function findMetadataDue(
  db: Reader,
  { marketplace }: MarketRules,
  nftId: string,
): Promise<MetadataDue | null> {
  const { id, issuer, taxon, uri, metadataTries } = nfts
  const [token] = await db
    .select({ id, issuer, taxon, uri, metadataTries, again: sql<boolean>`false` })
    .from(nfts)
    .where(and(eq(id, nftId), eq(nfts.metadataState, 'pending'), sql`not ${isUndrawn(marketplace)}`))
  return token ?? null
}

/** Reads which of these works have metadata, so that it can be read again. */
export function queryMetadataRead(db: Reader, ids: string[]) {
  const { id, issuer, taxon, uri } = nfts
  return db
    .select({ id, issuer, taxon, uri, again: sql<boolean>`${nfts.metadataReader} < ${metadataReader}` })
    .from(nfts)
    .where(and(inArray(id, ids), eq(nfts.burned, false), eq(nfts.metadataState, 'ready')))
}

/** Makes unreadable metadata due again, unless it was tried within the last `seconds`. Returns true if it is due. */
export async function makeMetadataDueAgain(db: Executor, id: string, seconds: number): Promise<boolean> {
  const rows = await db
    .update(nfts)
    .set({
      metadataState: 'pending',
      metadataDueAt: sql`now()`,
      // Two concurrent calls count as one try.
      metadataTriedAt: sql`now()`,
      // A token that has used all its tries gets one more.
      metadataTries: sql`least(${nfts.metadataTries}, 7)`,
    })
    .where(
      and(
        eq(nfts.id, id),
        eq(nfts.burned, false),
        inArray(nfts.metadataState, ['pending', 'failed', 'none']),
        sql`${nfts.metadataTriedAt} < now() - ${seconds} * interval '1 second'`,
      ),
    )
    .returning({ id: nfts.id })
  return rows.length > 0
}

/** Returns when the metadata of a token was last tried, and whether it was read. */
export async function findMetadataTry(db: Reader, id: string) {
  const { metadataState, burned, metadataTriedAt: triedAt } = nfts
  const [token] = await db.select({ metadataState, burned, triedAt }).from(nfts).where(eq(nfts.id, id))
  return token ?? null
}

/**
 * Postpones a failed fetch, or gives up. A token without a URI has no metadata if its issuer's domain has none either.
 */
export async function deferMetadata(
  db: Executor,
  { id, uri }: Pick<MetadataDue, 'id' | 'uri'>,
  { tries, dueAt, problem }: { tries: number; dueAt: Date | null; problem: MetadataProblem },
) {
  const end = uri === null ? 'none' : 'failed'
  await db
    .update(nfts)
    .set({
      metadataTries: tries,
      metadataDueAt: dueAt,
      metadataState: dueAt === null ? end : 'pending',
      metadataProblem: problem,
      metadataTriedAt: sql`now()`,
    })
    // Only pending tokens: the marketplace's own mints may receive their metadata from the ledger while the gateways are
    // still being queried.
    .where(and(eq(nfts.id, id), hasUri(uri), eq(nfts.metadataState, 'pending')))
}
