import { sentence } from '#contract/words/sentence.ts'
import {
  endApiKey as end,
  findApiKey,
  insertApiKey,
  listApiKeys,
  useApiKey,
  type ApiKeyRow,
} from '#db/queries/session/api-keys.ts'
import { maxApiKeys } from '#contract/limits/api-keys.ts'
import type { ApiKey, ApiKeysReply, CreatedApiKey } from '#contract/schemas/api-keys.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireFunded } from '#worker/domain/media/reserve-storage.ts'

const toView = ({ id, name, createdAt, lastUsedAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function getApiKeys({ db }: Context, { account }: Actor): Promise<ApiKeysReply> {
  const rows = await listApiKeys(db.http, account)
  return { keys: rows.map(toView) }
}

/**
 * Creates a key, or returns the key that an earlier identical call created. Throws Refusal: insufficient_funds,
 * api_key_limit, validation_failed (another account has this id, or the key was revoked).
 */
export async function createApiKey(
  context: Context,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<CreatedApiKey> {
  const { db, apiKeys } = context
  const { account } = actor
  await requireFunded(context, account)
  await db.transaction((tx) => insertApiKey(tx, { id, account, name }, maxApiKeys))
  const row = await findApiKey(db.http, account, id)
  if (row !== null) return { ...toView(row), key: apiKeys.keyOf(row.id) }
  const { length } = await listApiKeys(db.http, account)
  if (length >= maxApiKeys)
    throw new Refusal(
      'api_key_limit',
      sentence('You have {most} keys. Revoke one of them first.', { most: maxApiKeys }),
    )
  const message = 'This id is taken. Make a new one for a new key.'
  throw new Refusal('validation_failed', message, { errors: [{ path: 'id', message }] })
}

/** Revokes a key. Throws Refusal('not_found'). */
export async function endApiKey({ db, now }: Context, { account }: Actor, id: string): Promise<void> {
  if (!(await end(db.http, account, id, now())))
    throw new Refusal('not_found', sentence('You have no key with this id.'))
}

/**
 * Returns the holder of a key that we have issued. A key never counts as a recent sign-in. Throws
 * Refusal('unauthenticated').
 */
export async function readApiKey({ db, now }: Context, id: string): Promise<Actor> {
  const account = await useApiKey(db.http, id, now())
  if (account === null)
    throw new Refusal(
      'unauthenticated',
      sentence('This API key was revoked. Create a new one on the API keys page.'),
    )
  // Xaman signs a program's transactions, because it reaches the owner anywhere.
  return {
    account,
    sessionId: id,
    signedInAt: new Date(0),
    wallet: 'xaman',
    userToken: null,
    isProgram: true,
  }
}

/** Refuses programs for actions that require a person with a session. Throws Refusal('session_required'). */
export function requirePerson({ isProgram }: Actor): void {
  if (isProgram)
    throw new Refusal(
      'session_required',
      sentence('An API key can read data and prepare requests to sign. This call requires a signed-in user.'),
    )
}
