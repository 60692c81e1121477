import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { notifications, pushDevices, pushOutbox } from '#db/schema/notifications.ts'
import { nfts } from '#db/schema/tokens.ts'
import { maxDevices, pushSeconds } from '#contract/rules/notification-kinds.ts'
import { parseRows } from '#db/sql/rows.ts'

type DeviceInsert = Pick<
  typeof pushDevices.$inferInsert,
  'endpoint' | 'account' | 'p256dh' | 'auth' | 'sessionId' | 'language'
>
export type DeviceRow = typeof pushDevices.$inferSelect

/**
 * Stores a device in one round trip, or moves it to this account if its browser has switched accounts. Beyond
 * `maxDevices`, keeps the most recently seen devices.
 */
export async function saveDevice(db: Reader, row: DeviceInsert): Promise<void> {
  const { account, p256dh, auth, sessionId, language } = row
  await db.batch([
    // Deletes pending messages for another account of the same browser.
    db.execute(sql`
      delete from push_outbox o using push_devices d
      where d.endpoint = ${row.endpoint} and d.account <> ${account} and o.device_id = d.id`),
    db
      .insert(pushDevices)
      .values(row)
      .onConflictDoUpdate({
        target: pushDevices.endpoint,
        set: { account, p256dh, auth, sessionId, language, seenAt: sql`now()` },
      }),
    db.execute(sql`
      delete from push_devices where id in (
        select id from push_devices where account = ${account} order by seen_at desc, id offset ${maxDevices})`),
  ])
}

export async function dropDevice(db: Executor, account: string, endpoint: string): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.account, account), eq(pushDevices.endpoint, endpoint)))
}

/** Deletes the devices of a session that ends, or all devices of the account. */
export async function dropDevicesOf(
  db: Executor,
  { account, sessionId }: { account: string; sessionId: string },
  isForAll: boolean,
): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.account, account), isForAll ? undefined : eq(pushDevices.sessionId, sessionId)))
}

/** Removes a device that has unsubscribed according to its push service. */
export async function dropGoneDevice(db: Executor, id: string): Promise<void> {
  await db.delete(pushDevices).where(eq(pushDevices.id, id))
}

const ages = sql.join(
  Object.entries(pushSeconds).map(([kind, seconds]) => sql`(${kind}, ${seconds}::int)`),
  sql`, `,
)

/** Adds new notifications to the outbox, for each device of the accounts that have enabled push for them. */
export async function queuePushes(tx: Executor, notificationIds: number[]): Promise<void> {
  if (notificationIds.length === 0) return
  await tx.execute(sql`
    insert into push_outbox (device_id, notification_id, expires_at)
    select * from (
      select d.id, n.id as notification_id,
        least(least(n.at, now()) + make_interval(secs => ages.seconds), coalesce(n.ends_at, 'infinity')) as expires_at
      from notifications n
      join push_devices d on d.account = n.account
      join (values ${ages}) ages(kind, seconds) on ages.kind = n.kind
      where n.id = any(${sql.param(notificationIds)}::bigint[])
        and not exists (select 1 from notification_settings s where s.account = n.account and n.kind = any(s.silent))
    ) due where expires_at > now() on conflict do nothing`)
}

/**
 * Claims devices with due messages, so that no other worker sends to them for `seconds`. After a crash the claim
 * expires, and messages that were sent but not recorded are sent again.
 */
