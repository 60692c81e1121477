import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { BASE_LEVEL } from '#ledger/chain/fee-metrics.ts'
import { requiredFee } from '#ledger/transactions/engine.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import { rpcError } from './rpc-error.ts'

/** Maximum cost that the server fills in, as a multiple of the base cost. */
const MOST_TIMES = 10n

/** Returns the cost at which a transaction enters the open ledger, in drops. */
export const openLedgerCost = (chain: LedgerChain, transaction: Transaction): bigint =>
  (chain.openLedger.requiredLevel * requiredFee(chain.openLedger.view, transaction)) / BASE_LEVEL

/**
 * Returns the cost that the server fills in for a transaction without a Fee. Source: xrpl.org "Transaction Cost",
 * "Automatically Specifying the Transaction Cost". @throws RpcError highFee under a high load.
 */
export function filledInFee(chain: LedgerChain, transaction: Transaction): string {
  const base = requiredFee(chain.openLedger.view, transaction)
  const open = ((chain.openLedger.requiredLevel - 1n) * base) / BASE_LEVEL + 1n
  const fee = base > open ? base : open
  const limit = base * MOST_TIMES
  if (fee > limit) throw rpcError('highFee', `Fee of ${fee} exceeds the requested tx limit of ${limit}`)
  return fee.toString()
}
