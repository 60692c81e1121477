import { DurableObject } from 'cloudflare:workers'
import PQueue from 'p-queue'
import * as v from 'valibot'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from '#worker/domain/event/list-events.ts'
import { readNewestLedger } from '#worker/domain/ledger-index/newest-ledger.ts'
import { runFollower } from '#worker/jobs/run-cron.ts'
import type { EventBatch, Registered } from './batch.ts'
import { RecentEvents } from './recent-events.ts'

export interface FollowerServices {
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
  /** Sends a shard a batch of events. @returns the number of its readers */
  deliver(shard: string, batch: EventBatch): Promise<number>
}

const pageOfLog = 500
/** One alarm follows the ledger for this long. The next one continues at once. */
const alarmMs = 45_000
/** If an alarm dies, the next one comes after this long; the cron makes sure that there is one. */
const againMs = 90_000
/** A shard that does not answer within this time gets the next batch, and reads from the log what it missed. */
const deliverMs = 5000
/** Shards hear from the follower at least this often. */
const heartbeatEveryMs = 10_000

const Stored = v.object({ published: v.nullable(v.number()), shards: v.array(v.string()) })

/**
 * The one object that follows the ledger and sends events to the shards, in the order of the log and exactly once. It
 * has the registry of shards with readers.
 */
export class FollowerObject extends DurableObject<unknown> {
  /** Shards with readers, each with the serial number of its last registration. */
  private shards = new Map<string, number>()
  private serial = 0
  private recent: RecentEvents | null = null
  /** The position up to which the previous instance notified the shards. */
  private published: number | null = null
  private deliveredAt = 0
  private isFollowing = false
  /** Runs one task at a time, so that batches and registrations have an order. */
  private readonly tasks = new PQueue({ concurrency: 1 })
  private readonly services: FollowerServices

  constructor(state: DurableObjectState, bindings: unknown, services: FollowerServices) {
    super(state, bindings)
    this.services = services
    void state.blockConcurrencyWhile(async () => {
      // An earlier instance has died while it followed.
      if ((await state.storage.getAlarm()) !== null) await state.storage.setAlarm(Date.now())
      const savedState = v.safeParse(Stored, await state.storage.get('state'))
      if (!savedState.success) return
      for (const name of savedState.output.shards) this.shards.set(name, this.serial)
      this.published = savedState.output.published
    })
  }

  private context(): Context {
    return this.services.contextFor(crypto.randomUUID(), (work) => this.ctx.waitUntil(work))
  }

  private store() {
    return this.ctx.storage.put('state', {
      published: this.recent?.to ?? null,
      shards: [...this.shards.keys()],
    })
  }

  /** Follows the ledger from now on, unless it does already. */
  async start(): Promise<void> {
    if (!this.isFollowing) await this.ctx.storage.setAlarm(Date.now())
  }

  /** Loads the events of the last minute, up to the position that the shards already have. */
  private async load(): Promise<RecentEvents> {
    if (this.recent !== null) return this.recent
    const page = await readEvents(this.context(), null, {}, pageOfLog)
    const start = (page.events[0]?.position ?? page.position + 1) - 1
    const publishedPosition = Math.min(this.published ?? page.position, page.position)
    this.published = null
    // After a longer break the shards read the log.
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

  /** Adds a shard, which gets all further events. @returns the recent events */
  register(shard: string): Promise<Registered> {
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
      const context = this.context()
      const recent = await this.load()
      for (let more = true; more; ) {
        const [page, ledger] = await Promise.all([
          readEvents(context, null, { after: recent.to }, pageOfLog),
          readNewestLedger(context),
        ])
        const batch = { from: recent.to, to: page.position, events: page.events }
        more = page.more
        if (batch.to === batch.from && Date.now() - this.deliveredAt < heartbeatEveryMs) return
        recent.add(batch.events, batch.to)
        await this.deliver(context, { ...batch, ledger })
        await this.store()
      }
    })
  }

  private async deliver(context: Context, batch: EventBatch) {
    this.deliveredAt = Date.now()
    const shards = [...this.shards]
    const answers = await Promise.allSettled(
      shards.map(([name]) => within(deliverMs, this.services.deliver(name, batch))),
    )
    for (const [place, answer] of answers.entries()) {
      const [name, serial] = shards[place] ?? ['', 0]
      if (answer.status === 'rejected')
        context.log.warn('shard_silent', { name, ...errorFacts(answer.reason) })
      // A new serial number means that a reader has come since.
      else if (answer.value === 0 && this.shards.get(name) === serial) this.shards.delete(name)
    }
    if (this.shards.size === 0) this.recent = null
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + againMs)
    const context = this.context()
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

/** A call of an object cannot be cancelled, so a late answer is dropped. */
async function within<T>(ms: number, call: Promise<T>): Promise<T> {
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
