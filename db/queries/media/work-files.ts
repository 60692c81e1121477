import { and, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { MediaFacts } from '#contract/rules/media-files.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { FileProblem } from '#contract/schemas/permanence.ts'
import type { Executor } from '#db/executor.ts'
import { nfts } from '#db/schema/tokens.ts'
import { webCopies, webStorage, workFiles, workFileUses } from '#db/schema/work-files.ts'

export type WorkFileRow = typeof workFiles.$inferSelect
export type NewWorkFile = typeof workFiles.$inferInsert

/**
 * Records the files named by a token's metadata and returns their stored rows. The rows stay locked until the
 * transaction ends, so that facts stored concurrently also reach the new metadata.
 */
export async function recordWorkFiles(
  tx: Executor,
  nftId: string,
  files: NewWorkFile[],
): Promise<WorkFileRow[]> {
  // Uses a fixed order, so that two tokens with the same files cannot deadlock.
  const sortedFiles = [...new Map(files.map((file) => [file.src, file])).values()].sort((a, b) =>
    a.src < b.src ? -1 : 1,
  )
  const sources = sortedFiles.map(({ src }) => src)
  await tx
    .delete(workFileUses)
    .where(
      and(
        eq(workFileUses.nftId, nftId),
        sources.length === 0 ? undefined : notInArray(workFileUses.src, sources),
      ),
    )
  if (sortedFiles.length === 0) return []
  const rows = await tx
    .insert(workFiles)
    .values(sortedFiles)
    .onConflictDoUpdate({ target: workFiles.src, set: { src: sql`excluded.src` } })
    .returning()
  await tx
    .insert(workFileUses)
    .values(sources.map((src) => ({ nftId, src })))
    .onConflictDoNothing()
  return rows
}

export function listWorkFiles(db: Executor, sources: string[]): Promise<WorkFileRow[]> {
  if (sources.length === 0) return Promise.resolve([])
  return db.select().from(workFiles).where(inArray(workFiles.src, sources))
}

export async function findWorkFile(db: Executor, src: string): Promise<WorkFileRow | null> {
  const [row] = await listWorkFiles(db, [src])
  return row ?? null
}

/** Seconds after which a file is due again if its reader crashed. */
const claimSeconds = 180
const claimUntil = { dueAt: sql`now() + make_interval(secs => ${claimSeconds})` }

/** Hosts and issuers that have reached their limit of concurrent reads. */
export interface BusyReaders {
  hosts: string[]
  /** Issuers at their limit. Only their files on web servers are excluded. */
  issuers: string[]
}

/**
 * Maximum number of web servers that one call considers, and of the oldest files whose hosts it adds. These limits keep
 * anyone from delaying others by naming many servers.
 */
const countLimits = { hosts: 500, oldest: 20 }

/**
 * Takes the file that has been due longest, preferring files that were never tried; null if none is due. Considers each
 * host once, so that the files of one host do not delay the others: gateways, the hosts of the oldest files, and web
 * servers with names after `afterHost`, starting over if none of these has a file.
 */
export async function takeWorkFile(
  db: Executor,
  busy: BusyReaders,
  afterHost = '',
): Promise<WorkFileRow | null> {
  const [row] = await db
    .update(workFiles)
    .set(claimUntil)
    .where(
      eq(
        workFiles.src,
        sql`(with recursive hosts as (
            (select host from work_files where due_at is not null and host > ${afterHost} order by host limit 1)
            union all
            select (select f.host from work_files f where f.due_at is not null and f.host > hosts.host order by f.host limit 1)
            from hosts where hosts.host is not null
          ), shown as (
            (select host from hosts where host is not null limit ${countLimits.hosts})
            union (select host from work_files where due_at <= now() order by due_at limit ${countLimits.oldest})
            union select unnest(array['ipfs', 'arweave', 'inline'])
          )
          select due.src from
            (select host from shown where host <> all(${sql.param(busy.hosts)}::text[])) free
            cross join lateral (
              select src, tries, due_at from work_files f where f.host = free.host and f.due_at <= now()
                and (f.place <> 'web' or f.issuer <> all(${sql.param(busy.issuers)}::text[]))
              order by f.due_at limit 1 for update skip locked
            ) due
          order by due.tries > 0, due.due_at limit 1)`,
      ),
    )
    .returning()
  return row === undefined && afterHost !== '' ? takeWorkFile(db, busy) : (row ?? null)
}

/** Takes a requested file if it is due. */
export async function takeWorkFileNow(db: Executor, src: string): Promise<WorkFileRow | null> {
  const [row] = await db
    .update(workFiles)
    .set(claimUntil)
    .where(and(eq(workFiles.src, src), sql`${workFiles.dueAt} <= now()`))
    .returning()
  return row ?? null
}

/**
 * Makes files of a token due that could not be fetched, unless the token was retried within the last `seconds`. Returns
 * their paths.
 */
export async function makeFilesDueAgain(db: Executor, id: string, seconds: number): Promise<string[]> {
  const waits = sql`error in ('unreachable', 'quota') and due_at > now()`
  const retriedRows = db.$with('retried').as(
    db
      .update(nfts)
      .set({ metadataTriedAt: sql`now()` })
      .where(
        and(
          eq(nfts.id, id),
          eq(nfts.burned, false),
          eq(nfts.metadataState, 'ready'),
          sql`coalesce(${nfts.metadataTriedAt}, '-infinity') < now() - ${seconds} * interval '1 second'`,
          sql`exists (select from work_file_uses join work_files using (src) where nft_id = ${nfts.id} and ${waits})`,
        ),
      )
      .returning({ id: nfts.id }),
  )
  const rows = await db
    .with(retriedRows)
    .update(workFiles)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        waits,
        sql`${workFiles.src} in (select src from work_file_uses where nft_id in (select id from retried))`,
      ),
    )
    .returning({ src: workFiles.src })
  return rows.map(({ src }) => src)
}

