import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody, sendJson } from '#local/lib/http.ts'
import { asJson } from '#local/lib/rpc.ts'
import { parsePayload } from './parse-payload.ts'
import type { SignerStore } from './store.ts'
import { type App, type Faults, isExpired, type Payload, type UserToken } from './types.ts'
import { cancelView, createdView, payloadView } from './views.ts'

export const platformPath = '/api/v1/platform/'

export interface PlatformContext {
  apps: App[]
  store: SignerStore
  /** Returns the public origin for phones and browsers, used in replies. */
  origin: () => string
  network: string
  networkId: () => number | null
  faults: () => Faults
  count: (kind: string) => void
  created: (payload: Payload) => void
  cancelled: (payload: Payload) => void
  fetched: (payload: Payload) => void
}

function sendError(response: ServerResponse, status: number, code: number, message?: string): void {
  const error = { reference: randomUUID(), code, ...(message === undefined ? {} : { message }) }
  sendJson(response, status, { error })
}

function areEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Implements the part of Xaman's platform API that the server side of xumm-sdk calls.
 * https://docs.xaman.dev/environments/backend-sdk-api
 */
export function createPlatformApi(context: PlatformContext) {
  const { store, faults, count } = context

  function appOf(request: IncomingMessage): App | undefined {
    const { 'x-api-key': key = '', 'x-api-secret': secret = '' } = request.headers
    const app = context.apps.find((candidate) => areEqual(candidate.key, String(key)))
    return app !== undefined && areEqual(app.secret, String(secret)) ? app : undefined
  }

  function activeToken(token: string | null, app: App): UserToken | null {
    const user = token === null ? undefined : store.tokens.get(token)
    if (user === undefined || user.appKey !== app.key) return null
    return user.expiresAt > Date.now() / 1000 ? user : null
  }

  function tokenView(token: string, app: App) {
    const active = activeToken(token, app)
    return active === null
      ? { user_token: token, active: false }
      : { user_token: token, active: true, issued: active.issuedAt, expires: active.expiresAt }
  }

  async function create(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const draft = parsePayload((await readBody(request)).toString('utf8'))
    if ('code' in draft) return sendError(response, 400, draft.code, draft.reason)
    const identifier = draft.customMeta.identifier
    if (identifier !== null && findByIdentifier(app, identifier) !== undefined) {
      return sendError(response, 400, 602, 'The custom identifier is in use.')
    }
    const now = Date.now()
    const payload: Payload = {
      uuid: randomUUID(),
      appKey: app.key,
      txjson: draft.txjson,
      options: draft.options,
      customMeta: draft.customMeta,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + draft.options.expire * 60_000).toISOString(),
      openedAt: null,
      openedByDeeplink: null,
      resolvedAt: null,
      signed: false,
      cancelled: false,
      pushedTo: activeToken(draft.userToken, app)?.account ?? null,
      issuedUserToken: null,
      response: null,
    }
    store.payloads.set(payload.uuid, payload)
    store.changed()
    context.created(payload)
    if (faults().loseCreated) return void response.destroy()
    sendJson(response, 200, createdView(payload, context.origin()))
  }

  function findByIdentifier(app: App, identifier: string): Payload | undefined {
    return [...store.payloads.values()].find(
      (payload) => payload.appKey === app.key && payload.customMeta.identifier === identifier,
    )
  }

  function cancel(payload: Payload, response: ServerResponse): void {
    const reason = payload.cancelled
      ? 'ALREADY_CANCELLED'
      : payload.resolvedAt !== null
        ? 'ALREADY_RESOLVED'
        : isExpired(payload)
          ? 'ALREADY_EXPIRED'
          : payload.openedAt !== null
            ? 'ALREADY_OPENED'
            : 'OK'
    if (reason === 'OK') {
      payload.cancelled = true
      store.changed()
      context.cancelled(payload)
    }
    sendJson(response, 200, cancelView(payload, reason))
  }

  /** Handles `payload/<uuid>` and `payload/ci/<identifier>`. */
  function serveOne(
    app: App,
    method: string,
    [name = '', identifier = '']: string[],
    response: ServerResponse,
  ) {
    const payload =
      name === 'ci' ? findByIdentifier(app, decodeURIComponent(identifier)) : store.payloads.get(name)
    if (payload === undefined || payload.appKey !== app.key) return sendError(response, 404, 404)
    if (method === 'DELETE') return cancel(payload, response)
    const network = faults().network ?? context.network
    sendJson(response, 200, payloadView(payload, app, network, context.networkId()))
    return context.fetched(payload)
  }

  async function route(
    app: App,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { method = 'GET' } = request
    const [kind = '', ...rest] = path.split('/')
    count(`${method} ${kind}`)
    if (kind === 'ping') {
      const application = { uuidv4: app.uuid, name: app.name, webhookurl: app.webhookUrl ?? '', disabled: 0 }
      return sendJson(response, 200, {
        pong: true,
        auth: { quota: {}, application, call: { uuidv4: randomUUID() } },
      })
    }
    if (kind === 'payload' && method === 'POST' && rest.length === 0) return create(app, request, response)
    if (kind === 'payload' && rest[0] !== undefined) return serveOne(app, method, rest, response)
    if (kind === 'user-token' && rest[0] !== undefined) {
      return sendJson(response, 200, { tokens: [tokenView(rest[0], app)] })
    }
    if (kind === 'user-tokens' && method === 'POST') {
      const userTokens = asJson(JSON.parse((await readBody(request)).toString('utf8')))['tokens']
      const tokens = Array.isArray(userTokens) ? userTokens.map((token) => tokenView(String(token), app)) : []
      return sendJson(response, 200, { tokens })
    }
    sendError(response, 404, 404)
  }

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { apiDelayMs, apiStatus } = faults()
    if (apiDelayMs > 0) await wait(apiDelayMs)
    if (apiStatus !== null) {
      count(`refused with ${apiStatus}`)
      return sendError(response, apiStatus, apiStatus)
    }
    const app = appOf(request)
    if (app === undefined) return sendError(response, 403, 812)
    return route(app, path, request, response)
  }
}
