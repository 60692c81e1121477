import * as v from 'valibot'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from '#worker/domain/event/list-events.ts'
import { readNewestLedger } from '#worker/domain/ledger-index/newest-ledger.ts'
import { runFollower } from '#worker/jobs/run-cron.ts'
import { type EventBatch, type Registered, reply } from './batch.ts'
import type { ObjectState, ObjectStub } from './platform.ts'
import { RecentEvents } from './recent-events.ts'

export interface FollowerServices {
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
  shard(name: string): ObjectStub
}

const pageOfLog = 500
/** One alarm follows the ledger for this long; the next one goes on at once. */
const alarmMs = 45_000
/** If an alarm dies, the next one comes after this long; the cron makes sure that there is one. */
const againMs = 90_000
/** A shard that does not answer within this time gets the next batch, and reads what it missed from the log. */
const deliverMs = 5000
/** Shards hear from the follower at least this often. */
const beatEveryMs = 10_000

const Stored = v.object({ published: v.nullable(v.number()), shards: v.array(v.string()) })

/**
 * The one object that follows the ledger, and tells the shards what happened, in the order of the log and each part of it once. The
 * registry of shards with readers is here.
 */
export class FollowerObject {
  /** Shards with readers, each with the serial number of its last registration. */
  private shards = new Map<string, number>()
  private serial = 0
  private recent: RecentEvents | null = null
  /** What the instance before this one has told up to. */
  private published: number | null = null
  private toldAt = 0
  private isFollowing = false
  /** One thing at a time, so that batches and registrations have an order. */
  private turn: Promise<unknown> = Promise.resolve()
  private readonly state: ObjectState
  private readonly services: FollowerServices

  constructor(state: ObjectState, services: FollowerServices) {
    this.state = state
    this.services = services
    void state.blockConcurrencyWhile(async () => {
      // An earlier instance has died while it followed.
      if ((await state.storage.getAlarm()) !== null) await state.storage.setAlarm(Date.now())
      const stored = v.safeParse(Stored, await state.storage.get('state'))
      if (!stored.success) return
      for (const name of stored.output.shards) this.shards.set(name, this.serial)
      this.published = stored.output.published
    })
  }

  private context(): Context {
    return this.services.contextFor(crypto.randomUUID(), (work) => this.state.waitUntil(work))
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.turn.then(work, work)
    this.turn = next.catch(() => undefined)
    return next
  }

  private store() {
    return this.state.storage.put('state', {
      published: this.recent?.to ?? null,
      shards: [...this.shards.keys()],
    })
  }

  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    switch (url.pathname) {
      case '/register':
        return reply(await this.inTurn(() => this.register(url.searchParams.get('shard') ?? '')))
      case '/publish':
        await this.publish()
        return reply({})
      case '/start':
        if (!this.isFollowing) await this.state.storage.setAlarm(Date.now())
        return reply({})
      default:
        return new Response(null, { status: 404 })
    }
  }

  /** What happened within a minute, up to where the shards have been told. */
  private async load(): Promise<RecentEvents> {
    if (this.recent !== null) return this.recent
    const read = await readEvents(this.context(), null, {}, pageOfLog)
    const begun = (read.events[0]?.position ?? read.position + 1) - 1
    const told = Math.min(this.published ?? read.position, read.position)
    this.published = null
    // After a longer break the shards read the log.
    this.recent = new RecentEvents(Math.min(begun, told), begun <= told ? Date.now() - 60_000 : Date.now())
    this.recent.add(
      read.events.filter(({ position }) => position <= told),
      told,
    )
    return this.recent
  }

  private async register(name: string): Promise<Registered> {
    const recent = await this.load()
    this.serial += 1
    this.shards.set(name, this.serial)
    await this.store()
    const { from, to, since } = recent
    return { from, to, since, events: recent.list() }
  }

  /** Tells the shards what is new in the log. */
  publish(): Promise<void> {
    return this.inTurn(async () => {
      if (this.shards.size === 0) return
      const context = this.context()
      const recent = await this.load()
      for (let more = true; more; ) {
        const [read, ledger] = await Promise.all([
          readEvents(context, null, { after: recent.to }, pageOfLog),
          readNewestLedger(context),
        ])
        const batch = { from: recent.to, to: read.position, events: read.events }
        more = read.more
        if (batch.to === batch.from && Date.now() - this.toldAt < beatEveryMs) return
        recent.add(batch.events, batch.to)
        await this.deliver(context, { ...batch, ledger })
        await this.store()
      }
    })
  }

  private async deliver(context: Context, batch: EventBatch) {
    this.toldAt = Date.now()
    const body = JSON.stringify(batch)
    const known = [...this.shards]
    const answers = await Promise.allSettled(
      known.map(async ([name]) => {
        const answer = await this.services.shard(name).fetch('https://shard/deliver', {
          method: 'POST',
          body,
          headers: { 'x-live-shard': name },
          signal: AbortSignal.timeout(deliverMs),
        })
        const { readers }: { readers: number } = await answer.json()
        return readers
      }),
    )
    for (const [place, answer] of answers.entries()) {
      const [name, serial] = known[place] ?? ['', 0]
      if (answer.status === 'rejected')
        context.log.warn('shard_silent', { name, ...errorFacts(answer.reason) })
      // Unless a reader has come since.
      else if (answer.value === 0 && this.shards.get(name) === serial) this.shards.delete(name)
    }
    if (this.shards.size === 0) this.recent = null
  }

  async alarm(): Promise<void> {
    await this.state.storage.setAlarm(Date.now() + againMs)
    const context = this.context()
    this.isFollowing = true
    try {
      await runFollower(context, alarmMs, () => this.publish())
    } catch (error) {
      context.log.error('follower_failed', errorFacts(error))
    }
    this.isFollowing = false
    await this.state.storage.setAlarm(Date.now() + 100)
  }
}
