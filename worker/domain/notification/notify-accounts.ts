import {
  dropOldNotifications,
  lockNotifications,
  type NewNotification,
  tellBidSales,
  tellEndedListings,
  tellEndingOffers,
  tellEvents,
  tellRefusedPayouts,
  trimNotifications,
} from '#db/queries/notification/notifications.ts'
import { queuePushes } from '#db/queries/notification/push.ts'
import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'

/** Number of events read in one transaction. */
const batch = 200
const droppedAtOnce = 1000

/** Writes the rows that belong to new notifications: pushes, and the limit per account. */
async function followUp(tx: Executor, notifications: NewNotification[]): Promise<void> {
  await queuePushes(
    tx,
    notifications.map(({ id }) => id),
  )
  await trimNotifications(tx, [...new Set(notifications.map(({ account }) => account))])
}

/**
 * Reads further events from the log and notifies accounts. The cursor advances in the transaction that writes the
 * notifications, so each event causes its notifications once, even after a crash.
 */
export function notifyAccounts({ db, rules, now }: Context, deadline: Date): Promise<void> {
  return db.connection(async (transaction) => {
    let hasMore = true
    while (hasMore && now() < deadline) {
      hasMore = await transaction(async (tx) => {
        const after = await lockNotifications(tx)
        const limits = { marketplace: rules.marketplace, limit: batch }
        const { notifications, more: further } = await tellEvents(tx, after, limits)
        await followUp(tx, notifications)
        return further
      })
    }
  })
}

/** Notifies artists of refused payouts. */
export function tellPayouts({ db }: Context): Promise<void> {
  return db.transaction(async (tx) => followUp(tx, await tellRefusedPayouts(tx)))
}

/** Notifies sellers of listings that were cancelled because the work had left the seller. */
export function tellSellers({ db }: Context): Promise<void> {
  return db.transaction(async (tx) => followUp(tx, await tellEndedListings(tx)))
}

/** Notifies the two sides of sales into standing bids. */
export function tellBidders({ db }: Context): Promise<void> {
  return db.transaction(async (tx) => followUp(tx, await tellBidSales(tx)))
}

/** Reminds accounts of their offers that end within a day. */
export function remindOwners({ db }: Context): Promise<void> {
  return db.transaction(async (tx) => followUp(tx, await tellEndingOffers(tx)))
}

/** Deletes notifications that have reached the end of their lifetime. */
export async function dropNotifications({ db, now }: Context, deadline: Date): Promise<void> {
  while (now() < deadline && (await dropOldNotifications(db.http, droppedAtOnce)));
}