export async function claimDevices(
  db: Executor,
  claim: string,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<DeviceRow[]> {
  return db
    .update(pushDevices)
    .set({ claim, claimedUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(
      sql`${pushDevices.id} in (
        select d.id from push_devices d where (d.claimed_until is null or d.claimed_until < now()) and exists (
          select 1 from push_outbox o where o.device_id = d.id and o.sent_at is null and o.due_at <= now() and o.expires_at > now())
        limit ${limit} for update skip locked)`,
    )
    .returning()
}

export async function releaseDevices(db: Executor, claim: string): Promise<void> {
  await db.update(pushDevices).set({ claim: null, claimedUntil: null }).where(eq(pushDevices.claim, claim))
}

/** Reads the due messages of claimed devices, oldest first, with all their facts. */
export function queryDuePushes(db: Reader, deviceIds: string[], perDevice: number) {
  return db
    .select({
      deviceId: pushOutbox.deviceId,
      expiresAt: pushOutbox.expiresAt,
      attempts: pushOutbox.attempts,
      id: notifications.id,
      kind: notifications.kind,
      nftId: notifications.nftId,
      collectionId: notifications.collectionId,
      other: notifications.other,
      amount: notifications.amount,
      previousAmount: notifications.previousAmount,
      endsAt: notifications.endsAt,
      more: notifications.more,
      name: nfts.name,
      sequence: nfts.sequence,
      collectionName: collections.name,
    })
    .from(pushOutbox)
    .innerJoin(notifications, eq(notifications.id, pushOutbox.notificationId))
    .leftJoin(nfts, eq(nfts.id, notifications.nftId))
    .leftJoin(collections, eq(collections.id, notifications.collectionId))
    .where(
      and(
        inArray(pushOutbox.deviceId, deviceIds),
        sql`${pushOutbox.sentAt} is null and ${pushOutbox.dueAt} <= now() and ${pushOutbox.expiresAt} > now()`,
        sql`(select count(*) from push_outbox earlier where earlier.device_id = ${pushOutbox.deviceId} and earlier.sent_at is null
          and earlier.notification_id < ${pushOutbox.notificationId}) < ${perDevice}`,
      ),
    )
    .orderBy(pushOutbox.deviceId, pushOutbox.notificationId)
}
export type DuePush = Awaited<ReturnType<typeof queryDuePushes>>[number]

/** Counts the messages sent to devices in the last minute. */
export function countSentPushes(db: Reader, deviceIds: string[]) {
  return db
    .select({
      deviceId: pushOutbox.deviceId,
      messages: sql<number>`count(distinct ${pushOutbox.messageId})`.mapWith(Number),
    })
    .from(pushOutbox)
    .where(
      and(inArray(pushOutbox.deviceId, deviceIds), sql`${pushOutbox.sentAt} > now() - interval '1 minute'`),
    )
    .groupBy(pushOutbox.deviceId)
}

const rowsOfMessage = (deviceId: string, ids: number[]) =>
  and(eq(pushOutbox.deviceId, deviceId), inArray(pushOutbox.notificationId, ids))

export async function notePushed(
  db: Executor,
  deviceId: string,
  ids: number[],
  messageId: string,
): Promise<void> {
  await db.update(pushOutbox).set({ sentAt: sql`now()`, messageId }).where(rowsOfMessage(deviceId, ids))
}

/** Retries unsent messages after some seconds. */
export async function deferPushes(
  db: Executor,
  deviceId: string,
  ids: number[],
  seconds: number,
): Promise<void> {
  await db
    .update(pushOutbox)
    .set({
      dueAt: sql`now() + make_interval(secs => ${seconds})`,
      attempts: sql`${pushOutbox.attempts} + 1`,
    })
    .where(and(rowsOfMessage(deviceId, ids), isNull(pushOutbox.sentAt)))
}

export async function dropPushes(db: Executor, deviceId: string, ids: number[]): Promise<void> {
  await db.delete(pushOutbox).where(rowsOfMessage(deviceId, ids))
}

/** Deletes expired messages, and messages that were sent an hour ago. */
export async function dropOldPushes(db: Executor, limit: number): Promise<boolean> {
  const result = await db.execute(sql`
    delete from push_outbox where (device_id, notification_id) in (
      select device_id, notification_id from push_outbox
      where expires_at < now() or sent_at < now() - interval '1 hour' limit ${limit}) returning 1`)
  return parseRows(v.unknown(), result).length === limit
}
