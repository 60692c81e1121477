import { type DrawWork, readDrawWork } from '#db/queries/draw/anchors.ts'
import { endDraws, listUnpublished, publishDraw } from '#db/queries/random/results.ts'
import { findEpoch } from '#db/queries/draw/epochs.ts'
import { listUnsigned } from '#db/queries/random/requests.ts'
import { dropLease, takeLease } from '#db/queries/leases.ts'
import { bytesToHex } from '#draw-verifier/draws.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceAnchors, storeBeacons } from '#worker/domain/draw/anchor.ts'
import { commitEpochs } from '#worker/domain/draw/commit-epochs.ts'
import { giveReceipt } from '#worker/domain/draw/receipt.ts'
import { openOrder, proofOf } from '#worker/domain/draw/sealed-order.ts'
import { withdrawGoneItems } from '#worker/domain/draw/withdraw.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { processRows } from '#worker/domain/stages.ts'
import { makeDraws } from './make-draws.ts'

const lease = 'draws'
/** Duration of the lease. After this time, another worker replaces a crashed one. */
const leaseSeconds = 10
/** Maximum time that a call waits for the index. The next call continues. */
const catchUpMs = 2000
const atOnce = 50

/** Publishes the data that opens the positions of sold draws. */
async function publishDraws(context: Context, until: Date): Promise<void> {
  const reader = context.db.http
  const soldReservations = await listUnpublished(reader, atOnce)
  await processRows(context, { what: 'draw_reveals', until }, soldReservations, async (draw) => {
    const { collectionId, number, position, cid, mintTxid } = draw
    const epoch = await findEpoch(reader, collectionId, draw.epoch)
    if (epoch === null) return
    const { path } = await proofOf(epoch, position)
    const salt = (await openOrder(context, epoch))[position]?.salt
    if (salt === undefined) return
    await publishDraw(reader, { collectionId, number }, { salt: bytesToHex(salt), cid, path, mintTxid })
  })
}

/** Signs the receipts of requests that have none because of a crash. */
async function giveReceipts(context: Context, until: Date): Promise<void> {
  const unsignedDraws = await listUnsigned(context.db.http, atOnce)
  await processRows(context, { what: 'draw_receipts', until }, unsignedDraws, ({ draw, signRequestId }) =>
    giveReceipt(context, draw, signRequestId),
  )
}

async function advance(context: Context, until: Date): Promise<void> {
  const { db, vault, now } = context
  let work: DrawWork = await readDrawWork(db.http)
  if (work.unsigned && vault.isOpen) await giveReceipts(context, until)
  if (work.committing) await commitEpochs(context, until)
  if (work.withdrawn && vault.isOpen) await withdrawGoneItems(context, until)
  if (work.anchor || work.withdrawn) await advanceAnchors(context)
  if (work.behind) {
    await followLedgers(context, new Date(Math.min(until.getTime(), now().getTime() + catchUpMs)))
    work = await readDrawWork(db.http)
  }
  if (work.beacons.length > 0) {
    await storeBeacons(context, work.beacons)
    work = await readDrawWork(db.http)
  }
  if (vault.isOpen)
    await processRows(context, { what: 'draws', until }, work.collections, (id) => makeDraws(context, id))
  if (work.moved) await db.transaction((tx) => endDraws(tx))
  if (work.unpublished && vault.isOpen) await publishDraws(context, until)
}

/**
 * Advances every draw as far as possible: commitments, anchors, beacons, results, and reveals after sales. Called by
 * the polling page, the follower's round and the cron; one of them works at a time, and the rest return immediately.
 */
export async function advanceDraws(context: Context, until: Date): Promise<void> {
  const { db } = context
  const holder = crypto.randomUUID()
  if (!(await takeLease(db.http, lease, holder, leaseSeconds))) return
  try {
    await advance(context, until)
  } finally {
    await dropLease(db.http, lease, holder)
  }
}
