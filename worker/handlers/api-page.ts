import { html } from 'hono/html'
import { examples } from '#contract/operations/examples.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import { isForPrograms, type Operation } from '#contract/operations/operation.ts'
import type { Html } from '#worker/http/document-page.ts'
import { exampleOf, fieldsOf, typeOf } from './json-schemas.ts'
import { openApiDocument } from './openapi.ts'

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const readChild = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined)
const listChildren = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : [])

const formatJson = (value: unknown) => JSON.stringify(value, null, 2)
const renderBlock = (text: string) => html`<pre tabindex="0">${text}</pre>`
const renderCode = (text: string) => html`<code>${text}</code>`

/** In reading order: first the data, then the actions. */
const tags: [tag: Operation['tag'], title: string][] = [
  ['Reading', 'Collections and works'],
  ['Accounts', 'Accounts'],
  ['Wallet signer', 'Signing'],
  ['Trading', 'Trading'],
  ['Creating', 'Creating'],
  ['Collections', 'Managing collections'],
  ['Sync', 'Syncing with the ledger'],
  ['Marketplace', 'The marketplace'],
]

const operationsOf = (tag: Operation['tag']) =>
  Object.entries(operations).filter(([, operation]) => operation.tag === tag) as [OperationName, Operation][]

/** Access rules that a caller must know before the call. */
function marksOf(operation: Operation): string[] {
  const { auth, fresh, asksForSignature, keyed: isKeyed, shared: isShared, limit } = operation
  const audience = {
    none: 'Open to everybody',
    optional: 'A session token or API key shows more',
    session: isForPrograms(operation) ? 'Needs a session token or an API key' : 'Needs a session token',
    owner: 'Only for operators',
  }
  return [
    audience[auth],
    ...(fresh === true ? ['needs a sign-in within the last hour'] : []),
    ...(asksForSignature === true ? ['asks for a signature in the wallet'] : []),
    ...(isKeyed === true ? ['takes an Idempotency-Key'] : []),
    ...(isShared === true ? ['has an ETag'] : []),
    ...(limit === undefined ? [] : ['has a limit of its own']),
  ]
}

function fieldTable(
  caption: string,
  rows: { name: string; schema: unknown; required: boolean }[],
): Html | '' {
  if (rows.length === 0) return ''
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Required</th></tr></thead><tbody>${rows.map(
    ({ name, schema, required }) =>
      html`<tr><td>${renderCode(name)}</td><td>${typeOf(schema)}</td><td>${required ? 'yes' : 'no'}</td></tr>`,
  )}</tbody></table></div>`
}

interface Call {
  id: OperationName
  operation: Operation
  /** The operation in the OpenAPI document. */
  description: Json
  origin: string
}

const exampleAddress = ({ id, operation, origin }: Call): string => {
  const { params = {}, query = {} } = examples[id] ?? {}
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
  const search = new URLSearchParams(query).toString()
  return `${origin}${path}${search === '' ? '' : `?${search}`}`
}

const needsToken = ({ auth }: Operation) => auth === 'session' || auth === 'owner'

function curlOf(call: Call): string {
  const { id, operation } = call
  const { body, form } = examples[id] ?? {}
  const lines = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}'${exampleAddress(call)}'`,
    ...(needsToken(operation) ? ["-H 'Authorization: Bearer $OPX_KEY'".replaceAll("'", '"')] : []),
    ...(operation.asksForSignature === true ? ["-H 'Prefer: respond-async'"] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
    ...Object.entries(form ?? {}).map(
      ([name, value]) => `-F '${name}=${typeof value === 'string' ? value : '@picture.png'}'`,
    ),
  ]
  return lines.join(' \\\n  ')
}

function tryForm({ id, operation, description }: Call): Html | '' {
  if (operation.form !== undefined) return ''
  const { params = {}, query = {}, body } = examples[id] ?? {}
  const list = Array.isArray(description.parameters) ? description.parameters.filter(isJson) : []
  const parameters = list.filter((parameter) => parameter.in !== 'header')
  const fields = parameters.map((parameter) => {
    const name = String(parameter.name)
    const value = (parameter.in === 'path' ? params : query)[name] ?? ''
    return html`<label for="${id}-${name}">${name}${parameter.required === true ? '' : ' (optional)'}</label><input id="${id}-${name}" name="${name}" data-in="${parameter.in}" value="${value}" autocomplete="off" spellcheck="false"${parameter.required === true ? html` required` : ''}>`
  })
  const text =
    operation.body === undefined
      ? ''
      : html`<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" spellcheck="false" rows="8">${formatJson(body ?? {})}</textarea>`
  return html`<details><summary>Try it</summary><form hidden data-method="${operation.method}" data-path="${operation.path}" data-asks="${String(operation.asksForSignature === true)}">${fields}${text}<button type="submit">Send</button><p class="marks" role="status"></p><pre hidden tabindex="0"></pre></form></details>`
}

