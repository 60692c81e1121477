import { inLanguage } from '#contract/words/speech.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import {
  claimDevices,
  countSentPushes,
  deferPushes,
  type DeviceRow,
  dropGoneDevice,
  dropOldPushes,
  dropPushes,
  type DuePush,
  notePushed,
  queryDuePushes,
  releaseDevices,
} from '#db/queries/notification/push.ts'
import type { People } from '#contract/schemas/people.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { planPushes, retrySeconds } from './plan-pushes.ts'
import { pushPayload } from './push-payload.ts'

/** Number of devices served in parallel, and of notifications in one message. */
const devicesAtOnce = 20
const perDevice = 50
/** Duration of a claim; longer than all messages of a device take, each up to its timeout. */
const claimSeconds = 60
/** Pause before a device that has reached the limit of the minute is checked again. */
const pauseSeconds = 20
const droppedAtOnce = 1000

interface Delivery {
  device: DeviceRow
  due: DuePush[]
  recentCount: number
  people: People
}

const idsOf = (pushes: DuePush[]) => pushes.map(({ id }) => id)

/**
 * Sends one message. Returns false if the device has unsubscribed or cannot be reached now; then all its messages wait.
 */
async function sendOne(
  context: Context,
  { device, due, people }: Delivery,
  pushes: [DuePush, ...DuePush[]],
): Promise<boolean> {
  const { db, push, settings, now, log } = context
  const ids = idsOf(pushes)
  const [{ attempts, kind }] = pushes
  const expires = Math.max(...pushes.map(({ expiresAt }) => expiresAt.getTime()))
  const result = await push.send(device, {
    payload: inLanguage(device.language, () =>
      pushPayload(pushes, device.account, { people, tokens: settings.tokens }),
    ),
    ttlSeconds: Math.max(0, Math.floor((expires - now().getTime()) / 1000)),
    urgency:
      kind === 'outbid' || kind === 'auction_ending' || kind === 'auction_extended' ? 'high' : 'normal',
  })
  switch (result.kind) {
    case 'delivered':
      await notePushed(db.http, device.id, ids, crypto.randomUUID())
      return true
    case 'gone':
      await dropGoneDevice(db.http, device.id)
      return false
    case 'later':
      await deferPushes(db.http, device.id, idsOf(due), retrySeconds(attempts, result.seconds))
      return false
    case 'refused':
      log.warn('push_refused', { device: device.id, origin: new URL(device.endpoint).origin })
      await dropPushes(db.http, device.id, ids)
      return true
  }
}

async function sendToDevice(context: Context, delivery: Delivery, deadline: Date): Promise<void> {
  const { device, due, recentCount } = delivery
  const messages = planPushes(due, recentCount)
  if (messages.length === 0) await deferPushes(context.db.http, device.id, idsOf(due), pauseSeconds)
  for (const [first, ...rest] of messages) {
    if (first === undefined || context.now() >= deadline) return
    if (!(await sendOne(context, delivery, [first, ...rest]))) return
  }
}

/**
 * Sends the due messages of the outbox. A message counts as sent once the push service has accepted it, so after a
 * crash it is sent again; the device shows it once.
 */
export async function sendPushes(context: Context, deadline: Date): Promise<void> {
  const { db, push } = context
  if (push.publicKey === null) return
  const claim = crypto.randomUUID()
  const devices = await claimDevices(db.http, claim, { seconds: claimSeconds, limit: devicesAtOnce })
  if (devices.length === 0) return
  try {
    const ids = devices.map(({ id }) => id)
    const [duePushes, sentCounts] = await db.http.batch([
      queryDuePushes(db.http, ids, perDevice),
      countSentPushes(db.http, ids),
    ])
    const otherAccounts = duePushes.flatMap(({ other }) => (other === null ? [] : [other]))
    const people = peopleView(await queryPeople(db.http, accountList([...new Set(otherAccounts)])))
    const deliveries = devices.map((device) => {
      const recentCount = sentCounts.find(({ deviceId }) => deviceId === device.id)?.messages ?? 0
      const devicePushes = duePushes.filter(({ deviceId }) => deviceId === device.id)
      return sendToDevice(context, { device, due: devicePushes, recentCount, people }, deadline)
    })
    const results = await Promise.allSettled(deliveries)
    const failedDelivery = results.find(({ status }) => status === 'rejected')
    if (failedDelivery?.status === 'rejected') throw failedDelivery.reason
  } finally {
    await releaseDevices(db.http, claim)
  }
}

/** Deletes expired messages, and messages that were sent some time ago. */
export async function dropPushed({ db, now }: Context, deadline: Date): Promise<void> {
  while (now() < deadline && (await dropOldPushes(db.http, droppedAtOnce)));
}
