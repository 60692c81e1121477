import { setTimeout as wait } from 'node:timers/promises'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { Signer } from '#local/signer/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'

export interface Session {
  account: DemoAccount
  /** The JWT. */
  token: string
  userToken: string | null
}

export interface ApiReply {
  status: number
  headers: Headers
  body: Json
  text: string
}

/** Returns the uuid of the sign request in a reply. */
export function uuidOf({ status, body, text }: ApiReply): string {
  const { uuid } = asJson(body['data'] ?? {})
  if (typeof uuid !== 'string') throw new Error(`No sign request, but ${status}: ${text}`)
  return uuid
}

export interface CallOptions {
  method?: string
  body?: unknown
  session?: Session
  headers?: Record<string, string>
}

export interface Api {
  /** Calls the worker. A JSON body of the reply is parsed. */
  call: (path: string, options?: CallOptions) => Promise<ApiReply>
  /** Signs a request on that account's phone. */
  sign: (uuid: string, account: DemoAccount) => Promise<Json>
  reject: (uuid: string) => Promise<Json>
  /** Completes a sign-in through the API and the phone. */
  connect: (account: DemoAccount) => Promise<Session>
  /** Polls `check/{uuid}` as the page does, until the request is no longer pending. */
  outcomeOf: (uuid: string, session: Session, timeoutMs?: number) => Promise<Json>
}

const pollMs = 100

function parsed(text: string): Json {
  try {
    return asJson(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Creates a client of the marketplace that acts as a browser with a phone. */
export function createApi(url: string, signer: Pick<Signer, 'url'>): Api {
  async function call(path: string, options: CallOptions = {}): Promise<ApiReply> {
    const { body, session, headers = {} } = options
    const response = await fetch(`${url}${path}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session === undefined ? {} : { authorization: `Bearer ${session.token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text), text }
  }

  async function control(name: 'sign' | 'reject', body: Json): Promise<Json> {
    const response = await fetch(`${signer.url}/dev/${name}`, { method: 'POST', body: JSON.stringify(body) })
    const reply = asJson(await response.json())
    if (!response.ok) throw new Error(`The wallet did not ${name}: ${JSON.stringify(reply['error'])}`)
    return reply
  }

  const sign = (uuid: string, account: DemoAccount) => control('sign', { uuid, account: account.address })

  async function poll(
    uuid: string,
    options: CallOptions,
    isDone: (reply: Json) => boolean,
    timeoutMs: number,
  ): Promise<Json> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const { status, body, text } = await call(`/api/xumm/check/${uuid}`, options)
      if (status >= 400) throw new Error(`check answered ${status}: ${text}`)
      if (isDone(body)) return body
      if (Date.now() > deadline) throw new Error(`${uuid} is still ${text}`)
      await wait(pollMs)
    }
  }

  return {
    call,
    sign,
    reject: (uuid) => control('reject', { uuid }),
    connect: async (account) => {
      const connected = await call('/api/xumm/connect')
      const { uuid } = connected.body
      if (typeof uuid !== 'string') throw new Error(`connect answered ${connected.status}: ${connected.text}`)
      const cookie = connected.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ')
      await sign(uuid, account)
      const reply = await poll(uuid, { headers: { cookie } }, (body) => body['status'] !== 'pending', 40_000)
      if (typeof reply['jwt_token'] !== 'string') throw new Error(`No session: ${JSON.stringify(reply)}`)
      const userToken = reply['user_token']
      return {
        account,
        token: reply['jwt_token'],
        userToken: typeof userToken === 'string' ? userToken : null,
      }
    },
    outcomeOf: (uuid, session, timeoutMs = 40_000) =>
      poll(uuid, { session }, (body) => body['status'] !== 'pending', timeoutMs),
  }
}
