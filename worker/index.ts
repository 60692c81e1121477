import { FollowerObject } from '#worker/live/follower.ts'
import { openLive } from '#worker/live/open-live.ts'
import { ShardObject } from '#worker/live/shard.ts'
import { runCron } from '#worker/jobs/run-cron.ts'
import { writeMetrics } from '#worker/jobs/write-metrics.ts'
import type { Figures } from '#worker/http/count-requests.ts'
import { createApp } from './app.ts'
import { compose } from './compose.ts'
import type { Environment } from './env.ts'
import { readEnvironment } from './read-environment.ts'
import { type Bindings, edgeCache, frameMaker, frameService, imageMaker, imageService } from './platform.ts'

interface Service {
  env: Environment
  contextFor: ReturnType<typeof compose>
  app: ReturnType<typeof createApp>
}

let service: Service | null = null

/**
 * Parses settings and builds ports once per isolate, at the first request. An invalid setting fails every request and
 * is named in the error.
 */
function serviceFor(bindings: Bindings): Service {
  if (service !== null) return service
  const env = readEnvironment(bindings)
  const contextFor = compose(env)
  const app = createApp(env, {
    shell: (request, language) =>
      bindings.ASSETS.fetch(
        new URL(language === 'en' ? '/index.html' : `/index.${language}.html`, request.url).toString(),
      ),
    assets: (request) => bindings.ASSETS.fetch(request),
    images: env.IMAGES_URL === '' ? imageMaker(bindings.IMAGES) : imageService(env.IMAGES_URL),
    frames: env.FRAMES_URL === '' ? frameMaker(bindings.MEDIA) : frameService(env.FRAMES_URL),
    cache: edgeCache,
    readLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_READ : undefined,
    keyLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_KEY : undefined,
    signLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_SIGN : undefined,
    addLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_ADD : undefined,
    requestEvents: bindings.REQUEST_EVENTS,
    live: bindings.LIVE_SHARD === undefined ? null : openLive(bindings.LIVE_SHARD),
    figures: figuresOf(bindings),
    contextFor,
  })
  service = { env, contextFor, app }
  return service
}

/** Returns the single Durable Object that follows the ledger; null if the runtime has no Durable Objects. */
function followerOf({ FOLLOWER }: Bindings) {
  return FOLLOWER === undefined ? null : FOLLOWER.getByName('follower')
}

/** Returns the figures of the follower's object. A stub belongs to one request, so each call gets its own. */
function figuresOf({ FOLLOWER }: Bindings): Figures | null {
  if (FOLLOWER === undefined) return null
  const follower = () => FOLLOWER.getByName('follower')
  return { send: (tally) => follower().addRequests(tally), read: () => follower().readFigures() }
}

export class LiveShard extends ShardObject {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const follower = followerOf(bindings)
    if (follower === null) throw new Error('The binding FOLLOWER is missing.')
    super(state, bindings, {
      contextFor: serviceFor(bindings).contextFor,
      register: (shard) => follower.register(shard),
    })
  }
}

export class Follower extends FollowerObject {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const { LIVE_SHARD } = bindings
    if (LIVE_SHARD === undefined) throw new Error('The binding LIVE_SHARD is missing.')
    super(state, bindings, {
      contextFor: serviceFor(bindings).contextFor,
      sendBatch: (shard, batch) => LIVE_SHARD.getByName(shard).receiveBatch(shard, batch),
    })
  }
}

/** Starts the follower in the Durable Object. Returns false if that fails; then the cron follows the ledger. */
async function startFollower(follower: ReturnType<typeof followerOf>): Promise<boolean> {
  try {
    await follower?.start()
    return follower !== null
  } catch {
    return false
  }
}

export default {
  fetch(request: Request, bindings: Bindings, execution: ExecutionContext) {
    return serviceFor(bindings).app.fetch(request, bindings, execution)
  },

  async scheduled(_event: unknown, bindings: Bindings, execution: ExecutionContext) {
    const { env, contextFor } = serviceFor(bindings)
    const context = contextFor(crypto.randomUUID(), (work) => execution.waitUntil(work))
    const follower = followerOf(bindings)
    const budgetMs = env.CRON_BUDGET_MS
    // With a budget of 0, a run does one round of every job and does not start the follower.
    const withoutFollower = budgetMs > 0 && (await startFollower(follower))
    execution.waitUntil(writeMetrics(context, bindings.METRIC_EVENTS, figuresOf(bindings)?.read))
    await runCron(context, budgetMs, { withoutFollower })
    if (!withoutFollower) await follower?.publish()
  },
}
