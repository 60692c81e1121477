import type { ReservationRow } from '#db/queries/reservations.ts'
import { amountInWords } from '#worker/contract/money.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { offerToBuyer } from './offer-to-buyer.ts'

const everyMs = 500
/** A few closes of the ledger. If it takes longer, the buyer asks again and continues with the same reservation. */
const longestMs = 40_000

/** Waits until the marketplace's offer to the buyer is on the ledger. */
async function awaitOffer(context: Context, begun: ReservationRow): Promise<ReservationRow> {
  const { now } = context
  const deadline = now().getTime() + longestMs
  let row = begun
  for (;;) {
    row = await offerToBuyer(context, row, await readLedgerNow(context))
    if (row.state !== 'reserved') return row
    if (now().getTime() > deadline) {
      throw new Refusal(
        'reserved',
        'The ledger is taking its time. The item stays reserved for you: please try again in a moment.',
      )
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/**
 * Asks the buyer of a reserved on-demand item to sign its acceptance once the marketplace's offer exists: payment and token
 * change hands in that one transaction. A second call returns the same request.
 * Throws Refusal: would_fail, reserved, signer_unavailable.
 */
export async function askToAccept(
  context: Context,
  reservation: ReservationRow,
  name: string,
): Promise<SignReferences> {
  const { settings } = context
  const row = await awaitOffer(context, reservation)
  if (row.state !== 'offered' || row.offerId === null || row.nftId === null || row.priceDrops === null)
    throw new Refusal('would_fail', row.message ?? 'The reservation has ended. Please try again.')
  const own = { ...context, signRequestId: row.signRequestId }
  const made = await findKeyedRequest(own)
  if (made !== null) return made
  const price = row.priceDrops.toString()
  return openSignRequest(own, {
    purpose: 'demand_buy',
    account: row.buyer,
    txjson: { TransactionType: 'NFTokenAcceptOffer', Account: row.buyer, NFTokenSellOffer: row.offerId },
    context: {
      nftId: row.nftId,
      owner: context.treasury.account,
      sellOfferId: row.offerId,
      buyer: row.buyer,
      price,
      paid: price,
      reservationId: row.id,
    },
    instruction: `Buy ${name} on OPX (${settings.siteOrigin}) for ${amountInWords(price, settings.tokens)}.`,
    returnPath: `/nft/${row.nftId}`,
  })
}
