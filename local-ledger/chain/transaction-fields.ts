import { amountFromJson, amountToJson, isMptAmount } from '#ledger/amounts/amount.ts'
import { ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { isObject } from '#ledger/codec/json.ts'
import { findRules } from '#ledger/transactions/registry.ts'
import { checkTemplate } from '#ledger/transactions/templates.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'

const AMOUNT_FIELDS = ['Amount', 'SendMax', 'DeliverMin', 'LimitAmount', 'NFTokenBrokerFee'] as const

export function isTransactionFields(value: unknown): value is TransactionFields {
  return isObject(value) && typeof value.TransactionType === 'string' && typeof value.Account === 'string'
}

/** Checks that the currency of an issued amount is not XRP and has an issuer. */
export function currencyProblem(fields: object): string | null {
  for (const value of Object.values(fields)) {
    if (!isObject(value) || value.mpt_issuance_id !== undefined) continue
    if (value.currency === 'XRP') return 'invalid native currency'
    if (value.issuer === ACCOUNT_ZERO) return 'invalid native account'
  }
  return null
}

/**
 * Rejects multi-purpose tokens, which this ledger does not support. Checks accept them in general and are refused by
 * their own rules.
 */
export function tokenProblem(fields: TransactionFields): string | null {
  if (fields.TransactionType.startsWith('Check')) return null
  return Object.values(fields).some(isMptAmount) ? 'Amount can not be MPT.' : null
}

/**
 * Returns why these fields do not fit their transaction type, or null. Types without rules are not checked, because the
 * reply says that the type is not supported.
 */
export function fieldsProblem(fields: TransactionFields): string | null {
  if (findRules(fields.TransactionType) === undefined) return null
  return checkTemplate(fields) ?? tokenProblem(fields) ?? currencyProblem(fields)
}

/**
 * Converts numbers to the server's format: amounts as the server writes them, 64-bit numbers as hex without leading
 * zeros.
 */
export function asServerWrites(fields: TransactionFields): TransactionFields {
  if (findRules(fields.TransactionType) === undefined) return fields
  const result = { ...fields }
  for (const name of AMOUNT_FIELDS) {
    const amount = result[name]
    if (isObject(amount) && !isMptAmount(amount))
      Object.assign(result, { [name]: amountToJson(amountFromJson(amount)) })
  }
  if (fields.RawTransactions !== undefined)
    result.RawTransactions = fields.RawTransactions.map(innerAsWritten)
  if (fields.PriceDataSeries === undefined) return result
  const plain = (price: string) => BigInt(`0x${price}`).toString(16)
  const series = fields.PriceDataSeries.map(({ PriceData: pair }) => ({
    PriceData: pair.AssetPrice === undefined ? pair : { ...pair, AssetPrice: plain(pair.AssetPrice) },
  }))
  return { ...result, PriceDataSeries: series }
}

/** Applies the same conversion to an inner transaction of a Batch, in whichever field contains it. */
const innerAsWritten = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([wrapper, inner]) => [
      wrapper,
      isTransactionFields(inner) && fieldsProblem(inner) === null ? asServerWrites(inner) : inner,
    ]),
  )