/** Facts that were read from a file. */
export interface FileReading {
  facts: MediaFacts
  kind: Media['kind']
  bytes: number | null
  /** The address at which the file was found, if it differs from the complete address. */
  address?: string
  hash?: string | null
  verified?: boolean | null
}

/**
 * Stores the facts about a file, and updates the metadata of the tokens that name it. Called in a transaction that has
 * locked the file's row, it cannot miss a token.
 */
export async function storeReading(tx: Executor, src: string, fileReading: FileReading): Promise<void> {
  const { facts, kind, bytes, address, hash, verified } = fileReading
  await tx
    .update(workFiles)
    .set({
      ...facts,
      bytes,
      ...(address === undefined ? {} : { address }),
      ...(hash === undefined ? {} : { hash }),
      ...(verified === undefined ? {} : { verified }),
      content: null,
      error: null,
      dueAt: null,
    })
    .where(eq(workFiles.src, src))
  const patch = sql`${JSON.stringify({ kind, ...facts, bytes })}::jsonb`
  const patchedField = (field: string) =>
    sql`case when ${nfts.metadata}->${field}::text->>'src' = ${src}
      then jsonb_build_object(${field}::text, ${nfts.metadata}->${field}::text || ${patch}) else '{}'::jsonb end`
  await tx.execute(sql`
    update nfts set metadata = metadata || ${patchedField('image')} || ${patchedField('animation')} || ${patchedField('attachment')}
      || case when jsonb_typeof(metadata->'files') = 'array' then jsonb_build_object('files', (
        select coalesce(jsonb_agg(case when file->>'src' = ${src} then file || ${patch} else file end order by place), '[]'::jsonb)
        from jsonb_array_elements(metadata->'files') with ordinality as f (file, place))) else '{}'::jsonb end
    where metadata is not null and id in (select nft_id from work_file_uses where src = ${src})`)
}

/** Schedules the next try after a failure, or none. */
export async function deferWorkFile(
  db: Executor,
  src: string,
  failure: { error: FileProblem; tries: number; dueAt: Date | null },
): Promise<void> {
  await db
    .update(workFiles)
    // Bytes that are not a file of a known type are no longer needed.
    .set(failure.dueAt === null ? { ...failure, content: null } : failure)
    .where(eq(workFiles.src, src))
}

