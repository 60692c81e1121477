import { type DemandItemRow, findDemandItem, setItemToken } from '#db/queries/demand-items.ts'
import { findSubmission, isUnderWay } from '#db/queries/journal.ts'
import {
  findReservation,
  lockReserved,
  markOffered,
  releaseReservation,
  type ReservationRow,
} from '#db/queries/reservations.ts'
import type { Executor } from '#db/executor.ts'
import { storeMetadata } from '#db/queries/traits.ts'
import type { Context } from '#worker/domain/context.ts'
import {
  advanceSubmission,
  type SubmissionOrder,
  type SubmissionState,
} from '#worker/domain/journal/advance-submission.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges, sellFlag } from '#worker/ledger/offer-changes.ts'
import { explainResult } from '#worker/ledger/results.ts'
import { dateToRippleTime } from '#worker/ledger/ripple-time.ts'
import { textToHex } from '#worker/ledger/uri.ts'

/** An offer that would stand for less than this is not made any more. */
const leastMinutes = 3
/** Given up after so many transactions that no ledger took. */
const giveUpAfter = 3

const uriOf = ({ metadataCid }: Pick<DemandItemRow, 'metadataCid'>) => textToHex(`ipfs://${metadataCid}`)

/** NFTokenMint of an item for its artist, with M's offer to the buyer. Source: XLS-20, XLS-52 (NFTokenMintOffer). */
export function mintFields(
  item: Pick<DemandItemRow, 'issuer' | 'taxon' | 'transferFee' | 'flags' | 'metadataCid'>,
  { buyer, priceDrops, until }: { buyer: string; priceDrops: bigint; until: Date },
) {
  return {
    TransactionType: 'NFTokenMint',
    Issuer: item.issuer,
    NFTokenTaxon: item.taxon,
    ...(item.transferFee === 0 ? {} : { TransferFee: item.transferFee }),
    Flags: item.flags,
    URI: uriOf(item),
    Amount: priceDrops.toString(),
    Destination: buyer,
    Expiration: dateToRippleTime(until),
  }
}

/** M's offer of inventory to the buyer. */
export function offerFields(
  tokenId: string,
  { buyer, priceDrops, until }: { buyer: string; priceDrops: bigint; until: Date },
) {
  return {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: tokenId,
    Flags: sellFlag,
    Amount: priceDrops.toString(),
    Destination: buyer,
    Expiration: dateToRippleTime(until),
  }
}

function orderFor(item: DemandItemRow, row: ReservationRow, priceDrops: bigint): SubmissionOrder {
  const { buyer, until } = row
  const common = {
    counterparty: item.issuer,
    giveUpAfter,
    isWanted: (tx: Executor) => lockReserved(tx, row.id),
  }
  if (item.tokenId === null) {
    return {
      ...common,
      purpose: purposeOf(row),
      kind: 'mint',
      fields: mintFields(item, { buyer, priceDrops, until }),
      order: (tx) => ({ kind: 'mint', tx, artist: item.issuer, buyer, priceDrops }),
    }
  }
  return {
    ...common,
    purpose: purposeOf(row),
    kind: 'offer',
    fields: offerFields(item.tokenId, { buyer, priceDrops, until }),
    order: (tx) => ({ kind: 'offer', tx, buyer, priceDrops }),
  }
}

/** One transaction a reservation, whether it mints or only offers. */
const purposeOf = ({ id }: ReservationRow) => `demand:${id}`

async function record(
  context: Context,
  row: ReservationRow,
  item: DemandItemRow,
  entry: ValidatedTransaction,
) {
  const { db, treasury, log } = context
  const made = offerChanges(entry.meta).created.find(
    (offer) => offer.isSell && offer.owner === treasury.account && offer.destination === row.buyer,
  )
  if (made === undefined) {
    log.error('demand_offer_missing', { reservation: row.id, txid: entry.hash })
    return
  }
  const settings = await applySettings(context, entry.closedAt)
  await db.transaction(async (tx) => {
    await applyTransactions(tx, [entry], settings)
    await setItemToken(tx, item.id, made.nftId)
    if (!item.hidden) await storeMetadata(tx, { ...item, id: made.nftId, uri: uriOf(item) }, item.metadata)
    await markOffered(tx, row.id, { offerId: made.id, nftId: made.nftId })
  })
}

/** Whether it is too late to begin: what would be minted now could hardly be paid for. */
async function isTooLate({ db }: Context, row: ReservationRow, asOf: Date): Promise<boolean> {
  if (row.until.getTime() - asOf.getTime() > leastMinutes * 60_000) return false
  return (await findSubmission(db.read, purposeOf(row))) === null
}

/** Ends a reservation of which nothing is on its way to the ledger. */
async function release({ db }: Context, row: ReservationRow, message: string) {
  await db.transaction(async (tx) => {
    if ((await lockReserved(tx, row.id)) && !(await isUnderWay(tx, purposeOf(row))))
      await releaseReservation(tx, row.id, message)
  })
}

async function settle(context: Context, row: ReservationRow, item: DemandItemRow, end: SubmissionState) {
  if (end.state === 'open') return
  if (end.state === 'succeeded') await record(context, row, item, end.entry)
  else {
    const reason =
      end.state === 'lost'
        ? 'The marketplace could not bring the item to the ledger.'
        : explainResult(end.entry.meta.TransactionResult)
    await release(context, row, `${reason} Nothing was charged.`)
  }
}

/**
 * Brings a reserved item as far as it can go: M mints it for the buyer, or offers its inventory, by one transaction through
 * the journal. `asOf` is the ledger's time. Answers the reservation as it stands then.
 */
export async function offerToBuyer(
  context: Context,
  row: ReservationRow,
  asOf: Date,
): Promise<ReservationRow> {
  const { db, log } = context
  if (row.state !== 'reserved' || row.itemId === null) return row
  const item = await findDemandItem(db.read, row.itemId)
  if (item === null || row.priceDrops === null) {
    log.error('demand_item_missing', { reservation: row.id })
    return row
  }
  if (await isTooLate(context, row, asOf)) {
    if (row.until < asOf) await release(context, row, 'The reservation was not used in time.')
  } else {
    await settle(context, row, item, await advanceSubmission(context, orderFor(item, row, row.priceDrops)))
  }
  return (await findReservation(db.read, row.id)) ?? row
}
