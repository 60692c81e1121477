import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  DeliveriesQuery,
  DeliveriesReply,
  WebhookBody,
  WebhookReply,
  WebhooksReply,
  WebhookTestReply,
} from '#contract/schemas/webhooks.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Accounts', auth: 'session' } as const

export const webhookOperations = {
  getWebhooks: {
    ...routes.getWebhooks,
    ...base,
    fresh: true,
    summary: 'The addresses that events are sent to',
    reply: WebhooksReply,
  },
  getDeliveries: {
    ...routes.getDeliveries,
    ...base,
    summary: 'List the messages sent to an address, with the results',
    query: DeliveriesQuery,
    reply: DeliveriesReply,
  },
  createWebhook: {
    ...routes.createWebhook,
    ...base,
    fresh: true,
    limit: 'write',
    keyed: true,
    summary: 'Have events sent to an address',
    body: CreateWebhookBody,
    reply: WebhookReply,
  },
  changeWebhook: {
    ...routes.changeWebhook,
    ...base,
    fresh: true,
    limit: 'write',
    summary: 'Choose other events, or switch a webhook on or off',
    body: ChangeWebhookBody,
    reply: StatusReply,
  },
  removeWebhook: {
    ...routes.removeWebhook,
    ...base,
    summary: 'Remove a webhook with its log',
    body: WebhookBody,
    reply: StatusReply,
  },
  testWebhook: {
    ...routes.testWebhook,
    ...base,
    limit: 'sign',
    summary: 'Send a test message now',
    body: WebhookBody,
    reply: WebhookTestReply,
  },
} as const satisfies Record<string, Operation>
