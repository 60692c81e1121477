import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { type Example, examples } from '#contract/operations/examples.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { ReceivedFile } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { routes } from '#contract/addresses.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { RateLimiter } from '#worker/http/rate-limit.ts'
import { type Gate, type Handlers, serve } from '#worker/http/serve.ts'
import type { HttpEnv } from '#worker/http/variables.ts'

interface Actor {
  account: string
  isOwner: boolean
  isProgram?: boolean
  isStale?: boolean
}

const actors = new Map<string, Actor>([
  ['member', { account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', isOwner: false }],
  ['owner', { account: 'rrrrrrrrrrrrrrrrrrrrBZbvji', isOwner: true }],
  ['stale', { account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', isOwner: false, isStale: true }],
  ['staleOwner', { account: 'rrrrrrrrrrrrrrrrrrrrBZbvji', isOwner: true, isStale: true }],
  ['program', { account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', isOwner: false, isProgram: true }],
])

const references: SignReferences = {
  uuid: '00000000-0000-4000-8000-000000000000',
  next: { always: '' },
  refs: { qr_png: '', websocket_status: '' },
  pushed: false,
  expiresAt: '',
}

const names = Object.keys(operations).filter((name): name is OperationName => name in operations)

const isComplete = (handlers: object): handlers is Handlers<null, Actor> =>
  names.every((name) => name in handlers)

interface Sending {
  as?: 'member' | 'owner' | 'program' | 'stale' | 'staleOwner' | 'nobody'
  headers?: Record<string, string>
  /** Input that replaces the sample input. */
  input?: Example
}

/**
 * Creates the API with stubs for all services, because a rejection before the handler depends only on the table of
 * operations. All handlers return the same, because the tests only check whether they are called.
 */
function createApi(limiter?: RateLimiter) {
  const handled: OperationName[] = []
  let files = 0
  const replies = new Map<string, { status: number; body: unknown }>()
  const gate: Gate<null, Actor> = {
    limiters: { sign: limiter, add: limiter },
    async identify(http) {
      const actor = actors.get(http.req.header('authorization')?.replace('Bearer ', '') ?? '')
      if (actor === undefined) throw new Refusal('unauthenticated', 'Connect your wallet first.')
      return actor
    },
    async checkClaims(_context, actor, { account, user_token }) {
      if (account !== undefined && account !== actor.account)
        throw new Refusal('account_mismatch', 'Another account.')
      if (user_token === 'foreign') throw new Refusal('user_token_mismatch', 'Another wallet token.')
    },
    requireFreshSignIn(_context, { isStale }) {
      if (isStale === true) throw new Refusal('fresh_sign_in_required', 'Sign in again.')
    },
    requireOwner(_context, { isOwner }) {
      if (!isOwner) throw new Refusal('forbidden', 'Only the marketplace owner can do this.')
    },
    withCaller: (context) => context,
    requireCost: async () => undefined,
    requirePerson({ isProgram }) {
      if (isProgram === true) throw new Refusal('session_required', 'Not with an API key.')
    },
    receiver: async () => ({
      maxBytes: 10_000,
      async receive(chunks) {
        for await (const _ of chunks) continue
        files += 1
        return new ReceivedFile('x', { cid: 'x', bytes: 1, finding: null })
      },
      discard: () => undefined,
      close: () => undefined,
    }),
    async doOnce(_context, { account, operation, key }, digest, work) {
      const name = JSON.stringify([account, operation, key, digest])
      const reply = replies.get(name) ?? (await work(null))
      replies.set(name, reply)
      return reply
    },
    findRequest: async () => null,
    awaitOutcome: async () => ({ status: 'success', data: 'signed' }),
    requireLedger: async () => undefined,
    outcomeReply: (_operation, outcome) => outcome,
  }
  const app = new Hono<HttpEnv<null>>()
  app.use(async (http, next) => {
    http.set('requestId', 'test-request')
    http.set('context', null)
    await next()
  })
  const handlers: object = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        handled.push(name)
        return references
      },
    ]),
  )
  if (!isComplete(handlers)) throw new Error('An operation has no handler.')
  serve(app, gate, handlers)

  async function send(name: OperationName, { as, headers = {}, input = examples[name] ?? {} }: Sending = {}) {
    const { method, path }: Operation = operations[name]
    const { params = {}, query = {}, body, form } = input
    const data = form === undefined ? null : new FormData()
    for (const [field, value] of Object.entries(form ?? {})) data?.append(field, value)
    const url = path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
    const reply = await app.request(`http://opx.example${url}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { ...headers, ...(as === undefined ? {} : { authorization: `Bearer ${as}` }) },
      body: data ?? (body === undefined ? null : JSON.stringify(body)),
    })
    const said: unknown = await reply.json()
    return { status: reply.status, headers: reply.headers, code: Reflect.get(Object(said), 'code'), said }
  }
  return { send, handled, received: () => files }
}

const operationOf = (name: OperationName): Operation => operations[name]
const namesWith = (property: (operation: Operation) => unknown) =>
  names.filter((name) => Boolean(property(operationOf(name))))
const needsSession = namesWith(({ auth }) => auth === 'session' || auth === 'owner')
/** Returns a caller whom the operation accepts. */
const admitted = (name: OperationName) => (operationOf(name).auth === 'owner' ? 'owner' : 'member')

function withClaim(name: OperationName, claim: Record<string, string>): Example {
  const input = examples[name] ?? {}
  return operationOf(name).form === undefined
    ? { ...input, body: { ...input.body, ...claim } }
    : { ...input, form: { ...input.form, ...claim } }
}

const paths = names.map((name) => `${operationOf(name).method} ${operationOf(name).path}`)

test('every operation has a unique method and path, and the route known to the browser', () => {
  expect(new Set(paths).size).toBe(names.length)
  expect(Object.keys(routes).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(operations[name]).toMatchObject(routes[name])
})

test('a route names the wallet token like the schema of its body', () => {
  for (const name of names) {
    const { body, form, claims } = operationOf(name)
    const entries = Object.keys(Object(Reflect.get(Object(body ?? form), 'entries')))
    const named = ['account', 'user_token', 'userToken'].filter((field) => entries.includes(field))
    expect([name, ...named]).toEqual(claims === undefined ? [name] : [name, 'account', claims])
  }
})

test('every operation accepts its sample input and reaches its handler', async () => {
  for (const name of names) {
    const { send, handled } = createApi()
    const reply = await send(name, { as: admitted(name) })
    expect([name, reply.status, reply.said]).toEqual([name, 200, expect.anything()])
    expect(handled).toEqual([name])
  }
})

describe('auth', () => {
  test('refuses visitors and foreign tokens where a session is required, and only there', async () => {
    for (const name of names) {
      const { send, handled } = createApi()
      const [visitor, stranger] = [await send(name), await send(name, { as: 'nobody' })]
      const barred = needsSession.includes(name)
      expect([name, visitor.status]).toEqual([name, barred ? 401 : 200])
      expect([name, stranger.status]).toEqual([name, operationOf(name).auth === 'none' ? 200 : 401])
      expect([name, handled.length > 0]).toEqual([name, !barred])
    }
  })

  test('admits only the marketplace owner where the table says so', async () => {
    for (const name of needsSession) {
      const reply = await createApi().send(name, { as: 'member' })
      expect([name, reply.status]).toEqual([name, operationOf(name).auth === 'owner' ? 403 : 200])
    }
  })

  test('lets a program read and prepare requests, and nothing that only a person may do', async () => {
    const open = needsSession.filter((name) => {
      const { method, asksForSignature, auth, fresh, forPrograms } = operationOf(name)
      const isOpen = forPrograms ?? (method === 'GET' || asksForSignature === true)
      return auth !== 'owner' && fresh !== true && isOpen
    })
    expect(open).toEqual(expect.arrayContaining(['buyNow', 'requestTransaction', 'getBalance']))
    for (const name of [
      'createApiKey',
      'endApiKey',
      'getApiKeys',
      'getWebhooks',
      'updateProfile',
      'signOut',
      'pinMedia',
    ] as const)
      expect(open).not.toContain(name)
    for (const name of needsSession) {
      const { status, code } = await createApi().send(name, { as: 'program' })
      expect([name, code, status]).toEqual([
        name,
        ...(open.includes(name) ? [undefined, 200] : ['session_required', 403]),
      ])
    }
  })

  test('refuses an old session where the table says so, and no form is read for it', async () => {
    for (const name of needsSession) {
      const { auth, fresh } = operationOf(name)
      const api = createApi()
      const { status, code } = await api.send(name, { as: auth === 'owner' ? 'staleOwner' : 'stale' })
      const isRead = api.handled.length + api.received() > 0
      expect([name, code, status, isRead]).toEqual([
        name,
        ...(fresh === true ? ['fresh_sign_in_required', 401, false] : [undefined, 200, true]),
      ])
    }
  })

  test('refuses another account or wallet token in the input', async () => {
    const claiming = namesWith(({ claims }) => claims)
    expect(claiming.length).toBeGreaterThan(35)
    for (const name of claiming) {
      const { claims = 'user_token' } = operationOf(name)
      const { send, handled } = createApi()
      const account = await send(name, {
        as: admitted(name),
        input: withClaim(name, { account: 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn' }),
      })
      const token = await send(name, { as: admitted(name), input: withClaim(name, { [claims]: 'foreign' }) })
      expect([name, account.status, account.code, token.status, token.code]).toEqual([
        name,
        403,
        'account_mismatch',
        403,
        'user_token_mismatch',
      ])
      expect(handled).toEqual([])
    }
  })
})

test('calls above the rate limit are refused, counted by kind for each account or network', async () => {
  for (const name of names) {
    const keys: string[] = []
    const { send, handled } = createApi({ limit: async ({ key }) => ({ success: keys.push(key) <= 2 }) })
    const sent = { as: admitted(name), headers: { 'cf-connecting-ip': '192.0.2.1' } } as const
    const replies = [await send(name, sent), await send(name, sent), await send(name, sent)]
    const { limit, auth } = operationOf(name)
    const last = replies.at(-1)
    expect([name, last?.status, last?.headers.get('retry-after')]).toEqual(
      limit === undefined ? [name, 200, null] : [name, 429, '30'],
    )
    expect(handled).toHaveLength(limit === undefined ? 3 : 2)
    const caller = auth === 'none' ? '192.0.2.1' : actors.get(admitted(name))?.account
    expect(new Set(keys)).toEqual(new Set(limit === undefined ? [] : [`${limit}:${caller}`]))
  }
})

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'one' }

  test('returns the first reply to a second call where the table says so, and no work is done twice', async () => {
    for (const name of names) {
      const { send, handled } = createApi()
      const first = await send(name, { as: admitted(name), headers })
      const second = await send(name, { as: admitted(name), headers })
      expect([name, second.status, second.said]).toEqual([name, first.status, first.said])
      expect([name, handled.length]).toEqual([name, operationOf(name).keyed ? 1 : 2])
    }
  })

  test('is accepted for POST calls with a session only, and must be well-formed', async () => {
    for (const name of namesWith(({ keyed }) => keyed)) {
      expect([name, operationOf(name).method, needsSession.includes(name)]).toEqual([name, 'POST', true])
      const bad = await createApi().send(name, { as: admitted(name), headers: { 'idempotency-key': 'a b' } })
      expect([name, bad.status, bad.code]).toEqual([name, 400, 'validation_failed'])
    }
  })
})

test('input that a schema refuses reaches no handler', async () => {
  for (const name of names) {
    const { params, query, body, form } = operationOf(name)
    const sample = examples[name] ?? {}
    const invalidInputs: Example[] = [
      ...(params === undefined ? [] : [{ ...sample, params: { id: '!', uuid: '!' } }]),
      ...(query === undefined || sample.query === undefined
        ? []
        : [{ ...sample, query: Object.fromEntries(Object.keys(sample.query).map((key) => [key, '\0'])) }]),
      ...(body === undefined
        ? []
        : [{ ...sample, body: { ...sample.body, account: 7, everywhere: 7, promoCode: 7, items: 7 } }]),
      ...(form === undefined ? [] : [{ ...sample, form: { account: 'nobody' } }]),
    ]
    for (const input of invalidInputs) {
      const { send, handled } = createApi()
      const reply = await send(name, { as: admitted(name), input })
      expect([name, reply.status, reply.code, handled]).toEqual([name, 400, 'validation_failed', []])
    }
  }
})

test('a call that needs a signature answers with the request or the outcome', async () => {
  for (const name of names) {
    const asking = operationOf(name).asksForSignature === true
    const { send } = createApi()
    const at = await send(name, { as: admitted(name), headers: { prefer: 'respond-async' } })
    expect([name, at.status]).toEqual([name, asking ? 202 : 200])
    if (!asking) continue
    expect(at.said).toEqual({ status: 'pending', data: references })
    expect((await send(name, { as: admitted(name) })).said).toMatchObject({ status: 'success' })
  }
})

test('refusals have the form declared in the table', async () => {
  for (const name of needsSession) {
    const { said } = await createApi().send(name)
    const failed = { status: 'failed', code: 'unauthenticated', requestId: 'test-request' }
    const problem = { type: '/api/problems#unauthenticated', status: 401 }
    expect([name, said]).toMatchObject([name, operationOf(name).hasStatus ? failed : problem])
  }
})
