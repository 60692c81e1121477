import * as v from 'valibot'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { maxStreamMs, maxStreams, streamBeatMs } from '#contract/limits/live.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { readEvents } from './list-events.ts'

const pageOfLog = 100
/** A program that does not read its last events within this time is disconnected. */
const slowMs = 30_000

const StreamStart = v.object({
  topics: v.array(v.string()),
  after: v.optional(v.number()),
  ledger: v.optional(v.number()),
})
export type StreamStart = v.InferOutput<typeof StreamStart>

type StreamContext = Pick<Context, 'db' | 'log'>

/** Formats an event as in the HTML standard, "Server-sent events". */
const textOf = (event: MarketEvent) =>
  `id: ${event.position}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Event streams for programs (`GET /api/events` with `Accept: text/event-stream`). Each stream reads the log after
 * every notification of new events, and otherwise every `everyMs`.
 */
export class EventStreams {
  private counts = new Map<string, number>()
  private sleeping = new Set<() => void>()
  private wakes = 0
  private readonly everyMs: number

  constructor(everyMs = streamBeatMs) {
    this.everyMs = everyMs
  }

  get size(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Notifies the stream of new events. */
  wake(): void {
    this.wakes += 1
    for (const ring of this.sleeping) ring()
    this.sleeping.clear()
  }

  /** Reads the first events of a stream. Throws Refusal: rate_limited, events_gone, validation_failed. */
  private async begin(network: string, query: unknown, context: StreamContext) {
    const { topics, ...start } = v.parse(StreamStart, query)
    if ((this.counts.get(network) ?? 0) >= maxStreams)
      throw new Refusal('rate_limited', `Your network may have ${maxStreams} streams at a time.`)
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1)
    try {
      return { topics, first: await readEvents(context, topics, start, pageOfLog) }
    } catch (error) {
      this.end(network)
      throw error
    }
  }

  private end(network: string) {
    const remainingCount = (this.counts.get(network) ?? 1) - 1
    if (remainingCount === 0) this.counts.delete(network)
    else this.counts.set(network, remainingCount)
  }

  async open(network: string, query: unknown, context: StreamContext): Promise<Response> {
    try {
      const { topics, first } = await this.begin(network, query, context)
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      void this.write(writable.getWriter(), context, topics, first)
        .catch((error: unknown) => context.log.warn('stream_failed', errorFacts(error)))
        .finally(() => this.end(network))
      return new Response(readable, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return Response.json({ code: error.code, detail: error.message }, { status: 409 })
    }
  }

  private async write(
    writer: WritableStreamDefaultWriter<Uint8Array>,
    context: StreamContext,
    topics: string[],
    first: Awaited<ReturnType<typeof readEvents>>,
  ) {
    const encoder = new TextEncoder()
    const until = Date.now() + maxStreamMs
    try {
      let wakes = -1
      for (let page = first; Date.now() < until; ) {
        // A program that reconnects needs only the position to continue.
        const text = `${page.events.map(textOf).join('')}id: ${page.position}\n\n`
        const isWritten = await Promise.race([
          writer.write(encoder.encode(text)).then(() => true),
          waitFor(slowMs).then(() => false),
        ])
        if (!isWritten) throw new Error('The reader is too slow.')
        // Skipped if new events arrived while the log was read.
        if (!page.more && wakes === this.wakes) await this.sleep()
        ;({ wakes } = this)
        page = await readEvents(context, topics, { after: page.position }, pageOfLog)
      }
      await writer.close()
    } catch {
      // The program has disconnected, or does not read.
      await writer.abort().catch(() => undefined)
    }
  }

  private sleep(): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer)
        this.sleeping.delete(wakeUp)
        resolve()
      }
      const timer = setTimeout(wakeUp, this.everyMs)
      this.sleeping.add(wakeUp)
    })
  }
}
