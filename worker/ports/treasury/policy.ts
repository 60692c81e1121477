import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { minimumOfferDrops, onDemandFee } from '#contract/rules/fees.ts'
import {
  brokerFeeOf,
  compareAmounts,
  isPositive,
  priceWithFee,
  sameCurrency,
  subtractAmounts,
} from '#contract/rules/money.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import { divideDrops, maxPayees, wholeShare } from '#contract/rules/splits.ts'
import { costCeilingDrops } from '#contract/limits/treasury.ts'
import { type Fields, numberField, textField } from '#worker/ledger/ledger-json.ts'
import { anchorMemos, epochMemos } from '#worker/ledger/draw-memos.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { PolicyRefusal, type TreasuryOrder } from './port.ts'

const common = [
  'TransactionType',
  'Account',
  'Fee',
  'Sequence',
  'TicketSequence',
  'LastLedgerSequence',
  'NetworkID',
]
const fieldsOf = {
  broker: ['NFTokenSellOffer', 'NFTokenBuyOffer', 'NFTokenBrokerFee'],
  cancel: ['NFTokenOffers'],
  tickets: ['TicketCount'],
  mint: ['Issuer', 'NFTokenTaxon', 'TransferFee', 'Flags', 'URI', 'Amount', 'Destination', 'Expiration'],
  offer: ['NFTokenID', 'Flags', 'Amount', 'Destination', 'Expiration'],
  payout: ['Destination', 'DestinationTag', 'Amount'],
  burn: ['NFTokenID'],
  total: ['NFTokenID', 'Owner', 'URI'],
  epoch: ['Memos'],
  anchor: ['Memos'],
} as const
const typeOf = {
  broker: 'NFTokenAcceptOffer',
  cancel: 'NFTokenCancelOffer',
  tickets: 'TicketCreate',
  mint: 'NFTokenMint',
  offer: 'NFTokenCreateOffer',
  payout: 'Payment',
  burn: 'NFTokenBurn',
  total: 'NFTokenModify',
  epoch: 'AccountSet',
  anchor: 'AccountSet',
} as const

export function refuse(reason: string): never {
  throw new PolicyRefusal(reason)
}

const FeeField = v.fallback(v.nullable(Amount), null)

/**
 * Requires exactly the published fee: 1 % on top of a listing's price, or 1 % out of a bid. The ledger pays the rest of
 * a bid to the seller, and the marketplace keeps no spread.
 */
export function checkBroker({ sell, buy, feeOf, tx }: Extract<TreasuryOrder, { kind: 'broker' }>) {
  const fee = v.parse(FeeField, tx.NFTokenBrokerFee)
  if (fee === null || !sameCurrency(fee, buy) || !sameCurrency(sell, buy))
    return refuse('the currencies differ')
  const price = subtractAmounts(buy, fee)
  // The minimum applies to the price of a listing and to the full amount of a bid.
  const offeredPrice = feeOf === 'listing' ? price : buy
  if (!isPositive(price) || (isDrops(offeredPrice) && BigInt(offeredPrice) < minimumOfferDrops))
    refuse('the price is below the minimum')
  if (compareAmounts(fee, brokerFeeOf(feeOf === 'listing' ? sell : buy)) !== 0)
    refuse('the fee is not the published one')
  if (feeOf === 'listing' ? compareAmounts(buy, priceWithFee(sell)) !== 0 : compareAmounts(sell, price) > 0)
    refuse('bid, price and fee do not add up')
}

const transferable = 8
const sellOffer = 1

/**
 * Requires that the marketplace sells to one buyer, at the item's price, for a limited time, so that no other account
 * can accept the offer.
 */
export function checkPrimarySale(order: Extract<TreasuryOrder, { kind: 'mint' | 'offer' }>, account: string) {
  const { tx, buyer, priceDrops, currency, isClaim } = order
  // Only prints of an edition can be claimed for free, and the marketplace pays nothing out for a claim.
  const minDrops = currency === null ? minimumOfferDrops : 1n
  if (isClaim ? priceDrops !== 0n : priceDrops < minDrops) refuse('the price is too low')
  if (!isDeepStrictEqual(tx.Amount, amountOfDrops(priceDrops, currency)))
    refuse('the price is not that of the item')
  if (tx.Destination !== buyer || buyer === account) refuse('it is for another buyer')
  if (numberField(tx, 'Expiration') === undefined) refuse('the offer would stand for ever')
  const flags = numberField(tx, 'Flags') ?? 0
  if (order.kind === 'offer' && flags !== sellOffer) refuse('it is no sell offer')
  if (order.kind !== 'mint') return
  if (tx.Issuer !== order.artist || order.artist === account || order.artist === buyer)
    refuse('it is minted for another artist')
  if (Math.floor(flags / transferable) % 2 === 0) refuse('the token could not be sold')
}

function checkShares(shares: number[]) {
  const isShare = (share: number) => Number.isInteger(share) && share > 0
  if (shares.length > maxPayees || !shares.every(isShare)) refuse('the shares are none')
  if (shares.reduce((sum, share) => sum + share, 0) !== wholeShare) refuse('the shares are not the whole')
}

/**
 * Requires that the payout is exactly the price less 2 % less the royalty that the ledger has already paid, or a share
 * of it.
 */
