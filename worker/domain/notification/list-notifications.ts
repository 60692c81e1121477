import {
  accountsOfNotifications,
  markRead,
  type NotificationChoices,
  type NotificationRow,
  queryNotifications,
  queryNotificationSettings,
  queryUnread,
  saveNotificationSettings,
} from '#db/queries/notification/notifications.ts'
import { queryPeople } from '#db/queries/people/people.ts'
import { notificationsPage } from '#contract/rules/notification-kinds.ts'
import type {
  Notification,
  NotificationSettingsReply,
  NotificationsReply,
  UnreadReply,
} from '#contract/schemas/notifications.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { peopleView } from '#worker/domain/people/view.ts'

/** Returns the name of the work, or of the collection if there is no work. */
function nameOf({ nftId, name, sequence, collectionName }: NotificationRow): string | null {
  if (nftId === null) return collectionName
  return name ?? (sequence === null ? null : fallbackName(sequence))
}

function notificationView(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    read: row.readAt !== null,
    nft: row.nftId,
    name: nameOf(row),
    image: row.metadata?.image ?? null,
    collectionId: row.collectionId,
    other: row.other,
    amount: row.amount,
    previousAmount: row.previousAmount,
    endsAt: row.endsAt?.toISOString() ?? null,
    more: row.more,
  }
}

/** Lists a page of the account's notifications, newest first. */
export async function listNotifications(
  { db }: Context,
  { account }: Actor,
  before: number | null,
): Promise<NotificationsReply> {
  const [rows, people] = await db.http.batch([
    queryNotifications(db.http, account, before, notificationsPage + 1),
    queryPeople(db.http, accountsOfNotifications(account, before, notificationsPage)),
  ])
  const page = rows.slice(0, notificationsPage)
  return {
    notifications: page.map(notificationView),
    next: rows.length > notificationsPage ? (page.at(-1)?.id ?? null) : null,
    people: peopleView(people),
  }
}

export async function getUnread({ db }: Context, { account }: Actor): Promise<UnreadReply> {
  const [row] = await queryUnread(db.http, account)
  return { unread: row?.unread ?? 0, newest: row?.newest ?? 0, position: row?.position ?? 0 }
}

/** Marks a notification of the account as read, or all notifications up to it. */
export function readNotifications(
  { db }: Context,
  { account }: Actor,
  { id, all: isForAll }: { id: number; all: boolean },
): Promise<void> {
  return markRead(db.http, account, id, isForAll)
}

export async function getNotificationSettings(
  { db, push }: Context,
  { account }: Actor,
): Promise<NotificationSettingsReply> {
  const [row] = await queryNotificationSettings(db.http, account)
  return { off: row?.off ?? [], silent: row?.silent ?? [], pushKey: push.publicKey }
}

export function setNotificationSettings(
  { db }: Context,
  { account }: Actor,
  { off, silent }: NotificationChoices,
): Promise<void> {
  return saveNotificationSettings(db.http, account, { off: [...new Set(off)], silent: [...new Set(silent)] })
}
