import { InvalidTransaction, parseTransaction, validityProblem } from '#ledger/chain/parse-transaction.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { engineResult, unsupportedResult, unsupportedType } from './engine-result.ts'
import { openLedgerCost } from './network-fee.ts'
import { encodeCtid } from './present-transaction.ts'
import type { Handler } from './rpc-context.ts'
import { RpcError, rpcError } from './rpc-error.ts'
import { signAndSubmit } from './sign-and-submit.ts'

// Answers the method `submit` with a signed blob. Source: xrpl.org "submit".

const invalidTransaction = (reason: string) =>
  new RpcError({ error: 'invalidTransaction', error_exception: reason })

/** Adds the position of a transaction that is already validated. */
function knownPlace(chain: LedgerChain, { hash }: Transaction): JsonObject {
  const record = chain.history.find(hash)
  if (record === undefined) return {}
  const id = encodeCtid(record.seq, record.index, chain.networkId)
  return { inLedger: record.seq, ledger_index: record.seq, ...(id === undefined ? {} : { ctid: id }) }
}

export function readBlob(blob: string): Transaction {
  try {
    return parseTransaction(blob)
  } catch (error) {
    if (error instanceof InvalidTransaction) throw invalidTransaction(error.message)
    throw error
  }
}

export const submit: Handler = (context) => {
  const { chain, params } = context
  if (params.tx_blob === undefined) return signAndSubmit(context)
  const input = typeof params.tx_blob === 'number' ? String(params.tx_blob) : params.tx_blob
  if (typeof input !== 'string' || !/^[0-9A-Fa-f]+$/.test(input)) throw rpcError('invalidParams')
  // The server parses an odd number of digits with a leading zero.
  const blob = input.length % 2 === 1 ? `0${input}` : input
  const transaction = readBlob(blob)
  const problem = validityProblem(transaction, chain.openLedger.view)
  if (problem !== null) throw invalidTransaction(`fails local checks: ${problem}`)
  const { blob: tx_blob, hash, fields } = transaction
  const type = unsupportedType(transaction)
  const rejection =
    type !== undefined
      ? unsupportedResult(type)
      : chain.openLedger.malformed.has(hash)
        ? engineResult('temBAD_SIGNATURE')
        : null
  if (rejection !== null) {
    const notAccepted = { accepted: false, applied: false, broadcast: false, kept: false, queued: false }
    const tx_json = { ...JSON.parse(JSON.stringify(fields)), hash }
    return { ...rejection, ...notAccepted, tx_blob, tx_json }
  }
  const failHard = params.fail_hard === true
  const place = knownPlace(chain, transaction)
  const { outcome, nextSequence, isKept } = chain.openLedger.submit(transaction, failHard)
  const { queue, view } = chain.openLedger
  const account = findAccount(view, fields.Account)
  const isQueued = outcome.result === 'terQUEUED'
  const waits = queue.countOf(fields.Account) > 0
  return {
    ...engineResult(outcome.result),
    accepted: isKept || outcome.isApplied,
    account_sequence_available: waits && account !== undefined ? queue.nextSequence(account) : nextSequence,
    account_sequence_next: nextSequence,
    applied: outcome.isApplied,
    broadcast: outcome.isApplied || isQueued,
    kept: isKept,
    open_ledger_cost: openLedgerCost(chain, transaction).toString(),
    queued: isQueued,
    tx_blob: transaction.blob,
    tx_json: { ...JSON.parse(JSON.stringify(transaction.fields)), hash: transaction.hash, ...place },
    validated_ledger_index: chain.closedHeader.seq,
  }
}
