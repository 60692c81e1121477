import {
  type Amount,
  amountFromJson,
  isMore,
  isNegative,
  isZero,
  multiplyByRate,
  subtract,
} from '#ledger/amounts/amount.ts'
import { nftIssuer, nftTransferFee } from '#ledger/codec/nftoken-id.ts'
import { findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import type { NFTokenOffer } from '#ledger/entries/entry-types.ts'
import { findFunds, send } from '#ledger/entries/funds.ts'
import { isSell } from '#ledger/entries/nftoken-offers.ts'
import { findToken, insertToken, removeToken } from '#ledger/entries/nftoken-pages.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'
import type { ApplyContext } from './transaction-types.ts'

// Pays for a sale and transfers the token. Source: XLS-20 "Brokered mode", "Transfer fees".

/** Factor that converts a transfer fee (units of 1/100,000) to a rate in billionths. */
const RATE_PER_TRANSFER_FEE = 10_000

function pay(view: Sandbox, from: string, to: string, amount: Amount): ResultCode {
  if (isNegative(amount)) return 'tecINTERNAL'
  const result = send(view, from, to, amount)
  if (result !== 'tesSUCCESS') return result
  // The sale is refused only if the transfer rate makes the payer's balance negative.
  const overdrawn = isNegative(findFunds(view, from, amount)) || isNegative(findFunds(view, to, amount))
  return overdrawn ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS'
}

/** Returns the issuer's share of a price; zero if the issuer is the buyer or seller. */
function computeRoyalty(
  tokenId: string,
  price: Amount,
  seller: string,
  buyer: string,
): { issuer: string; cut: Amount } | null {
  const fee = nftTransferFee(tokenId)
  const issuer = nftIssuer(tokenId)
  if (fee === 0 || issuer === seller || issuer === buyer) return null
  const cut = multiplyByRate(price, fee * RATE_PER_TRANSFER_FEE)
  return isZero(cut) ? null : { issuer, cut }
}

interface Sale {
  tokenId: string
  buyer: string
  seller: string
  price: Amount
}

function settle(view: Sandbox, { tokenId, buyer, seller, price }: Sale): ResultCode {
  let rest = price
  if (!isZero(price)) {
    const share = computeRoyalty(tokenId, price, seller, buyer)
    if (share !== null) {
      const result = pay(view, buyer, share.issuer, share.cut)
      if (result !== 'tesSUCCESS') return result
      rest = subtract(price, share.cut)
    }
    if (isMore(rest)) {
      const result = pay(view, buyer, seller, rest)
      if (result !== 'tesSUCCESS') return result
    }
  }
  return transferToken(view, tokenId, seller, buyer)
}

export function settleDirect({ fields, view }: ApplyContext, offer: NFTokenOffer): ResultCode {
  const sell = isSell(offer)
  return settle(view, {
    tokenId: offer.NFTokenID,
    buyer: sell ? fields.Account : offer.Owner,
    seller: sell ? offer.Owner : fields.Account,
    price: amountFromJson(offer.Amount),
  })
}

/** Pays the broker first, then the royalty as a share of the rest. The seller gets what remains of the bid. */
export function settleBrokered(
  { fields, view }: ApplyContext,
  buy: NFTokenOffer,
  sell: NFTokenOffer,
): ResultCode {
  let price = amountFromJson(buy.Amount)
  if (fields.NFTokenBrokerFee !== undefined) {
    const fee = amountFromJson(fields.NFTokenBrokerFee)
    const result = pay(view, buy.Owner, fields.Account, fee)
    if (result !== 'tesSUCCESS') return result
    price = subtract(price, fee)
  }
  return settle(view, { tokenId: sell.NFTokenID, buyer: buy.Owner, seller: sell.Owner, price })
}

/**
 * Moves the token. A buyer who needs a new page must still have the reserve for it after paying (fixNFTokenReserve).
 */
function transferToken(view: Sandbox, tokenId: string, seller: string, buyer: string): ResultCode {
  const location = findToken(view, seller, tokenId)
  if (location === null || !removeToken(view, seller, tokenId)) return 'tecINTERNAL'
  const before = findAccount(view, buyer)
  if (before === undefined) return 'tecINTERNAL'
  const ownedBefore = before.OwnerCount
  const balance = BigInt(before.Balance)
  const insertResult = insertToken(view, buyer, location.item)
  const ownerCount = findAccount(view, buyer)?.OwnerCount ?? 0
  if (ownerCount > ownedBefore && balance < reserveDrops(ownerCount)) return 'tecINSUFFICIENT_RESERVE'
  return insertResult ? 'tesSUCCESS' : 'tecNO_SUITABLE_NFTOKEN_PAGE'
}
