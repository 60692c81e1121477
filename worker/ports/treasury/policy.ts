import * as v from 'valibot'
import { Amount, isDrops } from '#worker/contract/amounts.ts'
import { minimumOfferDrops } from '#worker/contract/fees.ts'
import {
  brokerFeeOf,
  compareAmounts,
  isPositive,
  priceWithFee,
  sameCurrency,
  subtractAmounts,
} from '#worker/contract/money.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { costCeilingDrops } from '#worker/ledger/costs.ts'
import { type Fields, numberField, textField } from '#worker/ledger/ledger-json.ts'
import type { TreasuryOrder } from './port.ts'

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
} as const
const typeOf = {
  broker: 'NFTokenAcceptOffer',
  cancel: 'NFTokenCancelOffer',
  tickets: 'TicketCreate',
} as const

function refuse(reason: string): never {
  throw new Refusal('internal', `The marketplace key refuses to sign: ${reason}.`)
}

const FeeField = v.fallback(v.nullable(Amount), null)

/**
 * Exactly the published fee: 1 % on top of a listing's price, or 1 % out of a bid. What else is left of a bid goes to the
 * seller, by the ledger; nothing of a spread is kept.
 */
function checkBroker({ sell, buy, feeOf, tx }: Extract<TreasuryOrder, { kind: 'broker' }>) {
  const fee = v.parse(FeeField, tx.NFTokenBrokerFee)
  if (fee === null || !sameCurrency(fee, buy) || !sameCurrency(sell, buy))
    return refuse('the currencies differ')
  const price = subtractAmounts(buy, fee)
  if (!isPositive(price) || (isDrops(price) && BigInt(price) < minimumOfferDrops))
    refuse('the price is below the minimum')
  if (compareAmounts(fee, brokerFeeOf(feeOf === 'listing' ? sell : buy)) !== 0)
    refuse('the fee is not the published one')
  if (feeOf === 'listing' ? compareAmounts(buy, priceWithFee(sell)) !== 0 : compareAmounts(sell, price) > 0)
    refuse('bid, price and fee do not add up')
}

function checkCommon(order: TreasuryOrder, account: string) {
  const { tx, kind } = order
  if (tx.TransactionType !== typeOf[kind] || tx.Account !== account) refuse('wrong type or account')
  const allowed = new Set<string>([...common, ...fieldsOf[kind]])
  const stray = Object.keys(tx).find((name) => !allowed.has(name))
  if (stray !== undefined) refuse(`the field ${stray} does not belong`)
  const cost = textField(tx, 'Fee')
  if (cost === undefined || BigInt(cost) > costCeilingDrops)
    refuse('the transaction cost is above the ceiling')
  if (numberField(tx, 'LastLedgerSequence') === undefined) refuse('it would never expire')
}

/** Throws unless the order is one that the marketplace's rules allow (flows.md 3 and 4). */
export function enforcePolicy(order: TreasuryOrder, account: string): Fields {
  checkCommon(order, account)
  if (order.kind === 'broker') checkBroker(order)
  if (
    order.kind === 'cancel' &&
    (!Array.isArray(order.tx.NFTokenOffers) || order.tx.NFTokenOffers.length === 0)
  ) {
    refuse('nothing to cancel')
  }
  if (order.kind === 'tickets' && (numberField(order.tx, 'TicketCount') ?? 251) > 250)
    refuse('too many tickets')
  return order.tx
}
