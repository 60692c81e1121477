import type { SignPurpose } from '#contract/rules/actions.ts'
import { explainRows } from './batch/explain-rows.ts'
import { areRowsSuperseded } from './batch/superseded-rows.ts'
import { explainCart } from './cart/explain-cart.ts'
import type { Purpose } from './context.ts'
import { settlePart } from './demand/settle-part.ts'
import { settlePurchases } from './demand/settle.ts'
import { releaseSoon } from './demand/take-back.ts'
import { advanceDraw, drawPhase } from './random/advance-draw.ts'
import { recordToken, recordTokens } from './mint/record-token.ts'
import { recordBid } from './standing-bid/place-bid.ts'
import { storeSale } from './standing-bid/sell-into-bid.ts'
import { explainSale, isSaleSuperseded, recordSaleRevocation } from './standing-bid/settle-sale.ts'
import { explainSwap, isSwapSuperseded, recordRevocation, storeAgreement } from './swap/settle-agreement.ts'
import { advanceSaleOf } from './trade/advance-sale.ts'
import { explainUndone } from './trade/explain-undone.ts'
import { startAuction, startSale } from './trade/start-sale.ts'

/** Steps for several rows of one account in a Batch. */
const ofRows: Purpose = { explainRows, isSuperseded: areRowsSuperseded }
/** Steps for sales that can be requested as a Batch. */
const whole: Purpose = { settlePart, explainUndone }
const purchase: Purpose = { ...whole, settleReservation: settlePurchases, releaseReservation: releaseSoon }
const brokeredPurpose: Purpose = { ...whole, onSuccess: startSale, advanceSale: advanceSaleOf }

/**
 * Steps that follow each signature. They are registered here so that `sign-request` does not depend on the modules
 * above it.
 */
export const purposes: Record<SignPurpose, Purpose> = {
  sign_in: {},
  buy_now: { ...purchase, ...brokeredPurpose },
  accept_listing: purchase,
  buy_cart: { settlePart, explainUndone: explainCart },
  demand_buy: { ...purchase, advanceDraw, drawPhase },
  accept_bid: brokeredPurpose,
  run_auction: { onSuccess: startAuction },
  bid_auction: {},
  trust_line: {},
  mint: { onSuccess: recordToken },
  modify: { onSuccess: recordToken },
  authorize_minter: {},
  list_many: ofRows,
  reprice_many: ofRows,
  mint_many: { ...ofRows, onBatch: recordTokens },
  swap: { explainUndone: explainSwap, isSuperseded: isSwapSuperseded },
  swap_agree: { onPart: storeAgreement },
  swap_revoke: { onSuccess: recordRevocation },
  standing_bid: { onSuccess: recordBid },
  bid_sell: { onPart: storeSale },
  bid_complete: { explainUndone: explainSale, isSuperseded: isSaleSuperseded },
  bid_revoke: { onSuccess: recordSaleRevocation },
  bid_release: {},
  transaction: {},
}
