import { DurableObject } from 'cloudflare:workers'
import PQueue from 'p-queue'
import * as v from 'valibot'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from '#worker/domain/event/list-events.ts'
import { readNewestLedger } from '#worker/domain/ledger-index/newest-ledger.ts'
import { runFollower } from '#worker/jobs/run-cron.ts'
import { addTally, createTally, type LiveFigures, type Tally } from '#contract/rules/request-tally.ts'
import type { EventBatch, RegistrationReply } from './batch.ts'
import { RecentEvents } from './recent-events.ts'

export interface FollowerServices {
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
  /** Sends a batch of events to a shard. Returns the shard's number of readers. */
  sendBatch(shard: string, batch: EventBatch): Promise<number>
}

const pageOfLog = 500
/** Time for which one alarm follows the ledger. The next alarm continues immediately. */
const alarmMs = 45_000
/** Delay of the next alarm if the current one crashes. The cron job ensures that an alarm is set. */
const againMs = 90_000
/**
 * Timeout of a delivery to a shard. A shard that misses it receives the next batch and reads the missed events from the
 * log.
 */
const sendMs = 5000
/** Maximum interval between messages to a shard. */
const heartbeatEveryMs = 10_000

const Stored = v.object({ published: v.nullable(v.number()), shards: v.array(v.string()) })

/**
 * The only object that follows the ledger. Sends the events to the shards in log order; a shard that misses a batch
 * reads it from the log. Keeps the registry of shards with readers.
 */
export class FollowerObject extends DurableObject<unknown> {
  /** Shards with readers, each with the serial number of its last registration. */
  private shards = new Map<string, number>()
  /** Readers of each shard, by its last answer. */
  private readonly readers = new Map<string, number>()
  private readonly requests = createTally()
  private serial = 0
  private recent: RecentEvents | null = null
  /** The position up to which the previous instance sent events to the shards. */
  private published: number | null = null
  private deliveredAt = 0
  private isFollowing = false
  /** Runs one task at a time, so that batches and registrations are ordered. */
  private readonly tasks = new PQueue({ concurrency: 1 })
  private readonly services: FollowerServices

  constructor(state: DurableObjectState, bindings: unknown, services: FollowerServices) {
    super(state, bindings)
    this.services = services
    void state.blockConcurrencyWhile(async () => {
      // An alarm is set, so an earlier instance stopped while it was following the ledger.
      if ((await state.storage.getAlarm()) !== null) await state.storage.setAlarm(Date.now())
      const savedState = v.safeParse(Stored, await state.storage.get('state'))
      if (!savedState.success) return
      for (const name of savedState.output.shards) this.shards.set(name, this.serial)
      this.published = savedState.output.published
    })
  }

  private createContext(): Context {
    return this.services.contextFor(crypto.randomUUID(), (work) => this.ctx.waitUntil(work))
  }

  private store() {
    return this.ctx.storage.put('state', {
      published: this.recent?.to ?? null,
      shards: [...this.shards.keys()],
    })
  }

  /** Starts following the ledger unless it is already followed. */
  async start(): Promise<void> {
    if (!this.isFollowing) await this.ctx.storage.setAlarm(Date.now())
  }

  /** Loads the events of the last minute, up to the position that the shards already have. */
  private async load(): Promise<RecentEvents> {
    if (this.recent !== null) return this.recent
    const page = await readEvents(this.createContext(), null, {}, pageOfLog)
    const start = (page.events[0]?.position ?? page.position + 1) - 1
    const publishedPosition = Math.min(this.published ?? page.position, page.position)
    this.published = null
    // After a longer break, the shards read from the log.
    this.recent = new RecentEvents(
      Math.min(start, publishedPosition),
      start <= publishedPosition ? Date.now() - 60_000 : Date.now(),
    )
    this.recent.add(
      page.events.filter(({ position }) => position <= publishedPosition),
      publishedPosition,
    )
    return this.recent
  }

  /** Registers a shard for all further events. Returns the recent events. */
  register(shard: string): Promise<RegistrationReply> {
    return this.tasks.add(async () => {
      const recent = await this.load()
      this.serial += 1
      this.shards.set(shard, this.serial)
      await this.store()
      const { from, to, since } = recent
      return { from, to, since, events: recent.list() }
    })
  }

  /** Sends new events of the log to the shards. */
  publish(): Promise<void> {
    return this.tasks.add(async () => {
      if (this.shards.size === 0) return
      const context = this.createContext()
      const recent = await this.load()
      for (let hasMore = true; hasMore; ) {
        const [page, ledger] = await Promise.all([
          readEvents(context, null, { after: recent.to }, pageOfLog),
          readNewestLedger(context),
        ])
        const batch = { from: recent.to, to: page.position, events: page.events }
        hasMore = page.more
        if (batch.to === batch.from && Date.now() - this.deliveredAt < heartbeatEveryMs) return
        recent.add(batch.events, batch.to)
        await this.sendToShards(context, { ...batch, ledger })
        await this.store()
      }
    })
  }

  private async sendToShards(context: Context, batch: EventBatch) {
    this.deliveredAt = Date.now()
    const shards = [...this.shards]
    const answers = await Promise.allSettled(
      shards.map(([name]) => limitTime(sendMs, this.services.sendBatch(name, batch))),
    )
    for (const [place, answer] of answers.entries()) {
      const [name, serial] = shards[place] ?? ['', 0]
      if (answer.status === 'rejected')
        context.log.warn('shard_silent', { name, ...errorFacts(answer.reason) })
      else {
        this.readers.set(name, answer.value)
        // A new serial number means that the shard has registered again since then.
        if (answer.value === 0 && this.shards.get(name) === serial) this.shards.delete(name)
      }
    }
    if (this.shards.size === 0) this.recent = null
  }

  /** Adds the requests that an isolate has counted. */
  addRequests(tally: Tally): void {
    addTally(this.requests, tally)
  }

  readFigures(): LiveFigures {
    const readers = [...this.readers.values()].reduce((sum, count) => sum + count, 0)
    return { requests: this.requests, readers }
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + againMs)
    const context = this.createContext()
    this.isFollowing = true
    try {
      await runFollower(context, alarmMs, () => this.publish())
    } catch (error) {
      context.log.error('follower_failed', errorFacts(error))
    }
    this.isFollowing = false
    await this.ctx.storage.setAlarm(Date.now() + 100)
  }
}

/** Limits the wait for a call to an object. The call itself cannot be cancelled, so a late answer is ignored. */
async function limitTime<T>(ms: number, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
