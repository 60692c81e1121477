import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { closeServer, listen, readBody, sendJson } from '#local/lib/http.ts'
import { asJson } from '#local/lib/rpc.ts'
import { messageOf } from '#local/lib/stack-error.ts'
import { decryptPush } from './decrypt.ts'

interface PushMessage {
  subscription: string
  at: string
  /** Seconds. */
  ttl: number
  urgency: string
  /** Decrypted text of the message. */
  text: string
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const toRow = ({ at, subscription, ttl, urgency, text }: PushMessage) =>
  `<tr><td>${escape(at)}</td><td><code>${escape(subscription.slice(0, 8))}</code></td><td>${ttl} s</td><td>${escape(urgency)}</td><td><code>${escape(text)}</code></td></tr>`

/** Renders the page with the local push service's messages, newest first. It reloads automatically. */
const messagesPage = (
  messages: PushMessage[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="refresh" content="3"><title>Push messages</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem;background:#0d0e12;color:#f2efe9}td,th{padding:.25rem 1rem .25rem 0;text-align:start;vertical-align:top}code{overflow-wrap:anywhere}</style>
</head><body><h1>Push messages</h1>${messages.length === 0 ? '<p>Nothing has arrived.</p>' : `<table><thead><tr><th>Arrived</th><th>Device</th><th>TTL</th><th>Urgency</th><th>Message</th></tr></thead><tbody>${messages.toReversed().map(toRow).join('')}</tbody></table>`}</body></html>`

export interface PushService {
  url: string
  /** Messages received so far, oldest first. */
  messages: PushMessage[]
  /** HTTP statuses with which the next requests are answered without delivering them. */
  failures: number[]
  close: () => Promise<void>
}

interface Subscription {
  keys: ReturnType<typeof createECDH>
  auth: Buffer
  /** Public key that may send to the subscription; null for any key. */
  serverKey: string | null
}

/** A push service must accept at least 4,096 bytes. Source: RFC 8030, section 7.2. */
const maxBytes = 4096
const keptMessages = 200

/** Verifies the sender by the request signature. Source: RFC 8292 "VAPID". */
async function verifySender(header: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) throw new Error('The key of the sender is not a point of P-256.')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { audience, maxTokenAge: '24h' })
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('The sender names no contact.')
  return key
}

/**
 * Simulates a browser vendor's push service and its browsers. It issues subscriptions, accepts messages for them (RFC
 * 8030), and decrypts the messages with the keys that a real browser would keep secret.
 */
export async function startPush({ port }: { port: number }): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>()
  const messages: PushMessage[] = []
  const failures: number[] = []
  let url = ''

  async function subscribe(request: IncomingMessage, response: ServerResponse) {
    const { applicationServerKey: serverKey } = asJson(
      JSON.parse((await readBody(request)).toString() || '{}'),
    )
    const keys = createECDH('prime256v1')
    const point = keys.generateKeys()
    const auth = randomBytes(16)
    const id = randomUUID()
    subscriptions.set(id, { keys, auth, serverKey: typeof serverKey === 'string' ? serverKey : null })
    sendJson(response, 201, {
      endpoint: `${url}/push/${id}`,
      keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    })
  }

  async function take(id: string, request: IncomingMessage, response: ServerResponse) {
    const failure = failures.shift()
    if (failure !== undefined) {
      return sendJson(response, failure, {}, failure === 429 ? { 'retry-after': '1' } : {})
    }
    const subscription = subscriptions.get(id)
    if (subscription === undefined) return sendJson(response, 410, { message: 'Nobody is subscribed here.' })
    const ttl = Number(request.headers.ttl ?? 'none')
    if (!Number.isInteger(ttl) || ttl < 0) return sendJson(response, 400, { message: 'The TTL is missing.' })
    if (request.headers['content-encoding'] !== 'aes128gcm')
      return sendJson(response, 415, { message: 'Encrypt it with aes128gcm.' })
    const sender = await verifySender(request.headers.authorization ?? '', url).catch(() => null)
    if (sender === null) return sendJson(response, 401, { message: 'The sender is not who it says.' })
    if (subscription.serverKey !== null && subscription.serverKey !== sender)
      return sendJson(response, 403, { message: 'The subscription is for another sender.' })
    const body = await readBody(request, maxBytes)
    const text = decryptPush(body, subscription).toString()
    const urgency = String(request.headers['urgency'] ?? 'normal')
    messages.push({ subscription: id, at: new Date().toISOString(), ttl, urgency, text })
    messages.splice(0, messages.length - keptMessages)
    response.writeHead(201, { location: `${url}/message/${randomUUID()}` }).end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Pages of the site act as the browser.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
    const { pathname } = new URL(request.url ?? '/', 'http://push')
    const id = /^\/push\/([\w-]+)$/.exec(pathname)?.[1]
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else if (pathname === '/subscribe' && request.method === 'POST') await subscribe(request, response)
    else if (id !== undefined && request.method === 'POST') await take(id, request, response)
    else if (id !== undefined && request.method === 'DELETE') {
      subscriptions.delete(id)
      response.writeHead(204).end()
    } else if (pathname === '/messages') sendJson(response, 200, messages)
    else if (pathname === '/')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(messagesPage(messages))
    else sendJson(response, 404, { message: 'Not found.' })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      sendJson(response, 400, { message: messageOf(error) }),
    )
  })
  url = `http://127.0.0.1:${await listen(server, port, 'The push service')}`
  return {
    url,
    messages,
    failures,
    close: () => closeServer(server),
  }
}
