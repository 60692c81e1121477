import type { Hono } from 'hono'
import { apiPage } from './api-page.ts'
import type { AppEnv } from './app-env.ts'
import { openApiDocument } from './openapi.ts'
import { problemsPage } from './problems-page.ts'

const cacheHeaders = { 'cache-control': 'public, max-age=300' }

/** Returns the value of `make`, which is created on first use and cached for the life of the isolate. */
function createOnce<T>(make: () => T): () => T {
  let memo: { value: T } | null = null
  return () => (memo ??= { value: make() }).value
}

/** Serves the API's description, for programs and for readers. */
export function documentRoutes(app: Hono<AppEnv>, origin: string) {
  const description = createOnce(() => JSON.stringify(openApiDocument(origin)))
  const reference = createOnce(async () => String(await apiPage(origin)))
  const problems = createOnce(async () => String(await problemsPage()))
  app.get('/api/openapi.json', (http) =>
    http.body(description(), 200, { ...cacheHeaders, 'content-type': 'application/json' }),
  )
  app.get('/api', async (http) => http.html(await reference(), 200, cacheHeaders))
  app.get('/api/docs', (http) => http.redirect('/api', 301))
  app.get('/api/problems', async (http) => http.html(await problems(), 200, cacheHeaders))
}
