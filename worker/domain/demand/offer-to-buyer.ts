import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { type DemandItemRow, findDemandItem, setItemToken } from '#db/queries/demand/items.ts'
import { findSubmission, isUnderWay } from '#db/queries/journal/journal.ts'
import {
  findReservation,
  lockReserved,
  markOffered,
  releaseReservation,
  type ReservationRow,
} from '#db/queries/demand/reservations.ts'
import { amountOfDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { Executor } from '#db/executor.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle, type SettleOrder } from '#worker/domain/journal/settle.ts'
import { twoStepsPurpose } from '#worker/domain/part/presign-batch.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges } from '#worker/ledger/offer-changes.ts'
import { explainResult } from '#worker/ledger/results.ts'
import { dateToRippleTime, tfSellNFToken } from '#contract/rules/ledger.ts'
import { textToHex } from '#worker/ledger/uri.ts'

/** No offer is made if it would expire within this many minutes. */
const minMinutes = 3
/** The offer is abandoned after this many transactions that no ledger included. */
const giveUpAfter = 3

export const uriOf = ({ metadataCid }: Pick<DemandItemRow, 'metadataCid'>) =>
  textToHex(`ipfs://${metadataCid}`)

/** True for a print of an edition in a free phase. No other works are free. */
export const isFreePrint = ({ editionId, priceDrops }: ReservationRow) =>
  editionId !== null && priceDrops === 0n

interface OfferTerms {
  buyer: string
  priceDrops: bigint
  currency: SaleCurrency
  until: Date
}

/**
 * Returns the NFTokenMint of an item for its artist, with the marketplace's offer to the buyer. Source: XLS-20, XLS-52
 * (NFTokenMintOffer).
 */
export function mintFields(
  item: Pick<DemandItemRow, 'issuer' | 'taxon' | 'transferFee' | 'flags' | 'metadataCid'>,
  { buyer, priceDrops, currency, until }: OfferTerms,
) {
  return {
    TransactionType: 'NFTokenMint',
    Issuer: item.issuer,
    NFTokenTaxon: item.taxon,
    ...(item.transferFee === 0 ? {} : { TransferFee: item.transferFee }),
    Flags: item.flags,
    URI: uriOf(item),
    Amount: amountOfDrops(priceDrops, currency),
    Destination: buyer,
    Expiration: dateToRippleTime(until),
  }
}

/** Returns the marketplace's offer of an inventory token to the buyer. */
export function offerFields(tokenId: string, { buyer, priceDrops, currency, until }: OfferTerms) {
  return {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: tokenId,
    Flags: tfSellNFToken,
    Amount: amountOfDrops(priceDrops, currency),
    Destination: buyer,
    Expiration: dateToRippleTime(until),
  }
}

function orderFor(item: DemandItemRow, row: ReservationRow, priceDrops: bigint): SettleOrder {
  const { buyer, currency, until } = row
  const isClaim = isFreePrint(row)
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
      fields: mintFields(item, { buyer, priceDrops, currency, until }),
      order: (tx) => ({ kind: 'mint', tx, artist: item.issuer, buyer, priceDrops, currency, isClaim }),
    }
  }
  return {
    ...common,
    purpose: purposeOf(row),
    kind: 'offer',
    fields: offerFields(item.tokenId, { buyer, priceDrops, currency, until }),
    order: (tx) => ({ kind: 'offer', tx, buyer, priceDrops, currency, isClaim }),
  }
}

/**
 * Returns the purpose of a reservation's transaction. Each reservation has one, which mints the item or only offers it.
 */
const purposeOf = ({ id }: ReservationRow) => twoStepsPurpose(id)

async function record(
  { treasury, log }: Context,
  tx: Executor,
  { row, item, entry }: { row: ReservationRow; item: DemandItemRow; entry: ValidatedTransaction },
) {
  const offer = offerChanges(entry.meta).createdOffers.find(
    (offer) => offer.isSell && offer.owner === treasury.account && offer.destination === row.buyer,
  )
  if (offer === undefined) {
    log.error('demand_offer_missing', { reservation: row.id, txid: entry.hash })
    return
  }
  await setItemToken(tx, item.id, offer.nftId)
  if (!item.hidden) await storeMetadata(tx, { ...item, id: offer.nftId, uri: uriOf(item) }, item.metadata)
  await markOffered(tx, row.id, { offerId: offer.id, nftId: offer.nftId })
}

/** True if the buyer would hardly have any time left to pay. */
async function isTooLate({ db }: Context, row: ReservationRow, asOf: Date): Promise<boolean> {
  if (row.until.getTime() - asOf.getTime() > minMinutes * 60_000) return false
  return (await findSubmission(db.http, purposeOf(row))) === null
}

/** Ends a reservation that has no transaction in progress. */
async function release(tx: Executor, row: ReservationRow, message: Sentence) {
  if ((await lockReserved(tx, row.id)) && !(await isUnderWay(tx, purposeOf(row))))
    await releaseReservation(tx, row.id, message)
}

/**
 * Advances a reserved item as far as possible: the marketplace mints it for the buyer, or offers it from inventory, in
 * one transaction through the journal. `asOf` is the ledger's time. Returns the reservation in its new state.
 */
export async function offerToBuyer(
  context: Context,
  row: ReservationRow,
  asOf: Date,
): Promise<ReservationRow> {
  const { db, log } = context
  if (row.state !== 'reserved' || row.itemId === null || row.partId !== null) return row
  const item = await findDemandItem(db.http, row.itemId)
  if (item === null || row.priceDrops === null) {
    log.error('demand_item_missing', { reservation: row.id })
    return row
  }
  if (await isTooLate(context, row, asOf)) {
    if (row.until < asOf)
      await db.transaction((tx) => release(tx, row, sentence('The reservation was not used in time.')))
  } else {
    await settle(
      context,
      orderFor(item, row, row.priceDrops),
      (tx, entry) => record(context, tx, { row, item, entry }),
      (tx, entry) => {
        const reason =
          entry === null
            ? sentence('The marketplace could not put the item on the ledger.')
            : explainResult(entry.meta.TransactionResult)
        return release(tx, row, sentence('{reason} Nothing was charged.', { reason }))
      },
    )
  }
  return (await findReservation(db.http, row.id)) ?? row
}
