import {
  queryPayoutTag,
  deferPayout,
  listDuePayouts,
  markPaid,
} from '#db/queries/demand/settle-reservations.ts'
import { amountOfDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle } from '#worker/domain/journal/settle.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'

type DuePayout = Awaited<ReturnType<typeof listDuePayouts>>[number]

/** A refused payout is retried after this delay, which doubles each time, up to a day. */
const retryMinutes = 10
const maxRetryMinutes = 1440

export function paymentTo(
  artist: string,
  drops: bigint,
  { tag, currency = null }: { tag: number | null; currency?: SaleCurrency },
) {
  return {
    TransactionType: 'Payment',
    Destination: artist,
    Amount: amountOfDrops(drops, currency),
    ...(tag === null ? {} : { DestinationTag: tag }),
  }
}

/** Returns a payment of XRP to an artist, with the destination tag that the artist has stored. */
export async function payoutFields({ db }: Context, artist: string, drops: bigint) {
  const [payoutTag] = await queryPayoutTag(db.http, artist)
  return paymentTo(artist, drops, { tag: payoutTag?.tag ?? null })
}

/**
 * Pays an artist or a payee the amount owed for one sale, once: each attempt has its own purpose in the journal, and
 * the next attempt begins only after the ledger has finally refused the last one. A refused payout stays owed.
 */
export async function payArtist(context: Context, payout: DuePayout): Promise<void> {
  const { artist, amountDrops, priceDrops, royaltyDrops, reservationId, place, attempt, shares, currency } =
    payout
  const share = place === 0 ? '' : `${place}:`
  await settle(
    context,
    {
      purpose: `payout:${reservationId}:${share}${attempt}`,
      kind: 'payout',
      counterparty: artist,
      fields: paymentTo(artist, amountDrops, payout),
      order: (tx) => ({
        kind: 'payout',
        tx,
        artist,
        priceDrops,
        royaltyDrops,
        currency,
        split: shares === null ? null : { shares, place },
      }),
    },
    (tx, entry) => markPaid(tx, payout, entry.hash),
    async (tx, entry) => {
      if (entry === null) return
      const result = entry.meta.TransactionResult
      context.log.warn('payout_refused', { reservationId, artist, result })
      const minutes = Math.min(maxRetryMinutes, retryMinutes * 2 ** (attempt - 1))
      await deferPayout(tx, payout, { result, minutes, tag: numberField(entry.tx, 'DestinationTag') ?? null })
    },
  )
}

/** Returns the payouts that are due now. */
export function duePayouts({ db }: Context, limit: number) {
  return listDuePayouts(db.http, limit)
}
