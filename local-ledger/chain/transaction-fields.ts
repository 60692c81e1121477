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

/** The currency of an issued amount must not be XRP and needs an issuer. */
export function currencyProblem(fields: object): string | null {
  for (const value of Object.values(fields)) {
    if (!isObject(value) || value.mpt_issuance_id !== undefined) continue
    if (value.currency === 'XRP') return 'invalid native currency'
    if (value.issuer === ACCOUNT_ZERO) return 'invalid native account'
  }
  return null
}

/** Multi-purpose tokens are not supported. The types of checks accept them in general; their own rules refuse them. */
export function tokenProblem(fields: TransactionFields): string | null {
  if (fields.TransactionType.startsWith('Check')) return null
  return Object.values(fields).some(isMptAmount) ? 'Amount can not be MPT.' : null
}

/**
 * Returns the reason why these are not the fields of their transaction type, or null. Fields of a type without rules
 * are not checked: the reply says that the type is not supported.
 */
export function fieldsProblem(fields: TransactionFields): string | null {
  if (findRules(fields.TransactionType) === undefined) return null
  return checkTemplate(fields) ?? tokenProblem(fields) ?? currencyProblem(fields)
}

/** Numbers in the server's format: amounts as it formats them, 64-bit numbers as hex without leading zeros. */
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

/** The same check for a transaction inside a Batch, in any field that holds it. */
const innerAsWritten = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([wrapper, inner]) => [
      wrapper,
      isTransactionFields(inner) && fieldsProblem(inner) === null ? asServerWrites(inner) : inner,
    ]),
  )
