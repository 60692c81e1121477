import { findMedia } from '#db/queries/media/files.ts'
import {
  copyRoom,
  deferWorkFile,
  type FileReading,
  findWorkFile,
  storeReading,
  takeWorkFile,
  takeWorkFileNow,
  type WorkFileRow,
} from '#db/queries/media/work-files.ts'
import { lockFile } from '#db/queries/upload/uploads.ts'
import { otherIpfsPath } from '#contract/rules/media.ts'
import { type MediaFacts, mediaKind } from '#contract/rules/media-files.ts'
import type { FileProblem } from '#contract/schemas/permanence.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { BodyTooLarge, boundedChunks } from '#worker/ledger/bounded-body.ts'
import { CopyQuota, storeCopy, stageCopy } from './copy-file.ts'
import { firstPartBytes, hasTooManyPixels, recognizeFile } from './recognize-file.ts'

const atOnce = 4
/**
 * Maximum number of files read in parallel from one host. Gateways of IPFS and Arweave may use all slots except one.
 */
const ofHost = 2
/** Limit per issuer, because one issuer may have many web servers that all hang. */
const ofIssuer = 2
const ofGateways = atOnce - 1
const gatewayHosts = ['ipfs', 'arweave']
/** The longest pause that a server may make in the middle of a file. */
const idleMs = 10_000
const firstPauseMs = 30_000
const longestPauseMs = 7 * 86_400_000

/** A problem that may not occur when the file is read again. */
class FileFailure extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Returns true for types of files that are copied: files that a page displays, and archives that it offers for
 * download.
 */
const isKept = (contentType: string) =>
  /^(?:image|video|audio|model)\//.test(contentType) ||
  ['text/html', 'application/pdf', 'application/zip'].includes(contentType)

const unknownFacts: MediaFacts = { contentType: 'application/octet-stream', width: null, height: null }
const isFilm = ({ contentType, width }: MediaFacts) => contentType.startsWith('video/') && width === null

/** Finds the first part of a file. A "#" or "?" in the path may begin text that is not part of the file's name. */
async function findFirstPart({ ipfs }: Context, longest: string) {
  for (const path of [longest, otherIpfsPath(longest)]) {
    const part = path === null ? null : await ipfs.findPart(path, { first: firstPartBytes })
    if (path !== null && part !== null) return { path, ...part }
  }
  return null
}

/** Throws FileFailure if the gateways return something other than a file for a path. */
async function requireFile({ ipfs }: Context, path: string): Promise<void> {
  const file = await ipfs.find(path)
  await file?.body.cancel()
  if (file === null) throw new FileFailure(ipfs.isFolder(path) ? 'folder' : 'unreachable')
}

async function readFromIpfs(context: Context, row: WorkFileRow): Promise<FileReading> {
  const { db, ipfs } = context
  const ownFile = await findMedia(db.http, row.address)
  if (ownFile !== null) {
    const { contentType, width, height, bytes } = ownFile
    return { facts: { contentType, width, height }, kind: mediaKind(contentType), bytes, verified: true }
  }
  const first = await findFirstPart(context, row.address)
  if (first === null) throw new FileFailure('unreachable')
  let facts = (await recognizeFile(first.bytes)) ?? unknownFacts
  // Gateways return the listing of a folder as an HTML page.
  if (facts.contentType === 'text/html') await requireFile(context, first.path)
  if (isFilm(facts) && (first.wholeBytes ?? 0) > first.bytes.length) {
    const last = await ipfs.findPart(first.path, { last: firstPartBytes })
    facts = (await recognizeFile(first.bytes, last?.bytes)) ?? unknownFacts
  }
  return {
    facts,
    kind: mediaKind(facts.contentType),
    bytes: first.wholeBytes,
    address: first.path,
  }
}

/** Joins chunks up to the size of a first part, and returns all chunks again. */
async function readAhead(chunks: AsyncGenerator<Uint8Array>) {
  const bufferedChunks: Uint8Array[] = []
  let bytes = 0
  while (bytes < firstPartBytes) {
    const next = await chunks.next()
    if (next.done === true) break
    bufferedChunks.push(next.value)
    bytes += next.value.length
  }
  async function* wholeFile() {
    yield* bufferedChunks
    yield* chunks
  }
  return { head: Buffer.concat(bufferedChunks), all: wholeFile() }
}

async function* inlineChunks(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content, 'base64')
}

/** Returns the chunks of a file that is not on IPFS. Throws FileFailure. */
async function findChunks(
  { webFiles, settings }: Context,
  { place, address, content }: WorkFileRow,
  room: number,
): Promise<AsyncGenerator<Uint8Array>> {
  if (place === 'inline') return inlineChunks(content ?? '')
  const path = address.split('/').map(encodeURIComponent).join('/')
  const file = await webFiles.findFile(place === 'web' ? address : `${settings.arweaveGateway}/${path}`)
  if ('problem' in file) throw new FileFailure(file.isFinal ? 'address' : 'unreachable')
  const announcedBytes = file.announcedBytes ?? 0
  if (announcedBytes > room) {
    await file.body.cancel()
    if (announcedBytes > settings.copies.fileBytes) throw new FileFailure('size')
    throw new BodyTooLarge(`The server announces ${announcedBytes} bytes.`)
  }
  return boundedChunks(file.body, { maxBytes: room, idleMs })
}

