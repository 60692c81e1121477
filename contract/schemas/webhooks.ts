import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { createClaimedSchema } from './claims.ts'
import { eventKinds } from '#contract/rules/events.ts'
import { logPage } from '#contract/limits/webhooks.ts'

/**
 * Scope of the events: those that the account takes part in, those of the works that the account has issued, or those
 * of the whole marketplace (operators only).
 */
export const webhookScopes = ['account', 'works', 'market'] as const
export type WebhookScope = (typeof webhookScopes)[number]

export const webhookStates = ['on', 'off'] as const
export type WebhookState = (typeof webhookStates)[number]

const WebhookId = v.pipe(v.string(), v.uuid('Give the id of a webhook.'))

const Url = v.pipe(
  v.string(() => t('Enter the address to send events to.', { context: 'reply' })),
  v.trim(),
  v.maxLength(500, () => t('An address can have at most 500 characters.')),
  v.url(() => t('Enter a complete address, such as https://example.com/opx.')),
)

const Kinds = v.pipe(
  v.array(v.picklist(eventKinds, 'Choose from the kinds of events.')),
  v.minLength(1, () => t('Choose at least one kind of event.', { context: 'reply' })),
  v.maxLength(eventKinds.length, 'Name each kind of event once.'),
)

const Scope = v.picklist(webhookScopes, 'Choose account, works or market.')

export const CreateWebhookBody = createClaimedSchema({ url: Url, scope: Scope, kinds: Kinds })

export const ChangeWebhookBody = createClaimedSchema({
  id: WebhookId,
  kinds: v.optional(Kinds),
  /** `on` also enables a webhook again that was disabled after failures. */
  state: v.optional(v.picklist(webhookStates)),
})

export const WebhookBody = createClaimedSchema({ id: WebhookId })

export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  scope: Scope,
  kinds: v.array(v.picklist(eventKinds)),
  state: v.picklist(webhookStates),
  /** Reason why the webhook was disabled; null if its owner disabled it. */
  offReason: v.nullable(v.string()),
  /** For the signature: `whsec_` and a key in Base64 (Standard Webhooks). */
  secret: v.string(),
  /** Number of messages that are not delivered yet. */
  waiting: v.number(),
  createdAt: v.string(),
})
export type Webhook = v.InferOutput<typeof Webhook>

export const WebhooksReply = v.object({ webhooks: v.array(Webhook) })
export type WebhooksReply = v.InferOutput<typeof WebhooksReply>

export const WebhookReply = v.object({ status: v.literal('success'), data: Webhook })

/** The receiver's reply to a test message. */
export const WebhookTest = v.object({
  delivered: v.boolean(),
  status: v.nullable(v.number()),
  /** Reason why the delivery failed; null if the message was delivered. */
  error: v.nullable(v.string()),
})
export type WebhookTest = v.InferOutput<typeof WebhookTest>
export const WebhookTestReply = v.object({ status: v.literal('success'), data: WebhookTest })

export const DeliveriesQuery = v.object({
  id: WebhookId,
  /** The `cursor` of the previous reply. */
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^[0-9]{1,15}$/, 'Give the cursor of the reply before.'), v.transform(Number)),
  ),
})
export type DeliveriesQuery = v.InferOutput<typeof DeliveriesQuery>

export const Delivery = v.object({
  /** The `webhook-id` of the message. */
  id: v.string(),
  kind: v.nullable(v.picklist(eventKinds)),
  state: v.picklist(['waiting', 'delivered', 'failed']),
  tries: v.number(),
  status: v.nullable(v.number()),
  error: v.nullable(v.string()),
  createdAt: v.string(),
  /** Time of the next attempt; null if there is none. */
  dueAt: v.nullable(v.string()),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const DeliveriesReply = v.object({
  /** Newest first. */
  deliveries: v.pipe(v.array(Delivery), v.maxLength(logPage)),
  /** Position of the next page; null at the end. */
  cursor: v.nullable(v.number()),
})
export type DeliveriesReply = v.InferOutput<typeof DeliveriesReply>
