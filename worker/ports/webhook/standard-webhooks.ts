import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { AddressRule } from '#worker/ports/web/address-rules.ts'
import type { WebhookPort } from './port.ts'

export interface WebhookSettings {
  /** The keys of all webhooks are derived from this secret and never stored. */
  secret: string
  rule: AddressRule
  fetch: typeof fetch
}

const reasons: Record<string, string> = {
  TimeoutError: 'It did not answer in time.',
}

/** Sends messages according to Standard Webhooks (https://www.standardwebhooks.com). */
export function createWebhooks({ secret, rule, fetch: send }: WebhookSettings): WebhookPort {
  const secretOf = (webhookId: string) =>
    `whsec_${createHmac('sha256', secret).update(`webhook:${webhookId}`).digest('base64')}`
  function refusal(text: string): string | null {
    const url = URL.parse(text)
    const problem = url === null ? 'not an address' : rule(url)
    return problem === null ? null : `Events cannot be sent to this address: it is ${problem}.`
  }
  return {
    secretOf,
    refusal,
    async send({ webhookId, url, messageId, body }, now, timeoutMs) {
      const problem = refusal(url)
      if (problem !== null) return { failure: problem }
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'OPX-Webhooks',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secretOf(webhookId)).sign(messageId, now, body),
      }
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await send(url, { method: 'POST', redirect: 'manual', headers, body, signal })
        await answer.body?.cancel()
        return { status: answer.status }
      } catch (error) {
        const name = error instanceof Error ? error.name : ''
        return { failure: reasons[name] ?? 'It could not be reached.' }
      }
    },
  }
}