/** Copies a file that is not on IPFS to our store. Throws FileFailure, CopyQuota, BodyTooLarge. */
async function copyFromElsewhere(context: Context, row: WorkFileRow): Promise<void> {
  const { fileBytes, issuerBytes, totalBytes } = context.settings.copies
  // A file that exceeds the remaining quota is not downloaded completely.
  const room = await copyRoom(context.db.http, row.issuer, { issuer: issuerBytes, total: totalBytes })
  if (room === 0) throw new CopyQuota('The quota for copies is used up.')
  try {
    await copyWithin(context, row, Math.min(room, fileBytes))
  } catch (error) {
    throw error instanceof BodyTooLarge && room < fileBytes ? new CopyQuota(error.message) : error
  }
}

/** Copies a file of at most `room` bytes. */
async function copyWithin(context: Context, row: WorkFileRow, room: number): Promise<void> {
  const chunks = await findChunks(context, row, room)
  try {
    const { head, all: wholeFile } = await readAhead(chunks)
    const facts = await recognizeFile(head)
    if (facts === null || !isKept(facts.contentType)) throw new FileFailure('type')
    if (hasTooManyPixels(facts)) throw new FileFailure('pixels')
    const copy = await stageCopy(context, row.src.slice(row.src.lastIndexOf('/') + 1), wholeFile)
    const whole = isFilm(facts) ? ((await recognizeFile(head, copy.tail)) ?? facts) : facts
    try {
      await context.db.transaction(async (tx) => {
        // The works that name the file may have been burned in the meantime.
        await lockFile(tx, row.src)
        if ((await findWorkFile(tx, row.src)) === null) return
        await storeCopy(context, tx, copy, { issuer: row.issuer, contentType: whole.contentType })
        const { hash, bytes } = copy
        await storeReading(tx, row.src, {
          facts: whole,
          kind: mediaKind(whole.contentType),
          bytes,
          hash,
          // These addresses do not determine the bytes. An inline file is part of the metadata.
          ...(row.place === 'inline' ? {} : { verified: false }),
        })
      })
    } finally {
      if (copy.content === null) await context.storage.remove(copy.key)
    }
  } finally {
    await chunks.return(undefined)
  }
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof FileFailure) return error.problem
  if (error instanceof CopyQuota) return 'quota'
  return error instanceof BodyTooLarge ? 'size' : 'unreachable'
}

const mayPass = (problem: FileProblem) => problem === 'unreachable' || problem === 'quota'

/**
 * Detects the type of a file by its first bytes, and copies it to our store unless it is on IPFS. Updates the metadata
 * of all tokens that name the file. A file that cannot be read now is retried with growing pauses.
 */
async function readWorkFile(context: Context, row: WorkFileRow): Promise<void> {
  const { db, log, now } = context
  try {
    if (row.place !== 'ipfs') return await copyFromElsewhere(context, row)
    const fileReading = await readFromIpfs(context, row)
    await db.transaction((tx) => storeReading(tx, row.src, fileReading))
    if (hasTooManyPixels(fileReading.facts)) throw new FileFailure('pixels')
  } catch (error) {
    const problem = problemOf(error)
    const pause = Math.min(firstPauseMs * 2 ** Math.min(row.tries, 20), longestPauseMs)
    log.info('work_file_not_read', { src: row.src, problem, ...errorFacts(error) })
    await deferWorkFile(db.http, row.src, {
      error: problem,
      tries: row.tries + 1,
      dueAt: mayPass(problem) ? new Date(now().getTime() + pause) : null,
    })
  }
}

/** Reads a file that a visitor requests if it is due. Returns false if it is not. */
export async function readWorkFileNow(context: Context, src: string): Promise<boolean> {
  const row = await takeWorkFileNow(context.db.http, src)
  if (row === null) return false
  await readWorkFile(context, row)
  return true
}

/**
 * Reads files that are due, a few at a time, until none is left or the deadline has passed. Hosts that hang do not
 * delay the files of other issuers.
 */
export async function readWorkFiles(context: Context, deadline: Date): Promise<number> {
  const underway: WorkFileRow[] = []
  let count = 0
  let afterHost = ''
  /** Returns the values of a column that at least this many of the files in progress have. */
  const atLimit = (column: 'host' | 'issuer', rows: WorkFileRow[], limitOf: (value: string) => number) =>
    [...new Set(rows.map((row) => row[column]))].filter(
      (value) => rows.filter((row) => row[column] === value).length >= limitOf(value),
    )
  async function runLine(): Promise<void> {
    while (context.now() < deadline) {
      const onWeb = underway.filter(({ place }) => place === 'web')
      const row = await takeWorkFile(
        context.db.http,
        {
          hosts: atLimit('host', underway, (host) => (gatewayHosts.includes(host) ? ofGateways : ofHost)),
          issuers: atLimit('issuer', onWeb, () => ofIssuer),
        },
        afterHost,
      )
      if (row === null) return
      if (row.place === 'web') afterHost = row.host
      underway.push(row)
      await readWorkFile(context, row)
      underway.splice(underway.indexOf(row), 1)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runLine))
  return count
}