/** Records whether the bytes of a file matched its address. */
export async function noteVerified(db: Executor, src: string, isVerified: boolean): Promise<void> {
  await db
    .update(workFiles)
    .set({ verified: isVerified })
    .where(
      and(
        eq(workFiles.src, src),
        or(isNull(workFiles.verified), sql`${workFiles.verified} <> ${isVerified}`),
      ),
    )
}

const isUncounted = (before: Date) =>
  and(eq(workFiles.place, 'ipfs'), or(isNull(workFiles.gatewaysAt), lt(workFiles.gatewaysAt, before)))

/** Returns which of these files have had no gateway count since `before`. */
export async function listUncounted(db: Executor, sources: string[], before: Date): Promise<string[]> {
  if (sources.length === 0) return []
  const rows = await db
    .select({ src: workFiles.src })
    .from(workFiles)
    .where(and(inArray(workFiles.src, sources), isUncounted(before)))
  return rows.map(({ src }) => src)
}

/**
 * Claims a file without a gateway count since `before`, so that only one caller counts; null if another caller has
 * claimed it.
 */
export async function claimForCount(
  db: Executor,
  src: string,
  before: Date,
  now: Date,
): Promise<WorkFileRow | null> {
  const [row] = await db
    .update(workFiles)
    .set({ gatewaysAt: now, gatewaysHaving: null, gatewaysAsked: null })
    .where(and(eq(workFiles.src, src), isUncounted(before)))
    .returning()
  return row ?? null
}

export async function storeCount(
  db: Executor,
  src: string,
  { havingCount, askedCount }: { havingCount: number; askedCount: number },
): Promise<void> {
  await db
    .update(workFiles)
    .set({ gatewaysHaving: havingCount, gatewaysAsked: askedCount })
    .where(eq(workFiles.src, src))
}

/** Returns how many bytes may still be copied for an issuer, within the quotas of the issuer and of the whole store. */
export async function copyRoom(
  db: Executor,
  issuer: string,
  limits: { issuer: number; total: number },
): Promise<number> {
  const rows = await db
    .select()
    .from(webStorage)
    .where(inArray(webStorage.issuer, [issuer, '']))
  const usedBytes = (name: string) => rows.find((row) => row.issuer === name)?.bytes ?? 0
  return Math.max(0, Math.min(limits.issuer - usedBytes(issuer), limits.total - usedBytes('')))
}

/**
 * Records a copy and counts its bytes for its issuer and in total, unless the same content is already stored. Returns
 * whether it is new; null, without counting anything, if a quota does not allow it. The caller must then roll back.
 */
export async function recordCopy(
  tx: Executor,
  copy: { hash: string; bytes: number; issuer: string },
  limits: { issuer: number; total: number },
): Promise<'new' | 'present' | null> {
  const rows = await tx
    .insert(webCopies)
    .values(copy)
    .onConflictDoNothing()
    .returning({ hash: webCopies.hash })
  if (rows.length === 0) return 'present'
  const countFiles = async (issuer: string, maxCount: number) => {
    await tx.insert(webStorage).values({ issuer, bytes: 0 }).onConflictDoNothing()
    const updatedRows = await tx
      .update(webStorage)
      .set({ bytes: sql`${webStorage.bytes} + ${copy.bytes}::bigint` })
      .where(
        and(
          eq(webStorage.issuer, issuer),
          sql`${webStorage.bytes} + ${copy.bytes}::bigint <= ${maxCount}::bigint`,
        ),
      )
      .returning({ issuer: webStorage.issuer })
    return updatedRows.length === 1
  }
  // Locks the issuer's row first, because fewer transactions compete for it.
  return (await countFiles(copy.issuer, limits.issuer)) && (await countFiles('', limits.total)) ? 'new' : null
}

/** True if any file is due. */
export const hasDueWorkFiles = sql`exists (select 1 from work_files where due_at <= now())`

/** Records a metadata document, for which only its availability on the gateways matters. */
export async function recordDocument(db: Executor, file: NewWorkFile): Promise<void> {
  await db
    .insert(workFiles)
    .values({ ...file, dueAt: null })
    .onConflictDoNothing()
}
