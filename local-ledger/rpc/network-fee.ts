import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { BASE_LEVEL } from '#ledger/chain/fee-metrics.ts'
import { requiredFee } from '#ledger/transactions/engine.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { rpcError } from './rpc-error.ts'

/** The server fills in no cost above this many times the base. */
const MOST_TIMES = 10n

/** Returns the cost of a place in the open ledger for a transaction, in drops. */
export const openLedgerCost = (chain: LedgerChain, transaction: Transaction): bigint =>
  (chain.openLedger.requiredLevel * requiredFee(chain.openLedger.view, transaction)) / BASE_LEVEL

/**
 * The cost that the server fills in for a transaction without one. Source: xrpl.org "Transaction Cost", "Automatically Specifying the
 * Transaction Cost". @throws RpcError highFee under a high load.
 */
export function filledInFee(chain: LedgerChain, transaction: Transaction): string {
  const base = requiredFee(chain.openLedger.view, transaction)
  const open = ((chain.openLedger.requiredLevel - 1n) * base) / BASE_LEVEL + 1n
  const fee = base > open ? base : open
  const limit = base * MOST_TIMES
  if (fee > limit) throw rpcError('highFee', `Fee of ${fee} exceeds the requested tx limit of ${limit}`)
  return fee.toString()
}
