import {
  changeWebhook,
  createWebhook,
  getDeliveries,
  getWebhooks,
  removeWebhook,
} from '#worker/domain/webhook/manage-webhooks.ts'
import { testWebhook } from '#worker/domain/webhook/send-webhooks.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const webhookHandlers = {
  getWebhooks: ({ actor }, context) => getWebhooks(context, actor),
  getDeliveries: ({ actor, query }, context) => getDeliveries(context, actor, query),
  createWebhook: async ({ actor, body }, context) => createSuccess(await createWebhook(context, actor, body)),
  changeWebhook: ({ actor, body }, context) => done(changeWebhook(context, actor, body), 'It is changed'),
  removeWebhook: ({ actor, body }, context) => done(removeWebhook(context, actor, body.id), 'It is removed'),
  testWebhook: async ({ actor, body }, context) => createSuccess(await testWebhook(context, actor, body.id)),
} satisfies Partial<AppHandlers>
