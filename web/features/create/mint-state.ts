import { t } from '#web/messages.ts'
import { freshRow, type RunRow, type RunState, start } from '#web/wallet/runs/run-state.ts'

/** The request body that rows are minted from. */
export interface MintJob {
  title: string
  /** Address of the media file if it is a picture. */
  picture: string | null
  /** The collection mints on demand: nothing is signed, and nothing is on the ledger until the sale. */
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
  /** Only for a mint that is signed now. */
  mint: { transferable: 'true' | 'false'; transaction_memo?: string }
}

/** Rows by row key. The marketplace mints at most one NFT per row key. */
export interface MintState extends RunState {
  /** `price` in XRP: the work is listed at it once it is minted. */
  rows: Record<string, RunRow & { job: string; label: string; price?: string }>
  jobs: Record<string, MintJob>
  /** Number of works of earlier portions that the marketplace has saved, whose rows are gone. */
  saved?: number
}

export const emptyMints: MintState = { rows: {}, queue: [], jobs: {} }

interface QueuedJob {
  job: MintJob
  count: number
  /** Row key of a job for one NFT. Adding the job again, after a reload or in a second tab, gives the same row. */
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

/** Works that wait to be saved at a time: a portion is what the browser's small storage takes. */
export const portionSize = 200

/** True if another portion may follow: the one before has ended, and not with too many failures. */
export function isReadyForPortion({ rows }: MintState): boolean {
  const open = Object.values(rows).filter(({ status }) => status !== 'success')
  return open.length < portionSize && open.every(({ status }) => status === 'failed')
}

/** Adds a portion of works that are saved without a signature, and drops the rows of saved ones. */
export function addPortion(state: MintState, jobs: readonly QueuedJob[]): MintState {
  const isSaved = ({ status, job }: MintState['rows'][string]) =>
    status === 'success' && (state.jobs[job]?.demand ?? null) !== null
  const rows = Object.entries(state.rows).filter(([, row]) => !isSaved(row))
  const names = new Set(rows.map(([, { job }]) => job))
  return addJobs(
    {
      ...state,
      rows: Object.fromEntries(rows),
      jobs: Object.fromEntries(Object.entries(state.jobs).filter(([name]) => names.has(name))),
      saved: (state.saved ?? 0) + Object.keys(state.rows).length - rows.length,
    },
    jobs,
  )
}

/** The distinct files of the minted rows. */
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
