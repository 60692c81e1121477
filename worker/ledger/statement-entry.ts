import type { Amount } from '#contract/schemas/amounts.ts'
import type { StatementKind } from '#contract/schemas/statements.ts'
import type { HistoryInsert } from './history-events.ts'
import { indexChanges } from './index-changes.ts'
import { entryChanges, textField, type ValidatedTransaction } from './ledger-json.ts'

/** The effect of one transaction on an account. Balances are drops of XRP before and after it. */
export interface StatementEntry {
  txid: string
  ledgerIndex: number
  position: number
  at: Date
  kind: StatementKind
  nftId: string | null
  counterparty: string | null
  amount: Amount | null
  marketplaceFeeDrops: bigint | null
  royaltyDrops: bigint | null
  networkFeeDrops: bigint
  beforeDrops: bigint
  afterDrops: bigint
}

interface Balances {
  before: bigint
  after: bigint
  created: boolean
}

/** Returns the account's XRP before and after a transaction; null if the transaction did not change it. */
export function balancesIn({ meta }: ValidatedTransaction, account: string): Balances | null {
  for (const { kind, node, fields } of entryChanges(meta, 'AccountRoot')) {
    if (textField(fields, 'Account') !== account) continue
    const after = BigInt(textField(fields, 'Balance') ?? '0')
    if (kind === 'created') return { before: 0n, after, created: true }
    const before = BigInt(textField(node.PreviousFields, 'Balance') ?? after)
    return { before, after: kind === 'deleted' ? 0n : after, created: false }
  }
  return null
}

/**
 * Returns the fee that the account paid for a transaction. If the transaction has a delegate, the delegate pays
 * (XLS-75).
 */
function networkFee({ tx }: ValidatedTransaction, account: string): bigint {
  const payer = textField(tx, 'Delegate') ?? tx.Account
  const fee = textField(tx, 'Fee') ?? '0'
  return payer === account && /^\d+$/.test(fee) ? BigInt(fee) : 0n
}

function eventKind(
  event: HistoryInsert,
  { tx }: ValidatedTransaction,
  account: string,
): StatementKind | null {
  const { type, seller, buyer, issuer } = event
  if (type === 'sale') {
    if (buyer === account) return 'bought'
    if (seller === account) return 'sold'
    if (issuer === account) return 'royalty'
    return tx.Account === account ? 'broker_fee' : null
  }
  if (type === 'transfer')
    return buyer === account ? 'gift_received' : seller === account ? 'gift_sent' : null
  if (type === 'mint') return buyer === account || issuer === account ? 'minted' : null
  return type === 'burn' && (seller === account || tx.Account === account) ? 'burned' : null
}

/** Returns the other account that sent or received the work or the money. */
function otherParty({ seller, buyer }: HistoryInsert, kind: StatementKind): string | null {
  return kind === 'bought' || kind === 'gift_received' ? seller : buyer
}

function plainKind({ tx }: ValidatedTransaction, account: string, gain: bigint, fee: bigint): StatementKind {
  if (/^NFToken(Create|Cancel)Offer$/.test(tx.TransactionType) && gain === -fee) return 'offer'
  if (tx.TransactionType === 'Payment')
    return gain > 0n ? 'payment_in' : gain < -fee ? 'payment_out' : 'network_fee'
  return tx.Account === account && gain === -fee ? 'network_fee' : 'other'
}

function findPayee({ tx }: ValidatedTransaction, kind: StatementKind): string | null {
  if (kind === 'payment_in') return tx.Account
  return kind === 'payment_out' ? (textField(tx, 'Destination') ?? null) : null
}

/**
 * Returns the effect of a validated transaction on an account's XRP and works, or null if there was none. The balances
 * are those of the ledger, so entries add up to the drop for every type of transaction.
 */
export function statementEntry(entry: ValidatedTransaction, account: string): StatementEntry | null {
  const { before, after } = balancesIn(entry, account) ?? { before: 0n, after: 0n }
  const place = {
    txid: entry.hash,
    ledgerIndex: entry.ledgerIndex,
    position: entry.meta.TransactionIndex,
    at: entry.closedAt,
    beforeDrops: before,
    afterDrops: after,
    networkFeeDrops: networkFee(entry, account),
  }
  for (const event of indexChanges([entry]).history) {
    const kind = eventKind(event, entry, account)
    if (kind === null) continue
    return {
      ...place,
      kind,
      nftId: event.nftId,
      counterparty: kind === 'minted' || kind === 'burned' ? null : otherParty(event, kind),
      amount: event.type === 'sale' ? event.amount : null,
      marketplaceFeeDrops: event.brokerFeeDrops,
      royaltyDrops: event.royaltyDrops,
    }
  }
  if (before === after) return null
  const kind = plainKind(entry, account, after - before, place.networkFeeDrops)
  const noFacts = { nftId: null, amount: null, marketplaceFeeDrops: null, royaltyDrops: null }
  return { ...place, kind, counterparty: findPayee(entry, kind), ...noFacts }
}
