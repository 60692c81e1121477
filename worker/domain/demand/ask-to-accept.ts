import { sentence, t } from '#contract/words/sentence.ts'
import { findDemandItem } from '#db/queries/demand/items.ts'
import { findPart } from '#db/queries/part/presigned-parts.ts'
import type { ReservationRow } from '#db/queries/demand/reservations.ts'
import type { SignContext } from '#db/queries/sign-request/sign-requests.ts'
import { queryPayoutTag } from '#db/queries/demand/settle-reservations.ts'
import { priceOf } from '#worker/ledger/batch-sale.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { DemandSale } from '#contract/schemas/batch.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { askForSale, stillLentRefusal } from '#worker/domain/batch/ask-for-sale.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { isFreePrint, offerToBuyer, uriOf } from './offer-to-buyer.ts'
import { payeesInBatch } from './payees.ts'

const everyMs = 500
/** A few ledger closes. If it takes longer, the buyer's next call continues with the same reservation. */
const longestMs = 40_000

/** Waits until the marketplace's offer to the buyer is on the ledger. */
async function awaitOffer(context: Context, reservation: ReservationRow): Promise<ReservationRow> {
  const { now } = context
  const deadline = now().getTime() + longestMs
  let row = reservation
  for (;;) {
    row = await offerToBuyer(context, row, await readLedgerNow(context))
    if (row.state !== 'reserved') return row
    // Another call of the buyer already uses a presigned part that sells the item, so no offer is made.
    if (row.partId !== null) throw await stillLentRefusal(context, row.partId)
    if (now().getTime() > deadline) {
      throw new Refusal(
        'reserved',
        sentence(
          'The ledger is taking longer than usual. The item stays reserved for you. Please try again in a moment.',
        ),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/**
 * Returns the facts for selling the item in one Batch; null if the sale takes two steps, as for a draw or an
 * unavailable item. The facts do not change while the wallet may still sign them.
 */
async function saleOf(context: Context, row: ReservationRow): Promise<DemandSale | null> {
  const { db } = context
  const part = row.partId === null ? null : await findPart(db.http, row.partId)
  const presignedSale = part?.sales.find((sale) => sale.kind === 'demand' && sale.itemId === row.itemId)
  if (presignedSale?.kind === 'demand') return presignedSale
  const item = row.itemId === null || row.random ? null : await findDemandItem(db.http, row.itemId)
  if (item === null || row.priceDrops === null) return null
  const { tokenId, taxon, transferFee, flags } = item
  const [payout] = await queryPayoutTag(db.http, item.issuer)
  const payees = isFreePrint(row) ? undefined : await payeesInBatch(context, row)
  return {
    kind: 'demand',
    itemId: item.id,
    artist: item.issuer,
    priceDrops: row.priceDrops.toString(),
    ...(row.currency === null ? {} : { currency: row.currency }),
    ...(isFreePrint(row) ? { isClaim: true as const } : {}),
    payoutTag: payout?.tag ?? null,
    ...(payees === undefined ? {} : { payees }),
    offer: tokenId === null ? { tokenId, taxon, transferFee, flags, uri: uriOf(item) } : { tokenId },
  }
}

/**
 * Requests one signature from the buyer of a reserved on-demand item: for the whole sale, or for its acceptance once
 * the marketplace's offer exists. That one transaction exchanges payment and token. A second call returns the same
 * request; `draw` is stored with it. Throws Refusal: would_fail, reserved, already_pending, signer_unavailable.
 */
export async function askToAccept(
  context: Context,
  reservation: ReservationRow,
  name: string,
  draw?: SignContext['draw'],
): Promise<SignReferences> {
  const { buyer } = reservation
  const { site, nameOf, amountOf } = instructionWords(context)
  const termsOf = (price: Amount, saleContext: SignContext, page: string) => ({
    context: {
      ...saleContext,
      owner: context.treasury.account,
      buyer,
      price,
      paid: price,
      reservationId: reservation.id,
    },
    instruction:
      price === '0'
        ? t('Claim {name} on OPX ({site}). It is free: you pay only the transaction cost.', {
            name: nameOf(name),
            site,
          })
        : t('Buy {name} on OPX ({site}) for {amount}.', {
            name: nameOf(name),
            site,
            amount: amountOf(price),
          }),
    returnPath: `/nft/${page}`,
  })
  const sale = reservation.state === 'reserved' ? await saleOf(context, reservation) : null
  const token = sale?.offer.tokenId ?? null
  return askForSale(context, {
    purpose: 'demand_buy',
    customer: buyer,
    reservation,
    oneSignature:
      sale === null
        ? null
        : { ...termsOf(priceOf(sale), token === null ? {} : { nftId: token }, sale.itemId), sales: [sale] },
    inTwoSteps: async () => {
      const row = await awaitOffer(context, reservation)
      const { state, nftId, offerId, priceDrops, currency } = row
      if (state !== 'offered' || offerId === null || nftId === null || priceDrops === null)
        throw new Refusal(
          'would_fail',
          row.message ?? sentence('The reservation has ended. Please try again.'),
        )
      const drawContext = draw === undefined ? {} : { draw }
      return {
        ...termsOf(
          amountOfDrops(priceDrops, currency),
          { nftId, sellOfferId: offerId, ...drawContext },
          nftId,
        ),
        txjson: { TransactionType: 'NFTokenAcceptOffer', Account: buyer, NFTokenSellOffer: offerId },
        reservation: row,
      }
    },
  })
}