export function checkPayout({
  tx,
  artist,
  priceDrops,
  royaltyDrops,
  currency,
  split,
}: Extract<TreasuryOrder, { kind: 'payout' }>) {
  // Royalties in an issued currency are rounded up.
  if (royaltyDrops < 0n || royaltyDrops > (priceDrops + 1n) / 2n)
    refuse('the royalty is none that the ledger takes')
  const part = priceDrops - onDemandFee(priceDrops) - royaltyDrops
  if (split !== null) checkShares(split.shares)
  const shareDrops = split === null ? part : (divideDrops(part, split.shares)[split.place] ?? 0n)
  if (shareDrops <= 0n || !isDeepStrictEqual(tx.Amount, amountOfDrops(shareDrops, currency)))
    refuse('the payout is not what is owed')
  if (tx.Destination !== artist) refuse('the payout is for somebody else')
}

/**
 * Allows only offers that the marketplace made or that are addressed to it, so that an unrelated id cannot cancel
 * another account's offer.
 */
function checkCancel({ tx, offers }: Extract<TreasuryOrder, { kind: 'cancel' }>, account: string) {
  const ids: unknown[] = Array.isArray(tx.NFTokenOffers) ? tx.NFTokenOffers : []
  if (ids.length === 0) refuse('nothing to cancel')
  const ownAccounts = new Set<unknown>(
    offers.flatMap(({ id, owner, destination }) =>
      owner === account || destination === account ? [id] : [],
    ),
  )
  if (ids.some((id) => !ownAccounts.has(id))) refuse('an offer is none of the marketplace')
}

/** Allows only the token of a withdrawn item that the marketplace minted for the item's artist. */
function checkBurn({ tx, item }: Extract<TreasuryOrder, { kind: 'burn' }>) {
  if (!item.removed) refuse('the item is still to be sold')
  if (tx.NFTokenID !== item.tokenId) refuse('it is not the token of the item')
  if (identifyToken(item.tokenId).issuer !== item.artist) refuse('it is the token of another artist')
}

/** Allows only setting the print's metadata URI on a token of the print's artist. */
function checkTotal({ tx, print }: Extract<TreasuryOrder, { kind: 'total' }>) {
  if (tx.NFTokenID !== print.tokenId) refuse('it is not the token of the print')
  if (identifyToken(print.tokenId).issuer !== print.artist) refuse('it is the token of another artist')
  if (tx.URI !== print.uri || print.uri === '') refuse('the metadata is not that of the print')
}

/** Maximum size of the parts of a memo on the ledger, in bytes. */
const maxMemoBytes = 1024
const hash = /^[0-9A-F]{64}$/

/** Allows only the memo with these terms: no other memos and no account settings. */
function checkMemo(order: Extract<TreasuryOrder, { kind: 'epoch' | 'anchor' }>) {
  const { root, count } = order.kind === 'epoch' ? order.terms : order
  if (!hash.test(root) || !Number.isInteger(count) || count < 1) refuse('the root is none')
  const memos = order.kind === 'epoch' ? epochMemos(order.terms) : anchorMemos(order)
  if (!isDeepStrictEqual(order.tx.Memos, memos)) refuse('the memo is not that of the draws')
  if (JSON.stringify(memos).length / 2 > maxMemoBytes) refuse('the memo is too long')
}

/**
 * Upper limits for ledger indexes and ledger time, decades away. A field beyond its limit effectively never expires.
 */
const maxLedger = 1_000_000_000
const maxTime = 2_000_000_000
const isWithin = (value: number | undefined, most: number) =>
  value !== undefined && Number.isInteger(value) && value > 0 && value < most

/** Throws PolicyRefusal unless the transaction and its offer expire in the foreseeable future. */
export function checkEnd(lastLedger: number | undefined, expiration: number | undefined): void {
  if (!isWithin(lastLedger, maxLedger)) refuse('it would never expire')
  if (expiration !== undefined && !isWithin(expiration, maxTime)) refuse('the offer would stand for ever')
}

function checkCommon(order: TreasuryOrder, account: string) {
  const { tx, kind } = order
  if (tx.TransactionType !== typeOf[kind] || tx.Account !== account) refuse('wrong type or account')
  const allowedFields = new Set<string>([...common, ...fieldsOf[kind]])
  const stray = Object.keys(tx).find((name) => !allowedFields.has(name))
  if (stray !== undefined) refuse(`the field ${stray} does not belong`)
  const cost = textField(tx, 'Fee')
  if (cost === undefined || !/^[0-9]{1,17}$/.test(cost))
    refuse('the transaction cost is not a number of drops')
  if (BigInt(cost) > costCeilingDrops) refuse('the transaction cost is above the ceiling')
  const expiration = tx.Expiration === undefined ? undefined : (numberField(tx, 'Expiration') ?? Number.NaN)
  checkEnd(numberField(tx, 'LastLedgerSequence'), expiration)
}

/** Throws PolicyRefusal unless the marketplace's rules allow the order (docs/money.md, 3 and 4). */
export function enforcePolicy(order: TreasuryOrder, account: string): Fields {
  checkCommon(order, account)
  if (order.kind === 'broker') checkBroker(order)
  if (order.kind === 'cancel') checkCancel(order, account)
  if (order.kind === 'burn') checkBurn(order)
  if (order.kind === 'total') checkTotal(order)
  if (order.kind === 'tickets' && (numberField(order.tx, 'TicketCount') ?? 251) > 250)
    refuse('too many tickets')
  if (order.kind === 'mint' || order.kind === 'offer') checkPrimarySale(order, account)
  if (order.kind === 'payout') checkPayout(order)
  if (order.kind === 'epoch' || order.kind === 'anchor') checkMemo(order)
  return order.tx
}
