import { sentence, type Sentence } from '#contract/words/sentence.ts'
import {
  findGap,
  finishStatement,
  refuseStatement,
  releaseStatement,
  type StatementJob,
  storeStatementPage,
  takeStatement,
} from '#db/queries/statement/statements.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import type { AccountPage } from '#worker/ports/ledger/port.ts'
import { balancesIn, statementEntry } from '#worker/ledger/statement-entry.ts'

type StatementContext = Pick<Context, 'db' | 'ledger' | 'now' | 'log'>

/** Duration of a worker's claim. A worker that stops without releasing the job loses it after this time. */
const holdSeconds = 60
const maxTries = 8
const firstPauseSeconds = 2
/**
 * Maximum number of transactions. Collectors have fewer; an account with more is an exchange, or an attack on our
 * storage.
 */
const maxRead = 50_000

const tooMany = sentence(
  'The account has more than {most, number} transactions since the start of that year: too many for a statement.',
  { most: maxRead },
)
const incomplete = sentence(
  "No available ledger server has all of the account's transactions for that year. The operator can add one with full history.",
)

const yearStart = (year: number) => Date.UTC(year, 0, 1)

/** True if a page reaches below the year, or to the transaction that created the account. */
function reachesStart({ account, year }: StatementJob, { transactions }: AccountPage): boolean {
  return transactions.some(
    (entry) => entry.closedAt.getTime() < yearStart(year) || balancesIn(entry, account)?.created === true,
  )
}

function rowsOf({ account, year }: StatementJob, { transactions }: AccountPage) {
  return transactions.flatMap((entry) => {
    const time = entry.closedAt.getTime()
    if (time < yearStart(year) || time >= yearStart(year + 1)) return []
    return statementEntry(entry, account) ?? []
  })
}

type Step = 'more' | 'done' | 'lost' | { refused: Sentence }

/** Reads pages until the start of the year, an earlier reading, or the deadline; each page is one transaction. */
async function readPages(
  { db, ledger, now }: StatementContext,
  job: StatementJob,
  holder: string,
  deadline: Date,
): Promise<Step> {
  const toLedger = job.toLedger ?? (await ledger.validatedHead()).index
  // A marker is only valid for the request that returned it.
  const top = job.cursor ?? toLedger
  let cursor = top
  let { read } = job
  let marker: unknown = null
  const isEnough = (page: AccountPage) => page.marker !== null || reachesStart(job, page)
  while (now() < deadline) {
    const page = await ledger.transactionsOfAccount(job.account, top, marker, isEnough)
    if (page.sent !== page.transactions.length) return { refused: incomplete }
    const rows = rowsOf(job, page)
    cursor = Math.min(cursor, ...page.transactions.map(({ ledgerIndex }) => ledgerIndex))
    read += page.sent
    const hold = { id: job.id, holder, seconds: holdSeconds }
    const isStored = await db.transaction((tx) =>
      storeStatementPage(tx, hold, { toLedger, cursor, read: page.sent, rows }),
    )
    if (!isStored) return 'lost'
    const isRead = job.knownTo !== null && cursor <= job.knownTo
    if (isRead || reachesStart(job, page)) return 'done'
    if (page.marker === null) return { refused: incomplete }
    if (read > maxRead) return { refused: tooMany }
    marker = page.marker
  }
  return 'more'
}

async function settle(context: StatementContext, job: StatementJob, holder: string, step: Step) {
  const { db } = context
  const refuse = (reason: Sentence) => db.transaction((tx) => refuseStatement(tx, job.id, holder, reason))
  if (step === 'lost') return
  if (step === 'more') {
    await releaseStatement(db.http, job.id, holder, { reason: null, tries: 0, pauseSeconds: 0 })
  } else if (step === 'done') {
    const gap = await findGap(db.http, job.id)
    if (gap === null) await finishStatement(db.http, job.id, holder)
    else {
      context.log.warn('statement_gap', { account: job.account, year: job.year, ledger: gap })
      await refuse(incomplete)
    }
  } else await refuse(step.refused)
}

/**
 * Processes the requested statements until the deadline. May run concurrently: one worker processes a statement, and
 * the next worker continues from its last page. A statement is published only if each of its transactions begins with
 * the balance after the previous one, so that none is missing. Returns the number of processed statements.
 */
export async function readStatements(context: StatementContext, deadline: Date): Promise<number> {
  let workMs = 0
  while (context.now() < deadline) {
    const holder = crypto.randomUUID()
    const job = await takeStatement(context.db.http, holder, holdSeconds)
    if (job === null) break
    try {
      await settle(context, job, holder, await readPages(context, job, holder, deadline))
    } catch (error) {
      const tries = job.tries + 1
      context.log.warn('statement_failed', { account: job.account, tries, ...errorFacts(error) })
      const reason = sentence('No ledger server answered.')
      if (tries >= maxTries)
        await context.db.transaction((tx) =>
          refuseStatement(tx, job.id, holder, sentence('{reason} Try again later.', { reason })),
        )
      else
        await releaseStatement(context.db.http, job.id, holder, {
          reason: sentence('{reason} We will try again.', { reason }),
          tries,
          pauseSeconds: firstPauseSeconds * 2 ** tries,
        })
    }
    workMs += 1
  }
  return workMs
}
