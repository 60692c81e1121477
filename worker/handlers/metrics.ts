import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { Refusal } from '#contract/words/refusal.ts'
import { formatMetrics, readMetrics } from '#worker/domain/admin/metrics.ts'
import { bearerToken } from '#worker/http/identity.ts'
import type { Figures } from '#worker/http/count-requests.ts'
import type { AppEnv } from './app-env.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves the metrics as Prometheus text to callers with METRICS_TOKEN as their bearer token. Without the setting the
 * address does not exist.
 */
export function metricsRoute(app: Hono<AppEnv>, token: string, figures: Figures | null): void {
  app.get('/metrics', async (http) => {
    const isAllowed = timingSafeEqual(digest(bearerToken(http) ?? ''), digest(token))
    if (token === '' || !isAllowed) throw new Refusal('not_found', 'There is nothing at this address.')
    const metrics = await readMetrics(http.var.context, figures?.read)
    return http.text(formatMetrics(metrics), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}
