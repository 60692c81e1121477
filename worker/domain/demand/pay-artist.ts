import { queryPayoutTag, deferPayout, listDuePayouts, markPaid } from '#db/queries/settle-reservations.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSubmission } from '#worker/domain/journal/advance-submission.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'

type DuePayout = Awaited<ReturnType<typeof listDuePayouts>>[number]

/** A refused payout is tried again after this long, then twice as long each time, up to a day. */
const retryMinutes = 10
const longestRetryMinutes = 1440

function paymentTo(artist: string, drops: bigint, tag: number | null) {
  return {
    TransactionType: 'Payment',
    Destination: artist,
    Amount: drops.toString(),
    ...(tag === null ? {} : { DestinationTag: tag }),
  }
}

/** A payment to an artist, with the destination tag that they want. */
export async function payoutFields({ db }: Context, artist: string, drops: bigint) {
  const [wanted] = await queryPayoutTag(db.read, artist)
  return paymentTo(artist, drops, wanted?.tag ?? null)
}

/**
 * Pays an artist what is owed for one sale, once: each attempt is a purpose of its own in the journal, and the next one
 * begins only when the ledger has refused the last for good. What is refused stays owed.
 */
export async function payArtist(context: Context, owed: DuePayout): Promise<void> {
  const { db, log } = context
  const { artist, amountDrops, priceDrops, royaltyDrops, reservationId, attempt } = owed
  const submission = await advanceSubmission(context, {
    purpose: `payout:${reservationId}:${attempt}`,
    kind: 'payout',
    counterparty: artist,
    fields: paymentTo(artist, amountDrops, owed.tag),
    order: (tx) => ({ kind: 'payout', tx, artist, priceDrops, royaltyDrops }),
  })
  if (submission.state === 'open' || submission.state === 'lost') return
  const { entry } = submission
  if (submission.state === 'succeeded') return markPaid(db.read, owed, entry.hash)
  const result = entry.meta.TransactionResult
  log.warn('payout_refused', { reservationId, artist, result })
  const minutes = Math.min(longestRetryMinutes, retryMinutes * 2 ** (attempt - 1))
  const tag = numberField(entry.tx, 'DestinationTag') ?? null
  await db.transaction((tx) => deferPayout(tx, owed, { result, minutes, tag }))
}

/** What is due now. */
export function duePayouts({ db }: Context, limit: number) {
  return listDuePayouts(db.read, limit)
}
