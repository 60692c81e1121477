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
import { createApiKey, endApiKey, getApiKeys } from '#worker/domain/session/api-keys.ts'

export const programHandlers = {
  getWebhooks: ({ actor }, context) => getWebhooks(context, actor),
  getDeliveries: ({ actor, query }, context) => getDeliveries(context, actor, query),
  createWebhook: async ({ actor, body }, context) => createSuccess(await createWebhook(context, actor, body)),
  changeWebhook: ({ actor, body }, context) => done(changeWebhook(context, actor, body), 'It is changed'),
  removeWebhook: ({ actor, body }, context) => done(removeWebhook(context, actor, body.id), 'It is removed'),
  testWebhook: async ({ actor, body }, context) => createSuccess(await testWebhook(context, actor, body.id)),
  getApiKeys: ({ actor }, context) => getApiKeys(context, actor),
  createApiKey: async ({ actor, body }, context) => createSuccess(await createApiKey(context, actor, body)),
  endApiKey: ({ actor, body }, context) => done(endApiKey(context, actor, body.id), 'It has ended'),
} satisfies Partial<AppHandlers>
