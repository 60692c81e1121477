import { createApiKey, endApiKey, getApiKeys } from '#worker/domain/session/api-keys.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const apiKeyHandlers = {
  getApiKeys: ({ actor }, context) => getApiKeys(context, actor),
  createApiKey: async ({ actor, body }, context) => createSuccess(await createApiKey(context, actor, body)),
  endApiKey: ({ actor, body }, context) => done(endApiKey(context, actor, body.id), 'It has ended'),
} satisfies Partial<AppHandlers>
