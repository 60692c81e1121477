// The worker of `bench:cost` and `bench:read`: the marketplace in this process, which has no other work. For the first, its database
// gives the same answers again and again. It is copied into the older code with `rate.ts`, and takes nothing but the worker from there.
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { rate } from './rate.ts'

export type Order =
  | { bindings: Record<string, string>; asksDatabase?: boolean }
  /** Answers `path` so many times. */
  | { path: string; times: number }
  /** Answers `path` to so many callers for so long. */
  | { path: string; callers: number; ms: number }

const replies = new Map<string, string>()
const network = globalThis.fetch
let asksDatabase = false

/** The first answer to a query is that of the database. */
globalThis.fetch = async (input, init = {}) => {
  const { body } = init
  if (asksDatabase || typeof body !== 'string') return network(input, init)
  let reply = replies.get(body)
  if (reply === undefined) {
    const response = await network(input, init)
    reply = await response.text()
    if (response.ok) replies.set(body, reply)
  }
  return new Response(reply, { headers: { 'content-type': 'application/json' } })
}

const nothing = async () => new Response(null, { status: 404 })

/** The edge's cache of files. */
const kept = new Map<string, { bytes: ArrayBuffer; headers: Headers }>()
const edge = {
  match: async (key: string) => {
    const copy = kept.get(key)
    return copy === undefined ? undefined : new Response(copy.bytes, { headers: copy.headers })
  },
  put: async (key: string, copy: Response) => {
    kept.set(key, { bytes: await copy.arrayBuffer(), headers: copy.headers })
  },
}
const later = (work: Promise<unknown>) => void work.catch(() => undefined)
let app: ReturnType<typeof createApp> | null = null
let site = ''

async function answer(path: string): Promise<void> {
  const request = new Request(`${site}${path}`)
  const reply = await app?.fetch(
    request,
    {},
    { waitUntil: later, passThroughOnException: () => undefined, props: {} },
  )
  const body = await reply?.arrayBuffer()
  if (reply?.status !== 200)
    throw new Error(`${path} answered ${reply?.status}: ${new TextDecoder().decode(body)}`)
}

/** Microseconds of processor time, all threads, for each call; or calls a second. */
async function perform(order: Order): Promise<number> {
  if ('bindings' in order) {
    asksDatabase = order.asksDatabase ?? false
    const env = readEnvironment(order.bindings)
    site = env.SITE_ORIGIN
    app = createApp(env, {
      shell: nothing,
      assets: nothing,
      images: { resize: nothing },
      cache: edge,
      readLimiter: undefined,
      keyLimiter: undefined,
      signLimiter: undefined,
      addLimiter: undefined,
      live: null,
      contextFor: compose(env),
    })
    return 0
  }
  if ('callers' in order) return rate(order.ms, order.callers, () => answer(order.path))
  const before = process.cpuUsage()
  for (let n = 0; n < order.times; n += 1) await answer(order.path)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / order.times
}

// A failure ends the process, which the parent reports.
process.on('message', async (order: Order) => process.send?.({ cost: await perform(order) }))
// The parent ends it, so that a profile is written.
process.on('disconnect', () => process.exit(0))
