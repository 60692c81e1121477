import { isPseudoType, isTypeName } from '#ledger/codec/field-walk.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { isForbiddenInside } from '#ledger/transactions/batch.ts'
import { findRules } from '#ledger/transactions/registry.ts'
import { type ResultCode, resultMessage, resultNumber } from '#ledger/transactions/results.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'

// Returns the engine result as it appears in replies. Source: xrpl.org "Transaction Results".

export const engineResult = (code: ResultCode): JsonObject => ({
  engine_result: code,
  engine_result_code: resultNumber(code),
  engine_result_message: resultMessage(code),
})

/**
 * True if a type exists on the network but has no rules here. The fields of such a transaction are not checked, so that
 * the client receives this reason instead of a detail of the blob. Pseudo-transactions have their own check.
 */
export const isUnsupported = (type: unknown): type is string =>
  typeof type === 'string' && isTypeName(type) && !isPseudoType(type) && findRules(type) === undefined

/**
 * Returns the first unsupported type among a transaction and its inner transactions; undefined if all are supported.
 */
export function unsupportedType({ fields, batch }: Transaction): string | undefined {
  const inside = (batch?.inner ?? []).map(({ transaction }) => transaction.fields.TransactionType)
  return [fields.TransactionType, ...inside.filter((type) => !isForbiddenInside(type))].find(isUnsupported)
}

/** Returns the engine result for an unsupported type: `temUNKNOWN`, with a message that names the type. */
export const unsupportedResult = (type: string): JsonObject => ({
  ...engineResult('temUNKNOWN'),
  engine_result_message: `${type} is not supported by the local ledger.`,
})
