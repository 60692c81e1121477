import type { Context } from '#worker/domain/context.ts'
import { dueWork, endCronTurn, takeCronLease, takeCronTurn, type Work } from '#worker/domain/due-work.ts'
import { dropEvents } from '#worker/domain/event/tend-log.ts'
import { noteFailure } from '#worker/domain/admin/note-failure.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { sweepReservations } from '#worker/domain/demand/sweep-reservations.ts'
import { askFunders } from '#worker/domain/ledger-index/ask-funders.ts'
import { askLines } from '#worker/domain/ledger-index/ask-lines.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { watchServers } from '#worker/domain/ledger-index/servers.ts'
import { refreshStatistics } from '#worker/domain/ledger-index/refresh-statistics.ts'
import {
  dropNotifications,
  notifyAccounts,
  tellPayouts,
  remindOwners,
  tellBidders,
  tellSellers,
} from '#worker/domain/notification/notify-accounts.ts'
import { dropPushed, sendPushes } from '#worker/domain/notification/send-pushes.ts'
import { makeChains } from '#worker/domain/draw/chain.ts'
import { startDueEpochs } from '#worker/domain/draw/start-epoch.ts'
import { normalizeNames } from '#worker/domain/people/normalize-names.ts'
import { advanceDraws } from '#worker/domain/random/advance-draws.ts'
import { freeBurnedFiles } from '#worker/domain/pin/free-burned-files.ts'
import { runPins } from '#worker/domain/pin/run-pins.ts'
import { readWorkFiles } from '#worker/domain/media/read-work-file.ts'
import { fetchMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { refreshPrice } from '#worker/domain/prices/refresh-price.ts'
import { sweepStandingBids } from '#worker/domain/standing-bid/settle-sale.ts'
import { sweepSwaps } from '#worker/domain/swap/settle-agreement.ts'
import { readStatements } from '#worker/domain/statement/read-statements.ts'
import { sendSlowWebhooks, sendWebhooks } from '#worker/domain/webhook/send-webhooks.ts'
import { runSyncs } from '#worker/domain/sync/run-syncs.ts'
import { sweepUploads } from '#worker/domain/upload/sweep-uploads.ts'
import { sweep } from '#worker/domain/trade/sweep.ts'

/** Pause between two rounds of one run: about a ledger close. */
const roundMs = 3000
/** The maximum time of one part in a round, so that the lease does not expire during the part. */
const partMs = 10_000

/** A lease older than this is renewed before the next part. A lease lasts longer than this time plus one part. */
const renewAfterMs = 5000

/** Maximum time that a run waits for the previous run, and the interval of its checks. */
const previousRunWaitMs = 20_000
const previousRunCheckMs = 250

interface Part {
  name: string
  work: (context: Context, deadline: Date) => Promise<unknown>
  /** Kind of work without which a round skips the part. If undefined, every round includes it. */
  workKind?: Work
  /**
   * True if the part's result shows that it changed nothing for the following parts, so that the list of due work is still
   * valid.
   */
  isIdle?: (result: unknown) => boolean
}

/** Returns true for a FollowReport without ledgers; used as `isIdle`. */
const appliedNothing = (report: unknown) =>
  typeof report === 'object' && report !== null && 'ledgers' in report && report.ledgers === 0

interface Lane {
  /** Name of the lane's lease. */
  name: string
  parts: Part[]
}

/**
 * Parts that must keep up with the ledger, and parts that may take longer. Lanes run in parallel, so that a slow
 * gateway or a long sync never blocks the follower.
 */
const lanes: Lane[] = [
  {
    name: 'cron',
    parts: [
      { name: 'servers', work: watchServers, workKind: 'servers', isIdle: () => true },
      { name: 'follow', work: followLedgers, isIdle: appliedNothing },
      { name: 'draws', work: advanceDraws, workKind: 'draws' },
      { name: 'sweep', work: sweep, workKind: 'trade' },
      { name: 'reservations', work: sweepReservations, workKind: 'reservations' },
      { name: 'swaps', work: sweepSwaps, workKind: 'swaps' },
      { name: 'standing bids', work: sweepStandingBids, workKind: 'standingBids' },
      { name: 'tickets', work: refillTickets },
    ],
  },
  {
    name: 'cron-side',
    parts: [
      { name: 'price', work: refreshPrice, workKind: 'price', isIdle: () => true },
      { name: 'lines', work: askLines, workKind: 'lines' },
      { name: 'funders', work: askFunders, workKind: 'funders' },
      { name: 'statistics', work: refreshStatistics, workKind: 'statistics' },
      { name: 'syncs', work: runSyncs, workKind: 'syncs' },
      { name: 'statements', work: readStatements, workKind: 'statements' },
      { name: 'uploads', work: sweepUploads, workKind: 'uploads' },
      { name: 'names', work: normalizeNames, workKind: 'names' },
      { name: 'events', work: dropEvents, workKind: 'events' },
    ],
  },
  // Separate, because external hosts may hang.
  { name: 'cron-metadata', parts: [{ name: 'metadata', work: fetchMetadata, workKind: 'metadata' }] },
  { name: 'cron-files', parts: [{ name: 'files', work: readWorkFiles, workKind: 'files' }] },
  // Separate, so that notifications do not wait for slower work.
  {
    name: 'cron-notifications',
    parts: [
      { name: 'notifications', work: notifyAccounts, workKind: 'news' },
      { name: 'refused payouts', work: tellPayouts, workKind: 'refusedPayouts' },
      { name: 'ended listings', work: tellSellers, workKind: 'endedListings' },
      { name: 'bid sales', work: tellBidders, workKind: 'bidSales' },
      { name: 'ending offers', work: remindOwners, workKind: 'endingOffers' },
      { name: 'pushes', work: sendPushes, workKind: 'pushes' },
      { name: 'old pushes', work: dropPushed, workKind: 'oldPushes' },
      { name: 'old notifications', work: dropNotifications, workKind: 'oldNotifications' },
    ],
  },
  // Separate, because a chain of seeds takes seconds to compute.
  {
    name: 'cron-draws',
    parts: [
      { name: 'draw chains', work: makeChains, workKind: 'epochs' },
      { name: 'draw epochs', work: startDueEpochs, workKind: 'epochs' },
    ],
  },
  // Separate, because a large file takes minutes. Each file also has its own lease.
  {
    name: 'cron-pins',
    parts: [
      { name: 'pins', work: runPins, workKind: 'pins' },
      { name: 'burned files', work: freeBurnedFiles, workKind: 'burnedFiles' },
    ],
  },
  // Separate, because the receivers of webhooks may take long to answer.
  { name: 'cron-webhooks', parts: [{ name: 'webhooks', work: sendWebhooks, workKind: 'webhooks' }] },
  {
    name: 'cron-slow-webhooks',
    parts: [{ name: 'slow webhooks', work: sendSlowWebhooks, workKind: 'slowWebhooks' }],
  },
]

/** The lane that follows the ledger. */
const followerLane = 'cron'

/**
 * Runs the parts that have work, one after another. A failing part is logged and retried in the next round. Returns
 * false if the lease was lost.
 */
async function round(context: Context, { name, parts }: Lane, holder: string): Promise<boolean> {
  const lane = { name, kinds: parts.flatMap(({ workKind }) => (workKind === undefined ? [] : [workKind])) }
  let takenAt = 0
  let dueWork: ReadonlySet<Work> | null = null
  for (const { name: job, work, workKind, isIdle } of parts) {
    const age = context.now().getTime() - takenAt
    if (takenAt === 0 || age > renewAfterMs || (workKind !== undefined && dueWork === null)) {
      const turn = await takeCronTurn(context, lane, holder)
      if (!turn.isHeld) return false
      takenAt = context.now().getTime()
      dueWork = turn.due
    }
    if (workKind !== undefined && dueWork?.has(workKind) !== true) continue
    let wasIdle = false
    try {
      const result = await work(context, new Date(context.now().getTime() + partMs))
      wasIdle = isIdle?.(result) === true
    } catch (error) {
      await noteFailure(context, job, error)
    }
    // The result of a part may create work for the following parts.
    if (!wasIdle) dueWork = null
  }
  return true
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs rounds of a lane until `end`. Waits until `joinUntil` for the previous run, which may still be in its last
 * round. After that, a lost lease ends the run.
 */
async function runLane(context: Context, lane: Lane, holder: string, end: number, joinUntil: number) {
  for (let isOurs = false; ; ) {
    const isHeld = await round(context, lane, holder)
    const now = context.now().getTime()
    if (!isHeld && (isOurs || now >= joinUntil)) return
    if (isHeld && now >= end) break
    isOurs ||= isHeld
    await pause(isHeld ? Math.min(roundMs, end - now) : previousRunCheckMs)
  }
  await endCronTurn(context, [lane.name], holder)
}

/**
 * Runs the cron once: rounds of all jobs until the budget is used up. (Cloudflare starts a run at most once a minute,
 * so a run lasts nearly as long, and the next one takes over immediately.) A budget of 0 means a single round, lane
 * after lane, without waiting for another run. A lease prevents two runs from working at once.
 */
export async function runCron(
  context: Context,
  budgetMs: number,
  { withoutFollower = false }: { withoutFollower?: boolean } = {},
): Promise<void> {
  const ownLanes = lanes.filter(({ name }) => !withoutFollower || name !== followerLane)
  const end = context.now().getTime() + budgetMs
  if (budgetMs === 0) {
    const holder = crypto.randomUUID()
    for (const lane of ownLanes) await round(context, lane, holder)
    await endCronTurn(
      context,
      ownLanes.map(({ name }) => name),
      holder,
    )
    return
  }
  const joinUntil = context.now().getTime() + previousRunWaitMs
  await Promise.all(ownLanes.map((lane) => runLane(context, lane, crypto.randomUUID(), end, joinUntil)))
}

/**
 * Minimum time between ledgers, during which there is no new one. After that, the follower polls at the interval below.
 */
const quietMs = 2000
const watchMs = 250

/** Writes notifications about events that pages have just received. */
async function tellNews(context: Context): Promise<void> {
  if ((await dueWork(context, ['news'])).has('news'))
    await notifyAccounts(context, new Date(context.now().getTime() + partMs))
}

/** Follows each ledger as soon as it is validated, until `isOver`. */
async function followClosely(context: Context, isOver: () => boolean, publish: () => Promise<void>) {
  const { ledger, now } = context
  let head = 0
  let heardAt = 0
  while (!isOver()) {
    const sinceHeard = now().getTime() - heardAt
    await pause(sinceHeard < quietMs ? quietMs - sinceHeard : watchMs)
    try {
      const { index } = await ledger.validatedHead()
      if (index <= head) continue
      const { to } = await followLedgers(context, new Date(now().getTime() + partMs), index)
      head = to
      heardAt = now().getTime()
      await publish()
      await tellNews(context)
    } catch (error) {
      await noteFailure(context, 'follow', error)
      await pause(roundMs)
    }
  }
}

/**
 * Runs the lane of the follower for `budgetMs`, with less delay than the cron: calls `publish` as soon as ledgers were
 * applied, and after every round of the other parts, which run in parallel. Waits for another run that holds the lease.
 */
export async function runFollower(
  context: Context,
  budgetMs: number,
  publish: () => Promise<void>,
): Promise<void> {
  const lane = lanes.find(({ name }) => name === followerLane)
  if (lane === undefined) return
  const publishingLane = {
    ...lane,
    parts: [...lane.parts.filter(({ work }) => work !== followLedgers), { name: 'publish', work: publish }],
  }
  const end = context.now().getTime() + budgetMs
  // There is only one object. After a crash, it takes its own lease again immediately.
  const holder = 'follower-object'
  const joinUntil = context.now().getTime() + previousRunWaitMs
  while (!(await takeCronLease(context, lane.name, holder))) {
    if (context.now().getTime() >= joinUntil) return
    await pause(previousRunCheckMs)
  }
  let isOver = false
  const closely = followClosely(context, () => isOver, publish)
  try {
    await runLane(context, publishingLane, holder, end, 0)
  } finally {
    isOver = true
    await closely
  }
}
