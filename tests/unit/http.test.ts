import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { errorFacts } from '#contract/words/error-facts.ts'
import { errorCodes, Problem } from '#contract/schemas/errors.ts'
import { operations } from '#contract/operations.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { contentSecurityPolicy, securityHeaders } from '#worker/http/headers.ts'
import { describe } from '#worker/http/problems.ts'
import { parseJson, parsePart } from '#worker/http/validate.ts'
import { webhookIsGenuine } from '#worker/http/webhook-signature.ts'
import { createLogger } from '#worker/log.ts'
import { openApiDocument } from '#worker/handlers/openapi.ts'
import { problemsPage } from '#worker/handlers/problems-page.ts'

test('every refusal becomes problem details, and an unexpected error contains only its request id', () => {
  for (const code of errorCodes)
    expect(v.is(Problem, describe(new Refusal(code, 'Why.'), 'id-1').problem)).toBe(true)
  const { status, problem } = describe(new Error('password=hunter2'), 'id-2')
  expect(status).toBe(500)
  expect(JSON.stringify(problem)).not.toContain('hunter2')
  expect(problem.requestId).toBe('id-2')
})

test('what is nested too deeply is refused before it uses up the stack', () => {
  const nested = (depth: number) => parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(() => parsePart(v.unknown(), nested(30_000))).toThrow('The request is not valid.')
  expect(parsePart(v.unknown(), nested(10))).toEqual(nested(10))
})

test('the `type` of every problem is a section of the errors page', async () => {
  const page = String(await problemsPage())
  for (const code of errorCodes) {
    const { type } = describe(new Refusal(code, 'Why.'), 'id-1').problem
    const [path, section] = type.split('#')
    expect([path, section]).toEqual(['/api/problems', code])
    expect(page).toContain(`<h2 id="${section}">`)
  }
})

test('the content security policy allows nothing unsafe and no foreign script', () => {
  const policy = contentSecurityPolicy({
    uploadOrigin: 'https://media.example',
    walletRelay: '',
    corsOrigins: [],
    secure: true,
  })
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self' https://media.example;")
})

test('the relay of WalletConnect may be connected to where it is offered', () => {
  const policy = (walletRelay: string) =>
    contentSecurityPolicy({ uploadOrigin: 'https://m.example', walletRelay, corsOrigins: [], secure: true })
  expect(policy('wss://relay.example')).toContain("connect-src 'self' https://m.example wss://relay.example;")
  expect(policy('')).toContain("connect-src 'self' https://m.example;")
})

test('the page that verifies draws may connect to nodes, and no other page', async () => {
  const app = new Hono()
  app.use(securityHeaders({ uploadOrigin: '', walletRelay: '', corsOrigins: [], secure: true }))
  app.get('*', (http) => http.html('<html>'))
  const connects = async (path: string) => {
    const { headers } = await app.request(path)
    return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  const nodes = "'self' https: wss: http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*"
  expect(await connects('/collection/fair/draws')).toBe(nodes)
  expect(await connects('/collection/fair/draws?x=1')).toBe(nodes)
  for (const path of [
    '/',
    '/collection/fair',
    '/collection/fair/draws/more',
    '/collection/fair/items',
    '/collection/a/b/draws',
    '/nft/draws',
    '/api/collection/draws',
    '/x/collection/fair/draws',
  ])
    expect(await connects(path)).toBe("'self'")
})

test('both known key formats verify a webhook signature, and a forged one is refused', async () => {
  const secret = '0a1b2c3d-1111-2222-3333-444455556666'
  const sign = (key: string) => createHmac('sha1', key).update('17{"a":1}').digest('hex')
  expect(webhookIsGenuine([secret], '17', '{"a":1}', sign(secret.replaceAll('-', '')))).toBe(true)
  expect(webhookIsGenuine([secret], '17', '{"a":1}', sign(secret.replace('-', '')))).toBe(true)
  expect(webhookIsGenuine(['other', secret], '17', '{"a":1}', sign(secret.replace('-', '')))).toBe(true)
  expect(webhookIsGenuine([secret], '17', '{"a":2}', sign(secret.replaceAll('-', '')))).toBe(false)
  expect(webhookIsGenuine([secret], '17', '{"a":1}', '')).toBe(false)
})

test('all wrong settings are named together', () => {
  expect(() => readEnvironment({ SITE_ORIGIN: 'not an address' })).toThrow(
    /SITE_ORIGIN.*DATABASE_URL.*LEDGER_URLS/s,
  )
})

test('secrets do not reach a log line', () => {
  const lines: string[] = []
  const log = console.log
  console.log = (line: string) => lines.push(line)
  createLogger('r', false).info('event', { jwt_token: 'abc', seed: 's', blob: 'b', promoCode: 'p', kept: 1 })
  console.log = log
  expect(lines.join()).toContain('"kept":1')
  expect(lines.join()).not.toMatch(/abc|"s"|"b"|"p"/)
})

test('the OpenAPI document describes every operation', () => {
  const document = openApiDocument('https://opx.example')
  const paths = Object.keys(
    typeof document.paths === 'object' && document.paths !== null ? document.paths : {},
  )
  expect(new Set(paths)).toEqual(new Set(Object.values(operations).map((operation) => operation.path)))
})

test('a failed statement is logged without its parameters', () => {
  const failed = Object.assign(
    new Error('Failed query: update wallets set push_token = $1\nparams: secret-token', {
      cause: new Error('connection lost'),
    }),
    { params: ['secret-token'] },
  )
  expect(errorFacts(failed)).toEqual({ message: 'statement failed: connection lost' })
  expect(errorFacts(new Error('other')).message).toBe('other')
})
