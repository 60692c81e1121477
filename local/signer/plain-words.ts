import { asJson, type Json } from '#local/lib/rpc.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { rippleTimeToDate, tfSellNFToken } from '#contract/rules/ledger.ts'

export interface PlainWords {
  title: string
  facts: { label: string; value: string; full?: string }[]
}

/** Formats an amount as "10.00 XRP", or as a value and its currency. */
export function amountText(amount: unknown): string {
  if (typeof amount === 'string' && /^\d+$/.test(amount)) return `${formatXrpExact(BigInt(amount))} XRP`
  const { value, currency } = asJson(amount)
  return typeof value === 'string' ? `${value} ${String(currency)}` : 'nothing'
}

function titleOf(txjson: Json): string {
  const amount = amountText(txjson['Amount'])
  switch (txjson['TransactionType']) {
    case 'SignIn':
      return 'Sign in'
    case 'NFTokenCreateOffer':
      if ((Number(txjson['Flags'] ?? 0) & tfSellNFToken) === 0) return `Offer ${amount} for an NFT`
      return txjson['Amount'] === '0' ? 'Transfer an NFT' : `Offer an NFT for ${amount}`
    case 'NFTokenAcceptOffer':
      return 'Accept an offer'
    case 'NFTokenCancelOffer':
      return 'Cancel offers'
    case 'NFTokenBurn':
      return 'Burn an NFT for ever'
    case 'NFTokenMint':
      return 'Mint an NFT'
    case 'NFTokenModify':
      return 'Change an NFT'
    case 'Batch':
      return `${Array.isArray(txjson['RawTransactions']) ? txjson['RawTransactions'].length : 0} steps in one`
    case 'Payment':
      return `Pay ${amount}`
    case 'TrustSet':
      return 'Set a trust line'
    case 'AccountSet':
      return 'Change account settings'
    default:
      return String(txjson['TransactionType'])
  }
}

/** Describes a transaction to the user who is requested to sign it. */
export function inPlainWords(txjson: Json): PlainWords {
  const facts: PlainWords['facts'] = []
  if (txjson['Amount'] !== undefined) facts.push({ label: 'Amount', value: amountText(txjson['Amount']) })
  for (const [field, label] of [
    ['NFTokenID', 'NFT'],
    ['NFTokenSellOffer', 'Sell offer'],
    ['NFTokenBuyOffer', 'Buy offer'],
    ['Owner', 'Owner'],
    ['Destination', 'Only for'],
  ] as const) {
    const value = txjson[field]
    if (typeof value === 'string') facts.push({ label, value: shortenAddress(value), full: value })
  }
  if (Array.isArray(txjson['NFTokenOffers'])) {
    facts.push({ label: 'Offers', value: String(txjson['NFTokenOffers'].length) })
  }
  if (typeof txjson['Expiration'] === 'number') {
    const at = rippleTimeToDate(txjson['Expiration'])
    facts.push({ label: 'Until', value: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` })
  }
  return { title: titleOf(txjson), facts }
}
