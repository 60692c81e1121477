import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SignJWT } from 'jose'
import type { DemoAccount } from '#local/signer/types.ts'
import type { ApiReply, CallOptions, Session } from './api.ts'
import type { TestWorld } from './test-world.ts'

/** The victim, and what the attacker can use. */
export interface SignInTarget {
  world: TestWorld
  /** Like `world.call`, but the attack campaign measures the time. */
  call: (path: string, options?: CallOptions) => Promise<ApiReply>
  /** A connected account. No attack may act as it or get a token for it. */
  victim: DemoAccount
  session: Session
  /** A session of the victim that was signed out. */
  signedOut: Session
  attacker: DemoAccount
  attackerSession: Session
}

export interface SignInAttack {
  what: string
  /** Error codes, one of which each reply must contain. */
  codes: string[]
  run: (target: SignInTarget) => Promise<ApiReply[]>
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = (token: string) => {
  const [head = '', payload = '', signature = ''] = token.split('.')
  return { head, payload, signature, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}

/** Calls an operation that needs a session with this Authorization header. */
const withHeader = async ({ call }: SignInTarget, authorization: string) => [
  await call('/api/account/payouts', { headers: { authorization } }),
]

interface Forgery {
  secret?: string
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}

/** Returns the victim's token with changes, signed with the worker's own secret unless another one is given. */
async function forged(target: SignInTarget, { secret, header, claims }: Forgery): Promise<string> {
  const own = target.world.stack.bindings['SESSION_SECRET'] ?? ''
  return new SignJWT({ ...parts(target.session.token).claims, ...claims })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(new TextEncoder().encode(secret ?? own))
}

const tokenAttack = (
  what: string,
  make: (target: SignInTarget) => string | Promise<string>,
  codes = ['unauthenticated'],
): SignInAttack => ({
  what,
  codes,
  run: async (target) => withHeader(target, `Bearer ${await make(target)}`),
})

const hour = 3600
const now = () => Math.floor(Date.now() / 1000)

const tokens: SignInAttack[] = [
  tokenAttack('alg none', ({ session }) => `${encode({ alg: 'none' })}.${parts(session.token).payload}.`),
  tokenAttack('alg None with the signature', ({ session: { token } }) => {
    const { payload, signature } = parts(token)
    return `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`
  }),
  tokenAttack('no signature', ({ session: { token } }) => `${parts(token).head}.${parts(token).payload}.`),
  tokenAttack('the attacker’s token with the victim’s account', ({ attackerSession, victim }) => {
    const { head, claims, signature } = parts(attackerSession.token)
    return `${head}.${encode({ ...claims, sub: victim.address })}.${signature}`
  }),
  tokenAttack('another secret', (target) => forged(target, { secret: 'x'.repeat(64) })),
  tokenAttack('an empty account', (target) => forged(target, { claims: { sub: '' } })),
  tokenAttack('another algorithm of the family', (target) => forged(target, { header: { alg: 'HS512' } })),
  tokenAttack('a key in the header', (target) =>
    forged(target, { secret: 'y'.repeat(32), header: { jwk: { kty: 'oct', k: 'eXl5' } } }),
  ),
  tokenAttack('a key file in the header', (target) =>
    forged(target, { secret: 'y'.repeat(32), header: { kid: '../../../../dev/null' } }),
  ),
  tokenAttack('an unknown critical header', (target) =>
    forged(target, { header: { alg: 'HS256' } }).then((token) => {
      const { payload, signature } = parts(token)
      return `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${payload}.${signature}`
    }),
  ),
  tokenAttack('of another site', (target) => forged(target, { claims: { iss: 'https://evil.example' } })),
  tokenAttack('for another site', (target) => forged(target, { claims: { aud: 'https://evil.example' } })),
  tokenAttack('a session id that is not a UUID', (target) =>
    forged(target, { claims: { jti: "' or 1=1 --" } }),
  ),
  tokenAttack('an expiry that is not a number', (target) => forged(target, { claims: { exp: 'never' } })),
  tokenAttack(
    'the right secret with an unknown session',
    (target) => forged(target, { claims: { jti: randomUUID() } }),
    ['signed_out'],
  ),
  tokenAttack(
    'the right secret and the attacker’s session for the victim',
    (target) => forged(target, { claims: { jti: parts(target.attackerSession.token).claims.jti } }),
    ['signed_out'],
  ),
  tokenAttack(
    'an expired token of a valid session',
    (target) => forged(target, { claims: { iat: now() - 2 * hour, exp: now() - hour } }),
    ['token_expired'],
  ),
  tokenAttack('signed out', ({ signedOut }) => signedOut.token, ['signed_out']),
  tokenAttack('12 KB of it', ({ session }) => session.token + 'A'.repeat(12_000)),
  tokenAttack('of 5,000 parts', () => 'a.'.repeat(5000)),
  tokenAttack('that is not base64', () => '%%%.%%%.%%%'),
  tokenAttack('whose claims are a list', (target) => {
    const { head, signature } = parts(target.session.token)
    return `${head}.${encode([])}.${signature}`
  }),
  {
    what: 'another scheme',
    codes: ['unauthenticated'],
    run: (target) => withHeader(target, `Basic ${target.session.token}`),
  },
]

interface Begun {
  uuid: string
  cookie: string
}

async function begin({ call }: SignInTarget): Promise<Begun> {
  const connecting = await call('/api/xumm/connect')
  const cookie = connecting.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return { uuid: String(connecting.body['uuid']), cookie }
}

const check = ({ call }: SignInTarget, uuid: string, cookie?: string) =>
  call(`/api/xumm/check/${encodeURIComponent(uuid)}`, cookie === undefined ? {} : { headers: { cookie } })

/** Returns a sign-in that the victim has signed but not collected yet. */
async function signedByVictim(target: SignInTarget): Promise<Begun> {
  const connecting = await begin(target)
  await target.world.sign(connecting.uuid, target.victim)
  return connecting
}

/** Completes a sign-in whose signed blob differs from the requested one. */
async function tampered(
  target: SignInTarget,
  tamper: Record<string, unknown>,
  signer = target.attacker,
): Promise<ApiReply[]> {
  const { world } = target
  const { uuid, cookie } = await begin(target)
  world.signer.setFaults({ tamper })
  try {
    await world.sign(uuid, signer)
  } finally {
    world.signer.setFaults({})
  }
  for (;;) {
    const reply = await check(target, uuid, cookie)
    if (reply.body['status'] !== 'pending') return [reply]
    await wait(50)
  }
}

const flowAttack = (what: string, codes: string[], run: SignInAttack['run']): SignInAttack => ({
  what,
  codes,
  run,
})

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()
const memo = (text: string) => [{ Memo: { MemoType: hex('opx/sign-in'), MemoData: hex(text) } }]

const flows: SignInAttack[] = [
  flowAttack('collecting without the cookie', ['not_found'], async (target) => [
    await check(target, (await signedByVictim(target)).uuid),
  ]),
  flowAttack('collecting with another browser’s cookie', ['not_found'], async (target) => {
    const [{ uuid }, { cookie }] = [await signedByVictim(target), await begin(target)]
    return [await check(target, uuid, cookie)]
  }),
  flowAttack('collecting with cookies that are not ours', ['not_found'], async (target) => {
    const { uuid, cookie } = await signedByVictim(target)
    const nonce = cookie.replace(/^.*=/, '').replace(/\..*$/, '')
    const cookies = [`opx_connect=${nonce}`, `opx_connect=${nonce}.${'A'.repeat(43)}=`, 'opx_connect=']
    const big = `opx_connect=${'x'.repeat(8000)}`
    return Promise.all([...cookies, big].map((one) => check(target, uuid, one)))
  }),
  flowAttack('collecting with the session of an attacker', ['not_found'], async (target) => {
    const { uuid } = await signedByVictim(target)
    return [await target.call(`/api/xumm/check/${uuid}`, { session: target.attackerSession })]
  }),
  flowAttack('collecting after signing out everywhere', ['expired'], async (target) => {
    const { world, victim, session } = target
    const { uuid, cookie } = await signedByVictim(target)
    const signed = () => world.rowsOf('sign_requests', { uuid, state: 'success' })
    while ((await signed()).length === 0) await wait(50)
    await world.query('update sessions set ended_at = now() where account = $1 and id <> $2', [
      victim.address,
      parts(session.token).claims.jti,
    ])
    return [await check(target, uuid, cookie)]
  }),
  flowAttack('invalid request ids', ['validation_failed', 'not_found'], async (target) => {
    const odd = ["' or 1=1 --", '../../etc/passwd', '%00', randomUUID(), `${randomUUID()}x`, 'a'.repeat(4000)]
    return Promise.all(odd.map((uuid) => check(target, uuid, 'opx_connect=x')))
  }),
  flowAttack(
    'the victim’s account, signed with the attacker’s key',
    ['signature_mismatch'],
    async (target) => {
      const { accounts } = target.world.signer
      accounts.unshift({ ...target.victim, seed: target.attacker.seed })
      try {
        return await tampered(target, {}, target.victim)
      } finally {
        accounts.shift()
      }
    },
  ),
  flowAttack('the memo of another sign-in', ['signature_mismatch'], (target) =>
    tampered(target, { Memos: memo(randomUUID()) }),
  ),
  flowAttack('no memo', ['signature_mismatch'], (target) => tampered(target, { Memos: null })),
  flowAttack('an additional field', ['signature_mismatch'], (target) => tampered(target, { SourceTag: 7 })),
  flowAttack('a forged webhook for a signature', ['forbidden'], async (target) => {
    const { uuid } = await begin(target)
    const body = { meta: { payload_uuidv4: uuid }, payloadResponse: { signed: true, payload_uuidv4: uuid } }
    const headers = {
      'x-xumm-request-timestamp': String(Date.now()),
      'x-xumm-request-signature': 'a'.repeat(40),
    }
    return [await target.call('/api/xumm/webhook', { body, headers })]
  }),
  flowAttack('invalid bodies of sign out', ['validation_failed', 'malformed_json'], async (target) => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '{"everywhere":"yes"}',
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    ]
    return Promise.all(
      bodies.map((body) => target.call('/api/xumm/sign_out', { session: target.attackerSession, body })),
    )
  }),
]

/** Attempts to get into another account or to make the sign-in fail. */
export const signInAttacks: readonly SignInAttack[] = [...tokens, ...flows]
