import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { findNewestPosition } from '#db/queries/event/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { securityHeaders } from '#worker/http/headers.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import { bearerToken } from '#worker/http/identity.ts'
import { defaultLanguage } from '#contract/words/languages.ts'
import { inLanguage } from '#contract/words/speech.ts'
import { acceptedLanguage } from '#worker/http/language.ts'
import { observe, requestIdOf } from '#worker/http/observe.ts'
import { publicReads } from '#worker/http/public-reads.ts'
import { callerNetwork, callerNetworks, limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { problemResponse } from '#worker/http/respond.ts'
import { serve } from '#worker/http/serve.ts'
import type { AppEnv } from '#worker/handlers/app-env.ts'
import { embedRoutes } from '#worker/handlers/embed.ts'
import { feedRoutes } from '#worker/handlers/feeds.ts'
import { createGate } from '#worker/handlers/gate.ts'
import { documentRoutes } from '#worker/handlers/documents.ts'
import { type LivePlatform, liveRoutes } from '#worker/handlers/live.ts'
import { createHandlers } from '#worker/handlers/handlers.ts'
import { mcpRoutes } from '#worker/handlers/mcp.ts'
import { mediaRoutes } from '#worker/handlers/media.ts'
import { fallbackRoute, legalRoutes, pageRoutes, type Shell } from '#worker/handlers/pages.ts'
import { metricsRoute } from '#worker/handlers/metrics.ts'
import { playRoutes } from '#worker/handlers/play.ts'
import { installedAppRoutes, wellKnownRoutes } from '#worker/handlers/site-files.ts'
import type { FrameMaker, ImageMaker } from '#worker/handlers/pictures.ts'
import { findActor, hasIssuedToken, sessionNotice } from '#worker/handlers/session.ts'
import { sitemapRoutes } from '#worker/handlers/sitemap.ts'
import { webhookRoute } from '#worker/handlers/wallet-webhook.ts'
import { createCounter, type Figures } from '#worker/http/count-requests.ts'
import type { Environment } from './env.ts'
import { createLogger } from './log.ts'

export interface Platform {
  shell: Shell
  assets: (request: Request) => Promise<Response>
  images: ImageMaker
  frames: FrameMaker
  cache: EdgeCache
  readLimiter: RateLimiter | undefined
  /** Limits calls with an API key. Each key is counted separately. */
  keyLimiter: RateLimiter | undefined
  signLimiter: RateLimiter | undefined
  addLimiter: RateLimiter | undefined
  /** A dataset of Workers Analytics Engine; undefined if the runtime has none. */
  requestEvents: AnalyticsEngineDataset | undefined
  /** Both are null if the runtime has no Durable Objects. */
  live: LivePlatform | null
  figures: Figures | null
  contextFor(requestId: string, waitUntil: (work: Promise<unknown>) => void): Context
}

/** Creates the app with all HTTP routes of the marketplace. */
export function createApp(env: Environment, platform: Platform) {
  const secure = env.SITE_ORIGIN.startsWith('https:')
  const app = new Hono<AppEnv>()
  app.use(
    observe(
      (requestId) => createLogger(requestId, env.NETWORK === 'local'),
      platform.requestEvents,
      platform.figures === null ? undefined : createCounter(platform.figures),
    ),
  )
  app.use(
    securityHeaders({
      uploadOrigin: env.S3_UPLOAD_ORIGIN,
      walletRelay: env.WALLETCONNECT_PROJECT_ID === '' ? '' : env.WALLETCONNECT_RELAY_URL,
      corsOrigins: env.CORS_ORIGINS,
      secure,
    }),
  )
  if (env.CORS_ORIGINS.length > 0) {
    app.use(
      '/api/*',
      cors({
        origin: env.CORS_ORIGINS,
        allowHeaders: ['authorization', 'content-type', 'prefer', 'idempotency-key'],
        exposeHeaders: ['opx-newer-sign-in', 'opx-session', 'retry-after', 'x-request-id'],
      }),
    )
  }
  app.use(async (http, next) => {
    const context = platform.contextFor(http.var.requestId, (work) => http.executionCtx.waitUntil(work))
    // Programs get English replies, whichever languages their HTTP libraries accept.
    const isProgram = context.apiKeys.idOf(bearerToken(http) ?? '') !== null
    const language = isProgram ? defaultLanguage : acceptedLanguage(http.req.raw)
    http.set('context', { ...context, language, networks: callerNetworks(http) })
    await inLanguage(language, next)
  })
  app.use(async (http, next) => {
    const kind = /^\/(media|play)\//.test(http.req.path)
      ? 'media'
      : http.req.path.startsWith('/api/')
        ? 'api'
        : 'page'
    const keyId = http.var.context.apiKeys.idOf(bearerToken(http) ?? '')
    // A revoked key belongs to no account.
    const isLiveKey = kind === 'api' && keyId !== null && (await findActor(http).catch(() => null)) !== null
    if (isLiveKey) await limitRate(platform.keyLimiter, `key:${keyId}`)
    else await limitRate(platform.readLimiter, `${kind}:${callerNetwork(http)}`)
    await next()
  })
  app.use(
    '/api/*',
    publicReads({
      cache: platform.cache,
      freshSeconds: env.PUBLIC_READ_SECONDS,
      hasSession: hasIssuedToken,
      readNewest: ({ var: { context } }) => findNewestPosition(context.db.http),
      renew: async (request, waitUntil) =>
        app.fetch(request, {}, { waitUntil, passThroughOnException: () => undefined, props: {} }),
    }),
  )
  app.use('/api/*', sessionNotice())
  liveRoutes(app, platform.live, [new URL(env.SITE_ORIGIN).origin, ...env.CORS_ORIGINS])
  serve(
    app,
    createGate({ sign: platform.signLimiter, add: platform.addLimiter }, env.FORM_MB),
    createHandlers({ secrets: env.SESSION_SECRET, secure }),
  )
  webhookRoute(app, env.SIGNER_API_SECRET)
  documentRoutes(app, env.SITE_ORIGIN)
  mcpRoutes(app)
  mediaRoutes(app, { ...platform, avif: env.AVIF === 'on' })
  playRoutes(app, platform.cache, platform.assets)
  app.all('/api/*', () => {
    throw new Refusal('not_found', 'Unknown endpoint. See /api/openapi.json.')
  })
  sitemapRoutes(app)
  feedRoutes(app)
  embedRoutes(app)
  wellKnownRoutes(app)
  metricsRoute(app, env.METRICS_TOKEN, platform.figures)
  pageRoutes(app, platform.shell, {
    cache: platform.cache,
    freshSeconds: env.PUBLIC_READ_SECONDS,
    siteOrigin: env.SITE_ORIGIN,
  })
  legalRoutes(app, platform.assets)
  installedAppRoutes(app, platform.assets)
  fallbackRoute(app, platform.shell, platform.assets)
  app.onError((error, http) => problemResponse(error, http.get('requestId') ?? requestIdOf(http.req.raw)))
  return app
}
