import { createHmac } from 'node:crypto'
import { type Log, silent } from '#local/lib/log.ts'
import { messageOf } from '#local/lib/stack-error.ts'
import type { App, Faults, Payload, UserToken } from './types.ts'

/** Seconds before each attempt. */
const delays = [0, 10, 60, 600, 600]

export interface WebhookOptions {
  faults: () => Faults
  /** Factor by which the pauses between attempts are multiplied, so that tests do not wait ten minutes. */
  timeScale: number
  count: (kind: string) => void
  log?: Log
}

export interface Webhooks {
  send: (app: App, payload: Payload, token: UserToken | null) => void
  close: () => void
}

function bodyOf(app: App, payload: Payload, token: UserToken | null): string {
  return JSON.stringify({
    meta: {
      url: app.webhookUrl,
      application_uuidv4: app.uuid,
      payload_uuidv4: payload.uuid,
      opened_by_deeplink: payload.openedByDeeplink ?? false,
    },
    custom_meta: payload.customMeta,
    payloadResponse: {
      payload_uuidv4: payload.uuid,
      reference_call_uuidv4: payload.uuid,
      signed: payload.signed,
      user_token: token !== null,
      return_url: { app: payload.options.returnApp, web: payload.options.returnWeb },
      txid: payload.response?.txid ?? null,
    },
    userToken:
      token === null
        ? null
        : { user_token: token.token, token_issued: token.issuedAt, token_expiration: token.expiresAt },
  })
}

/** Returns the HMAC-SHA1 of timestamp and raw body, keyed by the secret without its dashes. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha1', secret.replaceAll('-', ''))
    .update(timestamp + body)
    .digest('hex')
}

/** Notifies the application immediately that a payload was resolved, and repeats this until it replies with 2xx. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { faults, timeScale, count, log = silent } = options
  const timers = new Set<NodeJS.Timeout>()
  const closeController = new AbortController()

  function runLater(milliseconds: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, milliseconds)
    timers.add(timer)
  }

  async function sendOnce(app: App, url: string, body: string): Promise<boolean> {
    const timestamp = String(Date.now())
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'xumm-webhook',
          'x-xumm-request-timestamp': timestamp,
          'x-xumm-request-signature': webhookSignature(app.secret, timestamp, body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closeController.signal, AbortSignal.timeout(10_000)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch (error) {
      if (!closeController.signal.aborted) log(`Webhook to ${url}: ${messageOf(error)}`)
      return false
    }
  }

  function deliver(app: App, url: string, body: string, tries: number, extraDelay: number): void {
    const delay = delays[tries]
    if (delay === undefined) return
    runLater(delay * 1000 * timeScale + extraDelay, async () => {
      const isDelivered = await sendOnce(app, url, body)
      count(isDelivered ? 'webhook delivered' : 'webhook failed')
      if (!isDelivered && !closeController.signal.aborted) deliver(app, url, body, tries + 1, 0)
    })
  }

  return {
    send: (app, payload, token) => {
      if (app.webhookUrl === null) return
      const { webhook, webhookDelayMs } = faults()
      if (webhook === 'lost') return count('webhook lost')
      const body = bodyOf(app, payload, token)
      deliver(app, app.webhookUrl, body, 0, webhookDelayMs)
      if (webhook === 'duplicate') deliver(app, app.webhookUrl, body, 0, webhookDelayMs)
    },
    close: () => {
      closeController.abort()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
