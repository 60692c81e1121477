import { amountFromJson, type Asset, compare, sameAsset, subtract } from '#ledger/amounts/amount.ts'
import { nftFlag, nftFlags, nftIssuer, nftTransferFee } from '#ledger/codec/nftoken-id.ts'
import type { NFTokenOffer } from '#ledger/entries/entry-types.ts'
import { canPay } from '#ledger/entries/funds.ts'
import { isSell } from '#ledger/entries/nftoken-offers.ts'
import { findToken } from '#ledger/entries/nftoken-pages.ts'
import { findLine } from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { checkAuthorised, checkNotDeepFrozen } from './nftoken-offer-rules.ts'
import type { ResultCode } from './results.ts'
import type { PreclaimContext } from './transaction-types.ts'

// Checks for NFTokenAcceptOffer, in the server's order. Source: XLS-20 "NFTokenAcceptOffer"; fixEnforceNFTokenTrustline
// and V2; XLS-77 (deep freeze).

type Accounts = readonly string[]

/** Returns the first refusal among the accounts that will hold a currency; XRP needs no permission. */
function mayHold(
  view: ReadView,
  asset: Asset,
  authorizedAccounts: Accounts,
  exemptAccounts: Accounts = [],
): ResultCode {
  if (asset.kind === 'xrp') return 'tesSUCCESS'
  for (const account of authorizedAccounts) {
    const result = checkAuthorised(view, account, asset)
    if (result !== 'tesSUCCESS') return result
  }
  for (const account of exemptAccounts) {
    const result = checkNotDeepFrozen(view, account, asset)
    if (result !== 'tesSUCCESS') return result
  }
  return 'tesSUCCESS'
}

const isFor = (offer: NFTokenOffer, account: string) =>
  offer.Destination === undefined || offer.Destination === account

/** Checks in brokered mode that the two offers match and cover the broker's fee. */
export function checkPair(
  { fields, view }: PreclaimContext,
  buy: NFTokenOffer,
  sell: NFTokenOffer,
): ResultCode {
  const bid = amountFromJson(buy.Amount)
  const ask = amountFromJson(sell.Amount)
  if (buy.NFTokenID !== sell.NFTokenID) return 'tecNFTOKEN_BUY_SELL_MISMATCH'
  if (!sameAsset(bid.asset, ask.asset)) return 'tecNFTOKEN_BUY_SELL_MISMATCH'
  if (buy.Owner === sell.Owner) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER'
  if (compare(ask, bid) > 0) return 'tecINSUFFICIENT_PAYMENT'
  if (!isFor(buy, fields.Account) || !isFor(sell, fields.Account)) return 'tecNO_PERMISSION'
  if (fields.NFTokenBrokerFee === undefined) return 'tesSUCCESS'
  const fee = amountFromJson(fields.NFTokenBrokerFee)
  if (!sameAsset(fee.asset, bid.asset)) return 'tecNFTOKEN_BUY_SELL_MISMATCH'
  if (compare(fee, bid) >= 0) return 'tecINSUFFICIENT_PAYMENT'
  if (compare(ask, subtract(bid, fee)) > 0) return 'tecINSUFFICIENT_PAYMENT'
  return mayHold(view, fee.asset, [fields.Account], [fields.Account])
}

export function checkBuyOffer(
  { fields, view }: PreclaimContext,
  buy: NFTokenOffer,
  direct: boolean,
): ResultCode {
  if (isSell(buy)) return 'tecNFTOKEN_OFFER_TYPE_MISMATCH'
  if (buy.Owner === fields.Account) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER'
  if (direct && findToken(view, fields.Account, buy.NFTokenID) === null) return 'tecNO_PERMISSION'
  if (direct && !isFor(buy, fields.Account)) return 'tecNO_PERMISSION'
  const price = amountFromJson(buy.Amount)
  if (!canPay(view, buy.Owner, price)) return 'tecINSUFFICIENT_FUNDS'
  const seller = direct ? [fields.Account] : []
  return mayHold(view, price.asset, [buy.Owner, ...seller], seller)
}

export function checkSellOffer(
  { fields, view }: PreclaimContext,
  sell: NFTokenOffer,
  direct: boolean,
): ResultCode {
  if (!isSell(sell)) return 'tecNFTOKEN_OFFER_TYPE_MISMATCH'
  if (sell.Owner === fields.Account) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER'
  if (findToken(view, sell.Owner, sell.NFTokenID) === null) return 'tecNO_PERMISSION'
  if (direct && !isFor(sell, fields.Account)) return 'tecNO_PERMISSION'
  const price = amountFromJson(sell.Amount)
  if (direct && !canPay(view, fields.Account, price)) return 'tecINSUFFICIENT_FUNDS'
  const buyer = direct ? [fields.Account] : []
  return mayHold(view, price.asset, [sell.Owner, ...buyer], [sell.Owner])
}

/** Checks that the token's issuer can receive the royalty in the currency of the sale. */
export function checkRoyaltyReceiver({ view }: PreclaimContext, offer: NFTokenOffer): ResultCode {
  const { NFTokenID: tokenId } = offer
  const { asset } = amountFromJson(offer.Amount)
  if (nftTransferFee(tokenId) === 0 || asset.kind === 'xrp') return 'tesSUCCESS'
  const issuer = nftIssuer(tokenId)
  const createsLine = (nftFlags(tokenId) & nftFlag.trustLine) !== 0
  if (
    !createsLine &&
    issuer !== asset.issuer &&
    findLine(view, issuer, asset.issuer, asset.currency) === undefined
  ) {
    return 'tecNO_LINE'
  }
  return mayHold(view, asset, [issuer], [issuer])
}
