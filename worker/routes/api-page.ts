import { html } from 'hono/html'
import { documentPage, type Html } from '#worker/http/document-page.ts'
import { openApiDocument } from './openapi.ts'

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const children = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : [])

function schemaBlock(title: string, value: unknown): Html[] {
  return children(isJson(value) ? value.content : undefined).map(
    ([, of]) =>
      html`<details><summary>${title}</summary><pre tabindex="0">${JSON.stringify(isJson(of) ? of.schema : undefined, null, 2)}</pre></details>`,
  )
}

function parameterList(value: unknown): Html | null {
  const items = Array.isArray(value) ? value.filter(isJson) : []
  if (items.length === 0) return null
  return html`<ul>${items.map(
    (item) =>
      html`<li><code>${item.name}</code> in ${item.in}${item.required === true ? ', required' : ''}</li>`,
  )}</ul>`
}

function operationSection(path: string, method: string, operation: Json): Html {
  const replies = children(operation.responses).flatMap(([status, reply]) =>
    schemaBlock(`${status}: ${isJson(reply) ? String(reply.description) : ''}`, reply),
  )
  return html`<section><h2 id="${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></h2>
<p>${operation.summary}${operation.security === undefined ? '' : html` <em>(session token)</em>`}</p>
${parameterList(operation.parameters)}${schemaBlock('Body', operation.requestBody)}${replies}</section>`
}

/** The API as a page for readers, generated from the same document as `api/openapi.json`. */
export function apiPage(origin: string): Html {
  const sections = children(openApiDocument(origin).paths).flatMap(([path, methods]) =>
    children(methods).map(([method, operation]) =>
      isJson(operation) ? operationSection(path, method, operation) : null,
    ),
  )
  return documentPage(
    'API',
    html`<p>Every call, its parameters, bodies and replies. For machines: <a href="/api/openapi.json">openapi.json</a>.
Calls that need a signature wait for the outcome; with <code>Prefer: respond-async</code> they answer at once.
Errors are problem details (RFC 9457); <a href="/api/problems">every error code</a> is explained.</p>
${sections}`,
  )
}
