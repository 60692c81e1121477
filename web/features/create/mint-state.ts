import { t } from '#web/messages.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import { freshRow, type RunRow, type RunState, start } from '#web/wallet/runs/run-state.ts'

/** The request body from which rows are minted. */
export interface MintJob {
  title: string
  /** URL of the media file if it is a picture. */
  picture: string | null
  /** The media file, so that the work can be edited again if it is refused. Jobs stored by earlier versions lack it. */
  display?: KeptFile
  /** Set if the collection mints on demand: no signature is needed, and the NFT is minted at its sale. */
  demand: { amount?: string } | null
  fields: {
    metadata: string
    taxon: string
    royalty: string
    thumbnailCid: string
    attachmentCid?: string
    posterCid?: string
    burnable: 'true' | 'false'
    onlyXRP: 'true' | 'false'
  }
  /** Used only if the mint is signed now. */
  mint: { transferable: 'true' | 'false'; transaction_memo?: string }
}

export interface MintState extends RunState {
  /**
   * The rows by row key. The marketplace mints at most one NFT per row key. `price` is the listing price after the mint, in
   * XRP.
   */
  rows: Record<string, RunRow & { job: string; label: string; price?: string }>
  jobs: Record<string, MintJob>
  /** Number of works of earlier portions that are saved, so that their rows were removed. */
  saved?: number
}

export const emptyMints: MintState = { rows: {}, queue: [], jobs: {} }

interface QueuedJob {
  job: MintJob
  count: number
  /** Row key of a job for one NFT. Adding the job again, after a reload or in a second tab, reuses the row. */
  key?: string
  price?: string
}

/** Queues each job `count` times. */
export function addJobs(state: MintState, jobs: readonly QueuedJob[]): MintState {
  let next = state
  for (const { job, count, key: givenKey, price } of jobs) {
    if (givenKey !== undefined && next.rows[givenKey] !== undefined) continue
    const name = crypto.randomUUID()
    const rows = Array.from({ length: count }, (_, index) => ({
      key: index === 0 && givenKey !== undefined ? givenKey : crypto.randomUUID(),
      label:
        count === 1
          ? job.title
          : t('{title}, {count} of {count2}', { title: job.title, count: index + 1, count2: count }),
    }))
    const listing = price === undefined ? {} : { price }
    const newRows = Object.fromEntries(
      rows.map(({ key, label }) => [key, { ...freshRow, job: name, label, ...listing }]),
    )
    next = { ...next, jobs: { ...next.jobs, [name]: job }, rows: { ...next.rows, ...newRows } }
    next = start(
      next,
      rows.map(({ key }) => key),
    )
  }
  return next
}

/** Maximum number of works in one portion, limited by the size of localStorage. */
export const portionSize = 200

/** Returns true if the next portion can start: all rows have ended, and fewer than `portionSize` have failed. */
export function isReadyForPortion({ rows }: MintState): boolean {
  const open = Object.values(rows).filter(({ status }) => status !== 'success')
  return open.length < portionSize && open.every(({ status }) => status === 'failed')
}

/** Removes rows, and the jobs that no other row needs. */
export function removeRows(state: MintState, ids: ReadonlySet<string>): MintState {
  const rows = Object.entries(state.rows).filter(([id]) => !ids.has(id))
  const names = new Set(rows.map(([, { job }]) => job))
  return {
    ...state,
    rows: Object.fromEntries(rows),
    jobs: Object.fromEntries(Object.entries(state.jobs).filter(([name]) => names.has(name))),
  }
}

/** Adds a portion of works that need no signature, and removes the rows of saved works. */
export function addPortion(state: MintState, jobs: readonly QueuedJob[]): MintState {
  const savedIds = Object.entries(state.rows).flatMap(([id, { status, job }]) =>
    status === 'success' && (state.jobs[job]?.demand ?? null) !== null ? [id] : [],
  )
  const rest = removeRows(state, new Set(savedIds))
  return addJobs({ ...rest, saved: (state.saved ?? 0) + savedIds.length }, jobs)
}

/**
 * Returns the works that the server refused to save or was not asked to save, with their media file, so that they can
 * be edited. Works without a reply are not among them, because the server may have saved them.
 */
export function unsavedWorks({ rows, jobs }: MintState): { id: string; job: MintJob; display: KeptFile }[] {
  return Object.entries(rows).flatMap(([id, { status, asked: requestKey, job: name }]) => {
    const job = jobs[name]
    return (status === 'failed' || status === 'ready') &&
      requestKey === null &&
      job?.display !== undefined &&
      job.demand !== null
      ? [{ id, job, display: job.display }]
      : []
  })
}

/** Returns the distinct files of the minted rows. */
export function mintedFiles({ rows, jobs }: MintState): string[] {
  const files = Object.values(rows)
    .filter(({ status }) => status === 'success')
    .flatMap(({ job }) => {
      const fields = jobs[job]?.fields
      return [fields?.thumbnailCid, fields?.attachmentCid].filter((cid) => cid !== undefined)
    })
  return [...new Set(files)]
}

export function jobOf(state: MintState, row: string): MintJob | null {
  const name = state.rows[row]?.job
  return name === undefined ? null : (state.jobs[name] ?? null)
}
