import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { openApiDocument } from './openapi.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (value: unknown) =>
  String(value).replace(/[&<>"]/g, (character) => escapes[character] ?? character)

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const children = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : [])

function schemaBlock(title: string, value: unknown): string {
  const schemas = children(isJson(value) ? value.content : undefined).map(([, of]) =>
    isJson(of) ? of.schema : undefined,
  )
  return schemas
    .map(
      (of) =>
        `<details><summary>${safe(title)}</summary><pre tabindex="0">${safe(JSON.stringify(of, null, 2))}</pre></details>`,
    )
    .join('')
}

function parameterList(value: unknown): string {
  const items = Array.isArray(value) ? value.filter(isJson) : []
  if (items.length === 0) return ''
  return `<ul>${items
    .map(
      (item) =>
        `<li><code>${safe(item.name)}</code> in ${safe(item.in)}${item.required === true ? ', required' : ''}</li>`,
    )
    .join('')}</ul>`
}

function operationSection(path: string, method: string, operation: Json): string {
  const replies = children(operation.responses)
    .map(([status, reply]) => schemaBlock(`${status}: ${isJson(reply) ? reply.description : ''}`, reply))
    .join('')
  return `<section><h2 id="${safe(operation.operationId)}"><code>${safe(method.toUpperCase())} ${safe(path)}</code></h2>
<p>${safe(operation.summary)}${operation.security === undefined ? '' : ' <em>(session token)</em>'}</p>
${parameterList(operation.parameters)}${schemaBlock('Body', operation.requestBody)}${replies}</section>`
}

/** The API as a page that people read, without JavaScript: made from the same document as `api/openapi.json`. */
export function apiPage(origin: string): string {
  const sections = children(openApiDocument(origin).paths).flatMap(([path, methods]) =>
    children(methods).map(([method, operation]) =>
      isJson(operation) ? operationSection(path, method, operation) : '',
    ),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · OPX</title><script src="/head.js"></script><link rel="stylesheet" href="/legal/house.css"><link rel="stylesheet" href="/legal/legal.css"><link rel="icon" href="/favicon.svg"></head>
<body><main><p><a href="/">OPX</a></p><h1>API</h1>
<p>Every call, its parameters, bodies and replies. For machines: <a href="/api/openapi.json">openapi.json</a>.
Calls that need a signature wait for the outcome; with <code>Prefer: respond-async</code> they answer at once.
Errors are problem details (RFC 9457).</p>
${sections.join('')}</main></body></html>`
}

export function apiPageRoute(app: Hono<AppEnv>, origin: string) {
  app.get('/api/docs', (http) => http.html(apiPage(origin), 200, { 'cache-control': 'public, max-age=300' }))
}