function renderReplies(description: Json): Html[] {
  return listChildren(description.responses).flatMap(([status, reply]) =>
    listChildren(readChild(reply, 'content')).map(([, of]) => {
      const schema = readChild(of, 'schema')
      const example = exampleOf(schema)
      const title = `${status === 'default' ? 'Otherwise' : status}: ${String(readChild(reply, 'description'))}`
      return example === undefined
        ? html`<p class="marks">${title}: <a href="/api/problems">a problem</a></p>`
        : html`<details><summary>${title}</summary><p class="marks">Its shape, with made-up values; <a href="/api/openapi.json">openapi.json</a> has the whole schema.</p>${renderBlock(formatJson(example))}</details>`
    }),
  )
}

function bodyOf(description: Json): Html | '' {
  const [first] = listChildren(readChild(description.requestBody, 'content'))
  if (first === undefined) return ''
  const [type, of] = first
  const schema = readChild(of, 'schema')
  return html`${fieldTable(type === 'application/json' ? 'Body, as JSON' : 'Body, as a multipart form', fieldsOf(schema))}<details><summary>Schema of the body</summary>${renderBlock(formatJson(schema))}</details>`
}

function callSection(call: Call): Html {
  const { id, operation, description } = call
  const list = Array.isArray(description.parameters) ? description.parameters.filter(isJson) : []
  const parameters = list.map(({ name, schema, required, in: place }) => ({
    name: `${String(name)}${place === 'header' ? ' (header)' : ''}`,
    schema,
    required: required === true,
  }))
  return html`<section class="call" id="${id}"><h3><a href="#${id}"><span class="method">${operation.method}</span> ${operation.path}</a></h3>
<p>${operation.summary}.</p><p class="marks">${marksOf(operation).join(' · ')}</p>
${fieldTable('Parameters', parameters)}${bodyOf(description)}
<details open><summary>Example</summary>${renderBlock(curlOf(call))}</details>
${tryForm(call)}${renderReplies(description)}</section>`
}

const renderGuide = (origin: string) => html`<section id="begin"><h2>Begin</h2>
<p>Everything that is public can be read without a key:</p>${renderBlock(`curl '${origin}/api/collection/list'`)}
<p>Amounts are drops as text (1 XRP is 1,000,000 drops), or <code>{"currency", "issuer", "value"}</code>. Lists come in pages: a reply says where the next one begins.</p>
<p>For calls about an account, <a href="/keys">make an API key</a> and send it as <code>Authorization: Bearer opx_…</code>. A program never signs: with <code>Prefer: respond-async</code>, a call that changes something answers 202 with a request, which the owner of the account signs in the wallet. Ask <a href="#checkSignRequest">for its state</a> until it has one.</p>
<p>Errors are problem details (RFC 9457); <a href="/api/problems">every code is explained</a>. After 429 and 503, wait as long as <code>Retry-After</code> says. The same call with the same <code>Idempotency-Key</code> is done once.</p>
<p>For machines: <a href="/api/openapi.json">openapi.json</a>. For assistants: <code>${origin}/api/mcp</code> speaks the Model Context Protocol. For other sites: <a href="#getOEmbed">oEmbed</a>. Events as they happen: <code>${origin}/api/events</code> as a stream, <a href="/webhooks">webhooks</a>, or Atom feeds.</p>
<p><label for="token">Session token or API key for “Try it” (it is not stored)</label><input id="token" type="password" autocomplete="off" spellcheck="false"></p></section>`

/** Returns the API reference as a page, generated from the contract's table and the document of `api/openapi.json`. */
export function apiPage(origin: string): Html {
  const { paths } = openApiDocument(origin)
  const describedOf = (operation: Operation): Json => {
    const description = readChild(readChild(paths, operation.path), operation.method.toLowerCase())
    return isJson(description) ? description : {}
  }
  const navigation = tags.map(
    ([tag, title]) =>
      html`<section><h2>${title}</h2><ul>${operationsOf(tag).map(([id, { summary, path }]) => html`<li data-path="${path}"><a href="#${id}">${summary}</a></li>`)}</ul></section>`,
  )
  const sections = tags.map(
    ([tag, title]) =>
      html`<h2>${title}</h2>${operationsOf(tag).map(([id, operation]) => callSection({ id, operation, description: describedOf(operation), origin }))}`,
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · OPX</title><script src="/head.js"></script><link rel="preload" href="/fonts/inter-text.woff2" as="font" type="font/woff2" crossorigin><link rel="preload" href="/fonts/fraunces-display.woff2" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="/legal/house.css"><link rel="stylesheet" href="/legal/legal.css"><link rel="stylesheet" href="/reference/reference.css"><link rel="icon" href="/favicon.svg"><script src="/reference/reference.js" defer></script></head>
<body><nav aria-label="Calls"><p><a class="wordmark" href="/">OPX</a></p><p class="filter"><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off"></p><ul><li><a href="#begin">Begin</a></li></ul>${navigation}</nav>
<main><h1>API</h1>${renderGuide(origin)}${sections}</main></body></html>`
}
