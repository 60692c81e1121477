import type { Hono } from 'hono'
import { apiPage } from './api-page.ts'
import type { AppEnv } from './app-env.ts'
import { openApiDocument } from './openapi.ts'
import { problemsPage } from './problems-page.ts'

const cached = { 'cache-control': 'public, max-age=300' }

/** The API's description, for programs and for readers. */
export function documentRoutes(app: Hono<AppEnv>, origin: string) {
  app.get('/api/openapi.json', (http) => http.json(openApiDocument(origin), 200, cached))
  app.get('/api', (http) => http.html(apiPage(origin), 200, cached))
  app.get('/api/docs', (http) => http.redirect('/api', 301))
  app.get('/api/problems', (http) => http.html(problemsPage(), 200, cached))
}
