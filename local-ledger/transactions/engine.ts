import type { AmountJson } from '#ledger/amounts/amount.ts'
import { editAccount, fees, findAccount } from '#ledger/entries/account-roots.ts'
import type { AccountRoot } from '#ledger/entries/entry-types.ts'
import { accountKeylet } from '#ledger/entries/keylets.ts'
import { type Amendment, isEnabled } from '#ledger/entries/amendments.ts'
import { deleteOffer, hasExpired } from '#ledger/entries/nftoken-offers.ts'
import { deleteTicket } from '#ledger/entries/tickets.ts'
import {
  commitPreliminary,
  commitTransaction,
  type Metadata,
  type TransactionOutcome,
} from '#ledger/views/metadata.ts'
import type { Overlay } from '#ledger/views/overlay.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { Sandbox } from '#ledger/views/sandbox.ts'
import {
  checkAuthority,
  checkCommonFields,
  checkFee,
  checkPriorAndLast,
  checkSequence,
} from './common-checks.ts'
import { checkDelegation } from './delegation.ts'
import { findRules } from './registry.ts'
import { isTec, type ResultCode } from './results.ts'
import {
  initiatorOf,
  type Transaction,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// The stages of a transaction: preflight, preclaim, apply. Source: xrpl.org "Transactions", "Transaction Results"; the
// server's Transactor.

export interface EngineOptions {
  networkId: number
  /** True in the first passes of a closing ledger, in which a tec result is not final yet. */
  retry?: boolean
  /** True if the submitter requests that a failed transaction does not claim a fee. */
  failHard?: boolean
  /** True to simulate the transaction without writing anything. */
  dryRun?: boolean
  /**
   * The Batch that contains this transaction. The Batch's signers have authorized the transaction, and it pays no fee.
   */
  parentBatch?: string
  /** A result forced by a test. */
  forced?: ResultCode | undefined
}

export interface Outcome {
  result: ResultCode
  /** True if the transaction entered the ledger (with tesSUCCESS or a claimed fee). */
  isApplied: boolean
  /** Absent in the open ledger. */
  metadata?: Metadata
}

/** Runs the checks that need no ledger, except for its active amendments. */
export function preflight(view: ReadView, transaction: Transaction, networkId: number): ResultCode {
  const { fields } = transaction
  const rules = findRules(fields.TransactionType)
  if (rules === undefined) return 'temUNKNOWN'
  const context = {
    transaction,
    isEnabled: (amendment: Amendment) => isEnabled(view, amendment),
    preflightInner: (inner: Transaction) => preflight(view, inner, networkId),
  }
  if (rules.amendment !== undefined && !context.isEnabled(rules.amendment)) return 'temDISABLED'
  const common = checkCommonFields(fields, rules, networkId, context)
  return common === 'tesSUCCESS' ? rules.preflight(fields, context) : common
}

/** Checks against the ledger that a transaction is likely to claim its cost. */
export function preclaim(
  view: Overlay,
  transaction: Transaction,
  rules: TransactionRules,
  { retry = false, parentBatch }: EngineOptions,
): ResultCode {
  const { fields } = transaction
  const isSigned = parentBatch === undefined
  const checks = [
    () => checkSequence(view, fields),
    () => checkPriorAndLast(view, fields),
    () => checkDelegation(view, fields),
    () => (isSigned ? checkAuthority(view, fields) : 'tesSUCCESS'),
    () => rules.checkSigners?.(fields, view) ?? 'tesSUCCESS',
    () => (isSigned ? checkFee(view, fields, requiredFee(view, transaction)) : 'tesSUCCESS'),
    () => rules.preclaim?.({ fields, view, retry }) ?? 'tesSUCCESS',
  ]
  for (const check of checks) {
    const result = check()
    if (result !== 'tesSUCCESS') return result
  }
  return 'tesSUCCESS'
}

/** Returns the minimum fee in drops: usually the base fee, plus one base fee for each signature of a signer list. */
export function requiredFee(view: ReadView, transaction: Transaction): bigint {
  const { fields } = transaction
  const rules = findRules(fields.TransactionType)
  const account = findAccount(view, fields.Account)
  if (account !== undefined && rules?.isFree?.(fields, account)) return 0n
  const ordinary = fees.baseDrops * BigInt(1 + (fields.Signers?.length ?? 0))
  return rules?.baseFee?.(transaction, ordinary, (inner) => requiredFee(view, inner)) ?? ordinary
}

/** Consumes the sequence number or the ticket. */
function consumeSequence(view: Sandbox, fields: TransactionFields, account: AccountRoot): void {
  const { Account: owner, TicketSequence: ticketSequence } = fields
  if (fields.Sequence !== 0 || ticketSequence === undefined) {
    account.Sequence = fields.Sequence + 1
    return
  }
  deleteTicket(view, owner, ticketSequence)
}

/**
 * Deducts the fee and consumes the sequence number. A fee above the balance takes the whole balance. A delegate, if
 * any, pays the fee.
 */
function payFee(view: Sandbox, fields: TransactionFields): void {
  const account = view.edit(accountKeylet(fields.Account))
  const payer = view.edit(accountKeylet(initiatorOf(fields)))
  if (account === undefined || payer === undefined) return
  consumeSequence(view, fields, account)
  payer.Balance = (BigInt(payer.Balance) - feeTaken(view, fields)).toString()
}

/** Returns the expired token offers that a failing transaction encountered. They are removed nevertheless. */
function expiredOffers(view: Sandbox): string[] {
  const keys: string[] = []
  for (const [key, { action, entry }] of view.changes) {
    const expired = entry.LedgerEntryType === 'NFTokenOffer' && hasExpired(view, entry.Expiration)
    if (action === 'erase' && expired) keys.push(key)
  }
  return keys.sort()
}

function applyRules(
  view: Sandbox,
  transaction: Transaction,
  rules: TransactionRules,
): { result: ResultCode; delivered: AmountJson | undefined } {
  const { fields, hash } = transaction
  const priorBalance = BigInt(findAccount(view, fields.Account)?.Balance ?? '0')
  payFee(view, fields)
  const account = editAccount(view, fields.Account)
  if (account.AccountTxnID !== undefined) account.AccountTxnID = hash
  let deliveredAmount: AmountJson | undefined
  const deliver = (amount: AmountJson) => {
    deliveredAmount = amount
  }
  const result = rules.apply({ fields, view, hash, priorBalance, deliver })
  return { result, delivered: result === 'tesSUCCESS' ? deliveredAmount : undefined }
}

/**
 * Applies a transaction with a verified signature to the ledger being built.
 * @param index its position in that ledger.
 */
export function applyTransaction(
  target: Overlay,
  transaction: Transaction,
  index: number,
  options: EngineOptions,
): Outcome {
  try {
    return applyChecked(target, transaction, index, options)
  } catch (error) {
    // An amount that exceeds the representable range.
    if (error instanceof RangeError) return { result: 'tefEXCEPTION', isApplied: false }
    throw error
  }
}

function applyChecked(
  target: Overlay,
  transaction: Transaction,
  index: number,
  options: EngineOptions,
): Outcome {
  const { fields } = transaction
  const rules = findRules(fields.TransactionType)
  const preflightProblem = preflight(target, transaction, options.networkId)
  if (preflightProblem !== 'tesSUCCESS' || rules === undefined)
    return { result: preflightProblem, isApplied: false }
  const retry = options.retry ?? false
  const preclaimProblem = preclaim(target, transaction, rules, options)
  const feeLikely = preclaimProblem === 'tesSUCCESS' || (isTec(preclaimProblem) && !retry)
  if (!feeLikely) return { result: preclaimProblem, isApplied: false }

  const sandbox = new Sandbox(target)
  let result = preclaimProblem
  let deliveredAmount: AmountJson | undefined
  if (preclaimProblem === 'tesSUCCESS' && options.forced !== undefined) result = options.forced
  else if (preclaimProblem === 'tesSUCCESS')
    ({ result, delivered: deliveredAmount } = applyRules(sandbox, transaction, rules))
  if (isTec(result)) {
    if (options.failHard) return { result, isApplied: false }
    // An expired offer is removed even in passes that retry other failures.
    if (retry && result !== 'tecEXPIRED') return { result, isApplied: false }
    const expiredIds = result === 'tecEXPIRED' ? expiredOffers(sandbox) : []
    sandbox.discard()
    payFee(sandbox, fields)
    for (const key of expiredIds) deleteOffer(sandbox, key)
  } else if (result !== 'tesSUCCESS') return { result, isApplied: false }

  const { parentBatch } = options
  const outcome = { hash: transaction.hash, result, index, delivered: deliveredAmount, parentBatch }
  if (options.dryRun) return { result, isApplied: false, metadata: commitTransaction(sandbox, null, outcome) }
  return commit(target, sandbox, fields, outcome)
}

/** Writes the changes of a transaction with tesSUCCESS or a claimed fee. */
function commit(
  target: Overlay,
  sandbox: Sandbox,
  fields: TransactionFields,
  outcome: TransactionOutcome,
): Outcome {
  const { result } = outcome
  if (target.open) {
    commitPreliminary(sandbox, target)
    return { result, isApplied: true }
  }
  target.burntDrops += feeTaken(target, fields)
  return { result, isApplied: true, metadata: commitTransaction(sandbox, target, outcome) }
}

function feeTaken(view: ReadView, fields: TransactionFields): bigint {
  const balance = BigInt(findAccount(view, initiatorOf(fields))?.Balance ?? '0')
  const fee = BigInt(fields.Fee)
  return fee > balance ? balance : fee
}
