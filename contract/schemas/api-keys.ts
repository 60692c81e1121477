import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { createClaimedSchema } from './claims.ts'

const KeyId = v.pipe(v.string(), v.uuid('Give the id of a key.'))

const Name = v.pipe(
  v.string(() => t('Give the key a name.', { context: 'reply' })),
  v.trim(),
  v.minLength(1, () => t('Give the key a name.', { context: 'reply' })),
  v.maxLength(60, () => t('A name can have at most 60 characters.')),
)

/** The caller chooses the id, so that a repeated call returns the same key. */
export const CreateApiKeyBody = createClaimedSchema({ id: KeyId, name: Name })
export const ApiKeyBody = createClaimedSchema({ id: KeyId })

const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  /** Exact to the minute; null before its first use. */
  lastUsedAt: v.nullable(v.string()),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

export const ApiKeysReply = v.object({ keys: v.array(ApiKey) })
export type ApiKeysReply = v.InferOutput<typeof ApiKeysReply>

/** Includes the key itself, which is not shown again. */
const CreatedApiKey = v.object({ ...ApiKey.entries, key: v.string() })
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKey>
export const CreatedApiKeyReply = v.object({ status: v.literal('success'), data: CreatedApiKey })
