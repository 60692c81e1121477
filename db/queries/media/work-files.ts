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
 * Records the files that a token's metadata names, and returns them as they are known. They stay locked until the end of the
 * transaction, so that facts that are stored meanwhile reach the metadata that it stores.
 */
export async function recordWorkFiles(
  tx: Executor,
  nftId: string,
  files: NewWorkFile[],
): Promise<WorkFileRow[]> {
  // Always in the same order, so that two tokens with the same files cannot deadlock.
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

/** Seconds after which a file is due again whose reader has crashed. */
const claimSeconds = 180
const claimUntil = { dueAt: sql`now() + make_interval(secs => ${claimSeconds})` }

/** Hosts and issuers of which enough files are being read. */
export interface BusyReaders {
  hosts: string[]
  /** Only their files on web servers are left out. */
  issuers: string[]
}

/** A call looks at this many web servers, and at those of the oldest files: nobody delays others by naming many servers. */
const most = { hosts: 500, oldest: 20 }

/**
 * Takes the file that has been due longest, one that was never tried if there is any; null when there is none. Each host is looked at
 * once, so that the files of one host do not delay those of others: gateways, the hosts of the oldest files, and web servers whose
 * names follow `afterHost`, or the first ones when none of those has a file.
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
            (select host from hosts where host is not null limit ${most.hosts})
            union (select host from work_files where due_at <= now() order by due_at limit ${most.oldest})
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

/** Takes one file that somebody asks for, if it is due. */
export async function takeWorkFileNow(db: Executor, src: string): Promise<WorkFileRow | null> {
  const [row] = await db
    .update(workFiles)
    .set(claimUntil)
    .where(and(eq(workFiles.src, src), sql`${workFiles.dueAt} <= now()`))
    .returning()
  return row ?? null
}

/** Makes the files of a token due that could not be fetched, unless the token was retried in the last seconds. Returns their paths. */
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

/** Facts that a reader has read from a file. */
export interface FileReading {
  facts: MediaFacts
  kind: Media['kind']
  bytes: number | null
  /** Where the file was found, if not at the whole address. */
  address?: string
  hash?: string | null
  verified?: boolean | null
}

/**
 * Stores what is known about a file, also in the metadata of the tokens that name it. A caller in a transaction that has locked the
 * file's row cannot miss a token.
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

/** After a try that failed: the next one, or none. */
export async function deferWorkFile(
  db: Executor,
  src: string,
  failure: { error: FileProblem; tries: number; dueAt: Date | null },
): Promise<void> {
  await db
    .update(workFiles)
    // Bytes that are no file of a known type are not needed again.
    .set(failure.dueAt === null ? { ...failure, content: null } : failure)
    .where(eq(workFiles.src, src))
}

/** Records whether the bytes of a file matched its address. */
export async function noteVerified(db: Executor, src: string, verified: boolean): Promise<void> {
  await db
    .update(workFiles)
    .set({ verified })
    .where(
      and(eq(workFiles.src, src), or(isNull(workFiles.verified), sql`${workFiles.verified} <> ${verified}`)),
    )
}

const isUncounted = (before: Date) =>
  and(eq(workFiles.place, 'ipfs'), or(isNull(workFiles.gatewaysAt), lt(workFiles.gatewaysAt, before)))

/** Which of these files had their gateways not counted since `before`. */
export async function listUncounted(db: Executor, sources: string[], before: Date): Promise<string[]> {
  if (sources.length === 0) return []
  const rows = await db
    .select({ src: workFiles.src })
    .from(workFiles)
    .where(and(inArray(workFiles.src, sources), isUncounted(before)))
  return rows.map(({ src }) => src)
}

/** Takes a file whose gateways were not counted since `before`, for one caller, who counts them. Null when another one has. */
export async function takeForCount(
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
  { having, asked }: { having: number; asked: number },
): Promise<void> {
  await db
    .update(workFiles)
    .set({ gatewaysHaving: having, gatewaysAsked: asked })
    .where(eq(workFiles.src, src))
}

/** Returns how many bytes an issuer may still have copied, as the quotas of the issuer and of the whole store leave them. */
export async function copyRoom(
  db: Executor,
  issuer: string,
  limits: { issuer: number; total: number },
): Promise<number> {
  const rows = await db
    .select()
    .from(webStorage)
    .where(inArray(webStorage.issuer, [issuer, '']))
  const used = (name: string) => rows.find((row) => row.issuer === name)?.bytes ?? 0
  return Math.max(0, Math.min(limits.issuer - used(issuer), limits.total - used('')))
}

/**
 * Records a copy, and counts its bytes for its issuer and for all, unless the same content is there. Returns whether it is new; null,
 * with nothing counted, when a quota does not admit it. The caller rolls back then.
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
  const countFiles = async (issuer: string, most: number) => {
    await tx.insert(webStorage).values({ issuer, bytes: 0 }).onConflictDoNothing()
    const updatedRows = await tx
      .update(webStorage)
      .set({ bytes: sql`${webStorage.bytes} + ${copy.bytes}::bigint` })
      .where(
        and(
          eq(webStorage.issuer, issuer),
          sql`${webStorage.bytes} + ${copy.bytes}::bigint <= ${most}::bigint`,
        ),
      )
      .returning({ issuer: webStorage.issuer })
    return updatedRows.length === 1
  }
  // The issuer first: its row is free more often.
  return (await countFiles(copy.issuer, limits.issuer)) && (await countFiles('', limits.total)) ? 'new' : null
}

/** True if any file is due. */
export const hasDueWorkFiles = sql`exists (select 1 from work_files where due_at <= now())`

/** Records a metadata document, of which only its presence on the gateways is of interest. */
export async function recordDocument(db: Executor, file: NewWorkFile): Promise<void> {
  await db
    .insert(workFiles)
    .values({ ...file, dueAt: null })
    .onConflictDoNothing()
}
