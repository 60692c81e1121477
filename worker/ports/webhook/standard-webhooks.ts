import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { AddressRule } from '#worker/ports/web/address-rules.ts'
import type { WebhookPort } from './port.ts'

export interface WebhookSettings {
  /**
   * The keys of all webhooks are derived from these secrets and never stored. A message has a signature for each, so
   * that receivers can change their key at any time of a rotation.
   */
  secrets: readonly string[]
  rule: AddressRule
  fetch: typeof fetch
}

const reasons: Record<string, string> = {
  TimeoutError: 'It did not answer in time.',
}

/** Sends messages according to Standard Webhooks (https://www.standardwebhooks.com). */
export function createWebhooks({ secrets, rule, fetch: send }: WebhookSettings): WebhookPort {
  const keysOf = (webhookId: string) =>
    secrets.map(
      (secret) => `whsec_${createHmac('sha256', secret).update(`webhook:${webhookId}`).digest('base64')}`,
    )
  function refusal(text: string): string | null {
    const url = URL.parse(text)
    const problem = url === null ? 'not an address' : rule(url)
    return problem === null ? null : `Events cannot be sent to this address: it is ${problem}.`
  }
  return {
    secretOf: (webhookId) => keysOf(webhookId)[0] ?? '',
    refusal,
    async send({ webhookId, url, messageId, body }, now, timeoutMs) {
      const problem = refusal(url)
      if (problem !== null) return { failure: problem }
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'OPX-Webhooks',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': keysOf(webhookId)
          .map((key) => new Webhook(key).sign(messageId, now, body))
          .join(' '),
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
