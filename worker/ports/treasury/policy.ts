import { brokerFee, minimumOfferDrops } from '#worker/contract/fees.ts'
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

/**
 * Exactly the published fee: 1 % on top of a listing's price, or 1 % out of a bid. What else is left of a bid goes to the
 * seller, by the ledger; nothing of a spread is kept.
 */
function checkBroker(order: Extract<TreasuryOrder, { kind: 'broker' }>) {
  const { sellDrops, buyDrops, feeOf } = order
  const fee = BigInt(textField(order.tx, 'NFTokenBrokerFee') ?? '0')
  if (buyDrops - fee < minimumOfferDrops) refuse('the price is below the minimum')
  if (fee !== brokerFee(feeOf === 'listing' ? sellDrops : buyDrops))
    refuse('the fee is not the published one')
  if (feeOf === 'listing' ? fee !== buyDrops - sellDrops : sellDrops > buyDrops - fee) {
    refuse('bid, price and fee do not add up')
  }
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
