import * as v from 'valibot'
import { DrawAnchorsReply, DrawEpochsReply, DrawsReply } from './draw-records.ts'
import { seedsPerChain } from './draws.ts'
import type { DrawProgress, DrawRecord } from './inquiry.ts'

/** The site returned no record, or an unreadable one. */
export class RecordProblem extends Error {
  readonly isMalformed: boolean

  constructor(message: string, isMalformed: boolean) {
    super(message)
    this.isMalformed = isMalformed
  }
}

/** Fetches a path of the site and returns the reply. Throws if there is none. */
export type GetReply = (path: string) => Promise<unknown>

const end = -1
/**
 * Maximum length of each list: a collection has one chain of seeds. A longer record, or an empty page before the last,
 * is refused.
 */
const maxEntries = seedsPerChain

async function fetchParsed<S extends v.GenericSchema>(get: GetReply, path: string, schema: S) {
  let reply: unknown
  try {
    reply = await get(path)
  } catch (error) {
    throw new RecordProblem(error instanceof Error ? error.message : 'The site does not answer.', false)
  }
  const result = v.safeParse(schema, reply)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new RecordProblem(
    `${v.getDotPath(issue) ?? 'reply'} of ${path.split('?')[0]}: ${issue.message}`,
    true,
  )
}

/**
 * Reads all pages, newest first; `onPage` returns the number of entries so far. Markers fall, so a list cannot continue
 * forever.
 */
async function readPages<S extends v.GenericSchema<unknown, { marker: number }>>(
  get: GetReply,
  path: string,
  schema: S,
  onPage: (reply: v.InferOutput<S>) => number,
) {
  let entries = 0
  let marker: number | null = null
  do {
    const reply: v.InferOutput<S> = await fetchParsed(
      get,
      marker === null ? path : `${path}&marker=${marker}`,
      schema,
    )
    const count = onPage(reply)
    const goesOn = count > entries && count <= maxEntries
    entries = count
    const isNext = reply.marker >= 0 && (marker === null || reply.marker < marker)
    if (reply.marker !== end && !(goesOn && isNext))
      throw new RecordProblem(`the pages of ${path.split('?')[0]} do not end`, true)
    marker = reply.marker
  } while (marker !== end)
}

/**
 * Reads all lists. Draws are read before the lists that they refer to, because a list that is read later is never
 * older.
 */
async function readOnce(
  get: GetReply,
  collection: string,
  report: (progress: DrawProgress) => void,
): Promise<DrawRecord> {
  const query = `?id=${encodeURIComponent(collection)}`
  const record: { first: DrawsReply | null } & Pick<DrawRecord, 'draws' | 'anchors' | 'epochs'> = {
    first: null,
    draws: [],
    anchors: [],
    epochs: [],
  }
  await readPages(get, `/api/collection/draws${query}`, DrawsReply, (reply) => {
    record.first ??= reply
    record.draws.push(...reply.draws)
    report({ stage: 'record', done: record.draws.length, total: record.first.counts.draws })
    return record.draws.length
  })
  await readPages(get, `/api/collection/draws/anchors${query}`, DrawAnchorsReply, ({ anchors }) =>
    record.anchors.push(...anchors),
  )
  await readPages(get, `/api/collection/draws/epochs${query}`, DrawEpochsReply, ({ epochs }) =>
    record.epochs.push(...epochs),
  )
  const { first, draws, anchors, epochs } = record
  if (first === null) throw new RecordProblem('the record is empty', true)
  const { collection: about, marketplace, ledgerIndex, counts } = first
  // Excludes draws that were requested while the record was read. The next verification includes them.
  const rows = draws.filter(({ number }) => number <= (first.draws[0]?.number ?? 0))
  return { collection: about, marketplace, ledgerIndex, counts, draws: rows, anchors, epochs }
}

/** Draws can end while their pages are read. Counts from an earlier moment are no reason to refuse a record. */
const maxReadings = 3

const countedStates = ({ draws }: DrawRecord) =>
  draws.filter(({ state }) => state === 'lapsed' || state === 'sold' || state === 'withheld').length

/** Reads the record of a collection, once more if draws have ended in the meantime. Throws a `RecordProblem`. */
export async function readRecord(
  get: GetReply,
  collection: string,
  report: (progress: DrawProgress) => void,
): Promise<DrawRecord> {
  for (let attempt = 1; ; attempt += 1) {
    const record = await readOnce(get, collection, report)
    const { lapsed, sold, withheld } = record.counts
    if (countedStates(record) === lapsed + sold + withheld || attempt === maxReadings) return record
  }
}
