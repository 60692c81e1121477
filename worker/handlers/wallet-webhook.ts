import type { Hono } from 'hono'
import * as v from 'valibot'
import { Refusal } from '#contract/words/refusal.ts'
import { Uuid } from '#contract/schemas/sign-requests.ts'
import { onWebhook } from '#worker/domain/sign-request/on-webhook.ts'
import { parseJson, parsePart, readText } from '#worker/http/validate.ts'
import { webhookIsFresh, webhookIsGenuine } from '#worker/http/webhook-signature.ts'
import type { AppEnv } from './app-env.ts'

const WebhookBody = v.object({
  meta: v.object({ payload_uuidv4: Uuid }),
  custom_meta: v.optional(v.object({ identifier: v.optional(v.nullable(v.string())) })),
})

/**
 * Handles `POST /api/xumm/webhook`, which the signer's platform calls, not browsers. It only names the request to look
 * up.
 */
export function webhookRoute(app: Hono<AppEnv>, secrets: readonly string[]) {
  app.post('/api/xumm/webhook', async (http) => {
    const body = await readText(http.req.raw)
    const timestamp = http.req.header('x-xumm-request-timestamp') ?? ''
    const signature = http.req.header('x-xumm-request-signature') ?? ''
    if (!webhookIsGenuine(secrets, timestamp, body, signature)) {
      throw new Refusal('forbidden', 'The webhook is not signed by the wallet platform.')
    }
    if (!webhookIsFresh(timestamp, http.var.context.now())) {
      throw new Refusal('forbidden', 'The webhook was not sent within the last five minutes.')
    }
    const { meta, custom_meta: custom } = parsePart(WebhookBody, parseJson(body))
    await onWebhook(http.var.context, meta.payload_uuidv4, parseIdentifier(custom?.identifier))
    return http.json({ status: 'ok' })
  })
}

function parseIdentifier(identifier: string | null | undefined): string | null {
  const parsedId = v.safeParse(Uuid, identifier)
  return parsedId.success ? parsedId.output : null
}
