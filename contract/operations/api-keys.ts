import { ApiKeyBody, ApiKeysReply, CreateApiKeyBody, CreatedApiKeyReply } from '#contract/schemas/api-keys.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Accounts', auth: 'session' } as const

export const apiKeyOperations = {
  getApiKeys: {
    ...routes.getApiKeys,
    ...base,
    forPrograms: false,
    summary: 'The keys of own programs',
    reply: ApiKeysReply,
  },
  createApiKey: {
    ...routes.createApiKey,
    ...base,
    fresh: true,
    limit: 'write',
    summary: 'Make a key for a program',
    body: CreateApiKeyBody,
    reply: CreatedApiKeyReply,
  },
  endApiKey: {
    ...routes.endApiKey,
    ...base,
    summary: 'End a key: it is refused from then on',
    body: ApiKeyBody,
    reply: StatusReply,
  },
} as const satisfies Record<string, Operation>
