// The worker of `bench:read`: runs the marketplace alone in this process.
import { createApp } from '#worker/app.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { rate } from './rate.ts'

export type Order =
  | { bindings: Record<string, string> }
  /** Requests `path` with this many callers for `ms`. */
  | { path: string; callers: number; ms: number }

const nothing = async () => new Response(null, { status: 404 })
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

/** Returns calls per second. */
async function perform(order: Order): Promise<number> {
  if ('callers' in order) return rate(order.ms, order.callers, () => answer(order.path))
  const env = readEnvironment(order.bindings)
  site = env.SITE_ORIGIN
  app = createApp(env, {
    shell: nothing,
    assets: nothing,
    images: { resize: nothing },
    frames: { firstFrame: async () => null },
    cache: { match: async () => undefined, put: async () => undefined },
    readLimiter: undefined,
    keyLimiter: undefined,
    signLimiter: undefined,
    addLimiter: undefined,
    requestEvents: undefined,
    figures: null,
    live: null,
    contextFor: compose(env),
  })
  return 0
}

// A failure ends the process, which the parent reports.
process.on('message', async (order: Order) => process.send?.({ rate: await perform(order) }))
process.on('disconnect', () => process.exit(0))
