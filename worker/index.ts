import { runCron } from '#worker/jobs/run-cron.ts'
import { createApp } from './app.ts'
import { compose } from './compose.ts'
import { type Environment, readEnvironment } from './env.ts'
import { type Bindings, type Execution, edgeCache, imageMaker, imageService } from './platform.ts'

interface Service {
  env: Environment
  contextFor: ReturnType<typeof compose>
  app: ReturnType<typeof createApp>
}

let service: Service | null = null

/**
 * Settings are parsed and ports are built once per isolate, at the first request: an invalid setting fails every request and is
 * named in the error.
 */
function serviceFor(bindings: Bindings): Service {
  if (service !== null) return service
  const env = readEnvironment(bindings)
  const contextFor = compose(env)
  const app = createApp(env, {
    shell: (request) => bindings.ASSETS.fetch(new URL('/index.html', request.url).toString()),
    assets: (request) => bindings.ASSETS.fetch(request),
    images: env.IMAGES_URL === '' ? imageMaker(bindings.IMAGES) : imageService(env.IMAGES_URL),
    cache: edgeCache,
    readLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_READ : undefined,
    signLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_SIGN : undefined,
    addLimiter: env.RATE_LIMITS === 'on' ? bindings.RATE_LIMIT_ADD : undefined,
    contextFor,
  })
  service = { env, contextFor, app }
  return service
}

export default {
  fetch(
    request: Request,
    bindings: Bindings,
    execution: Execution & { passThroughOnException(): void; props: unknown },
  ) {
    return serviceFor(bindings).app.fetch(request, bindings, execution)
  },

  async scheduled(_event: unknown, bindings: Bindings, execution: Execution) {
    const { env, contextFor } = serviceFor(bindings)
    const context = contextFor(crypto.randomUUID(), (work) => execution.waitUntil(work))
    await runCron(context, env.CRON_BUDGET_MS)
  },
}
