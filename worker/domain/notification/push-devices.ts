import { sentence } from '#contract/words/sentence.ts'
import { dropDevice, saveDevice } from '#db/queries/notification/push.ts'
import type { PushDeviceBody } from '#contract/schemas/notifications.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireFunded } from '#worker/domain/media/reserve-storage.ts'

/**
 * Registers a device for the account's notifications. Throws Refusal: push_unavailable, validation_failed,
 * insufficient_funds.
 */
export async function addPushDevice(
  context: Context,
  { account, sessionId }: Actor,
  { endpoint, keys }: Pick<PushDeviceBody, 'endpoint' | 'keys'>,
): Promise<void> {
  const { db, push, language } = context
  if (push.publicKey === null)
    throw new Refusal('push_unavailable', sentence('This site does not send notifications to devices.'))
  const device = { endpoint, ...keys }
  const problem = push.problem(device)
  if (problem !== null)
    throw new Refusal('validation_failed', problem, { errors: [{ path: 'endpoint', message: problem }] })
  await requireFunded(context, account)
  await saveDevice(db.http, { ...device, account, sessionId, language })
}

export function removePushDevice({ db }: Context, { account }: Actor, endpoint: string): Promise<void> {
  return dropDevice(db.http, account, endpoint)
}
