import { findAccount, fees } from '#ledger/entries/account-roots.ts'
import { accountKeylet } from '#ledger/entries/keylets.ts'
import type { AccountRoot } from '#ledger/entries/entry-types.ts'
import { preflight, preclaim, type Outcome } from '#ledger/transactions/engine.ts'
import { isTec, type ResultCode } from '#ledger/transactions/results.ts'
import type { Transaction, TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { Overlay } from '#ledger/views/overlay.ts'
import { findRules } from '#ledger/transactions/registry.ts'
import { feeLevelPaid } from './fee-metrics.ts'

// Queues transactions that pay too little for the open ledger. Source: xrpl.org "Transaction Queue", the server's
// FeeEscalation and TxQ.

const RETRIES = 10
const MOST_OF_ACCOUNT = 10
/** Minimum number of ledgers for which a transaction must remain valid to be queued. */
const LEAST_LEDGERS = 2
const REPLACEMENT_PERCENT = 125n
const LEAST_SIZE = 2000
const LEDGERS_IN_QUEUE = 20

interface Waiting {
  transaction: Transaction
  level: bigint
  retries: number
}

const isTicket = ({ Sequence: sequence }: TransactionFields) => sequence === 0
/** Returns the sort key of a transaction within its account: those with a Sequence come before those with a ticket. */
const placeOf = (fields: TransactionFields): number =>
  isTicket(fields) ? 2 ** 32 + (fields.TicketSequence ?? 0) : fields.Sequence

/**
 * Account settings that affect the validity of the account's later transactions: authorization, master key,
 * AccountTxnID.
 */
const BLOCKING_FLAGS = new Set<number | undefined>([2, 4, 5])
function isBlocker({ TransactionType: type, SetFlag: set, ClearFlag: clear }: TransactionFields): boolean {
  if (type === 'AccountSet') return BLOCKING_FLAGS.has(set) || BLOCKING_FLAGS.has(clear)
  return ['SetRegularKey', 'SignerListSet', 'AccountDelete'].includes(type)
}

/** Returns the account's next Sequence after a transaction. */
const sequenceAfter = ({ Sequence: sequence, TicketCount: tickets = 0 }: TransactionFields) =>
  sequence + 1 + tickets

/** Returns the most XRP that a payment spends in addition to its cost. */
function spendOf({
  TransactionType: type,
  Amount: amount,
  SendMax: maxAmount = amount,
}: TransactionFields): bigint {
  return type === 'Payment' && typeof maxAmount === 'string' ? BigInt(maxAmount) : 0n
}

export class TransactionQueue {
  #waiting: Waiting[] = []
  #parentHash = 0n
  readonly #networkId: number
  /** Maximum queue size; undefined until a ledger has closed. */
  maxSize: number | undefined

  constructor(networkId: number) {
    this.#networkId = networkId
  }

  get size(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.maxSize !== undefined && this.size >= this.maxSize
  }

  /** The lowest level that a queued transaction pays. */
  get leastLevel(): bigint | undefined {
    return this.#byLevel().at(-1)?.level
  }

  countOf(account: string): number {
    return this.#ofAccount(account).length
  }

  /** Returns the first Sequence of an account that no queued transaction uses. */
  nextSequence(account: AccountRoot): number {
    let next = account.Sequence
    for (const { transaction } of this.#ofAccount(account.Account))
      if (transaction.fields.Sequence === next) next = sequenceAfter(transaction.fields)
    return next
  }

  /** Queues a transaction (terQUEUED), or returns why it cannot be queued. */
  add(transaction: Transaction, view: Overlay, failHard: boolean): ResultCode {
    const { fields } = transaction
    const malformedResult = preflight(view, transaction, this.#networkId)
    if (malformedResult !== 'tesSUCCESS') return malformedResult
    const account = findAccount(view, fields.Account)
    if (account === undefined) return 'terNO_ACCOUNT'
    const level = feeLevelPaid(view, transaction)
    const ofAccount = this.#ofAccount(fields.Account).filter(
      ({ transaction: { fields: otherFields } }) =>
        isTicket(otherFields) || otherFields.Sequence >= account.Sequence,
    )
    const sameSequence = ofAccount.find((entry) => placeOf(entry.transaction.fields) === placeOf(fields))
    const problem =
      this.#findBlock(transaction, ofAccount, sameSequence) ??
      (sameSequence !== undefined && level <= (sameSequence.level * REPLACEMENT_PERCENT) / 100n
        ? 'telCAN_NOT_QUEUE_FEE'
        : null) ??
      this.#checkSequence(fields, account, ofAccount, sameSequence) ??
      // The server's order of these checks depends on what is already queued.
      (ofAccount.every((item) => item === sameSequence)
        ? (this.#cannotPay(transaction, view, account, []) ??
          this.#cannotBeHeld(transaction, view, account, {
            queuedOfAccount: ofAccount,
            sameSequence,
            failHard,
          }))
        : (this.#cannotBeHeld(transaction, view, account, {
            queuedOfAccount: ofAccount,
            sameSequence,
            failHard,
          }) ??
          this.#cannotPay(
            transaction,
            view,
            account,
            ofAccount.filter((item) => item !== sameSequence),
          )))
    if (problem !== null) return problem
    if (sameSequence === undefined && this.isFull && !this.#makeRoom(fields.Account, level))
      return 'telCAN_NOT_QUEUE_FULL'
    this.#waiting = this.#waiting.filter((entry) => entry !== sameSequence)
    this.#waiting.push({ transaction, level, retries: RETRIES })
    return 'terQUEUED'
  }

  /** Removes the queued transaction that a transaction in the ledger replaces. */
  remove(fields: TransactionFields): void {
    this.#waiting = this.#waiting.filter(
      ({ transaction: { fields: otherFields } }) =>
        otherFields.Account !== fields.Account || placeOf(otherFields) !== placeOf(fields),
    )
  }

  /** Removes expired transactions and adapts the queue size to the ledger size. Called after a ledger has closed. */
  sweep(closedSeq: number, expectedSize: number): void {
    this.maxSize = Math.max(expectedSize * LEDGERS_IN_QUEUE, LEAST_SIZE)
    this.#waiting = this.#waiting.filter(
      ({ transaction: { fields } }) => (fields.LastLedgerSequence ?? Number.MAX_SAFE_INTEGER) > closedSeq,
    )
  }

  /**
   * Moves transactions to a new open ledger, highest level first, until the required level exceeds that of the next
   * one.
   */
  accept(parentHash: string, requiredFee: () => bigint, apply: (transaction: Transaction) => Outcome): void {
    const triedEntries = new Set<Waiting>()
    for (;;) {
      const next = this.#byLevel().find((item) => !triedEntries.has(item) && this.#isFirst(item))
      if (next === undefined || next.level < requiredFee()) break
      triedEntries.add(next)
      const { isApplied, result } = apply(next.transaction)
      const isOver = result.startsWith('tef') || result.startsWith('tem') || next.retries <= 0
      if (isApplied || isOver) this.#waiting = this.#waiting.filter((item) => item !== next)
      else next.retries -= 1
    }
    this.#parentHash = BigInt(`0x${parentHash}`)
  }

  #ofAccount(account: string): Waiting[] {
    return this.#waiting
      .filter(({ transaction }) => transaction.fields.Account === account)
      .sort((a, b) => placeOf(a.transaction.fields) - placeOf(b.transaction.fields))
  }

  /** Sorts by level, highest first. Nobody can influence the order of equal levels. */
  #byLevel(): Waiting[] {
    const draw = ({ transaction: { hash } }: Waiting) => BigInt(`0x${hash}`) ^ this.#parentHash
    return this.#waiting.toSorted((a, b) => {
      if (a.level !== b.level) return a.level > b.level ? -1 : 1
      return draw(a) < draw(b) ? -1 : 1
    })
  }

  #isFirst(item: Waiting): boolean {
    const { fields } = item.transaction
    return isTicket(fields) || this.#ofAccount(fields.Account)[0] === item
  }

  /** A transaction that can invalidate the account's later transactions must be alone in the queue. */
  #findBlock(
    { fields }: Transaction,
    ofAccount: Waiting[],
    sameSequence: Waiting | undefined,
  ): ResultCode | null {
    const [first] = ofAccount
    if (first === undefined) return null
    const replacesOnly = ofAccount.length === 1 && sameSequence !== undefined
    if (isBlocker(fields) && !replacesOnly) return 'telCAN_NOT_QUEUE_BLOCKS'
    return isBlocker(first.transaction.fields) && first !== sameSequence ? 'telCAN_NOT_QUEUE_BLOCKED' : null
  }

  #checkSequence(
    fields: TransactionFields,
    account: AccountRoot,
    ofAccount: Waiting[],
    sameSequence: Waiting | undefined,
  ): ResultCode | null {
    if (isTicket(fields) || sameSequence !== undefined) return null
    if (fields.Sequence < account.Sequence) return 'tefPAST_SEQ'
    const isFirst = ofAccount.every(({ transaction }) => placeOf(transaction.fields) > fields.Sequence)
    if (isFirst) return fields.Sequence > account.Sequence ? 'terPRE_SEQ' : null
    return this.nextSequence(account) === fields.Sequence ? null : 'telCAN_NOT_QUEUE'
  }

  #cannotBeHeld(
    { fields }: Transaction,
    view: Overlay,
    account: AccountRoot,
    {
      queuedOfAccount,
      sameSequence,
      failHard,
    }: { queuedOfAccount: Waiting[]; sameSequence: Waiting | undefined; failHard: boolean },
  ): ResultCode | null {
    const { LastLedgerSequence: last = Number.MAX_SAFE_INTEGER } = fields
    // Batches and transactions of delegates are not queued. Source: XLS-56; xrpld 3.3.0.
    const isSpecial =
      failHard ||
      fields.AccountTxnID !== undefined ||
      fields.Delegate !== undefined ||
      fields.TransactionType === 'Batch'
    if (isSpecial || last < view.seq + LEAST_LEDGERS) return 'telCAN_NOT_QUEUE'
    if (sameSequence !== undefined || queuedOfAccount.length < MOST_OF_ACCOUNT) return null
    const fillsGap =
      !isTicket(fields) &&
      this.nextSequence(account) === fields.Sequence &&
      queuedOfAccount.some(
        ({ transaction: { fields: otherFields } }) =>
          !isTicket(otherFields) && otherFields.Sequence > fields.Sequence,
      )
    return fillsGap ? null : 'telCAN_NOT_QUEUE_FULL'
  }

  /**
   * Returns why the transaction could not pay its cost after the transactions queued before it have spent as much as they
   * can; null if it could.
   */
  #cannotPay(
    transaction: Transaction,
    view: Overlay,
    account: AccountRoot,
    queuedBefore: Waiting[],
  ): ResultCode | null {
    const { fields } = transaction
    const before = queuedBefore.map((item) => item.transaction.fields)
    const costs = before.reduce((sum, { Fee: cost }) => sum + BigInt(cost), 0n)
    const balance = BigInt(account.Balance)
    const reserve = fees.reserveBaseDrops
    const trial = new Overlay(view, view)
    if (before.length > 0) {
      if (costs >= balance || costs >= reserve) return 'telCAN_NOT_QUEUE_BALANCE'
      const spend = before.reduce((sum, otherFields) => sum + spendOf(otherFields), 0n)
      const free = balance > reserve ? balance - reserve : 0n
      trial.set(accountKeylet(fields.Account).key, {
        ...account,
        Sequence: isTicket(fields) ? this.nextSequence(account) : fields.Sequence,
        Balance: (balance - costs - (spend < free ? spend : free)).toString(),
      })
    }
    const rules = findRules(fields.TransactionType)
    if (rules === undefined) return 'temUNKNOWN'
    const result = preclaim(trial, transaction, rules, { networkId: this.#networkId })
    return result === 'tesSUCCESS' || isTec(result) ? null : result
  }

  /**
   * If the queue is full, drops the last transaction of the account that pays least, provided that the new transaction pays
   * more.
   */
  #makeRoom(account: string, level: bigint): boolean {
    const cheapest = this.#byLevel()
      .toReversed()
      .find(({ transaction }) => transaction.fields.Account !== account)
    if (cheapest === undefined) return false
    const ofAccount = this.#ofAccount(cheapest.transaction.fields.Account)
    const average = ofAccount.reduce((sum, item) => sum + item.level, 0n) / BigInt(ofAccount.length)
    const worth = cheapest.level > level || ofAccount.length === 1 ? cheapest.level : average
    if (level <= worth) return false
    const last = ofAccount.at(-1)
    this.#waiting = this.#waiting.filter((item) => item !== last)
    return true
  }
}
