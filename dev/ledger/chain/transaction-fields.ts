import { amountFromJson, amountToJson } from '#dev/ledger/amounts/amount.ts'
import { ACCOUNT_ZERO } from '#dev/ledger/codec/address.ts'
import { isObject } from '#dev/ledger/codec/json.ts'
import type { TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'

const AMOUNT_FIELDS = ['Amount', 'SendMax', 'DeliverMin', 'LimitAmount', 'NFTokenBrokerFee'] as const

export function isTransactionFields(value: unknown): value is TransactionFields {
  return isObject(value) && typeof value.TransactionType === 'string' && typeof value.Account === 'string'
}

/** The currency of an issued amount must not be XRP and needs an issuer; multi-purpose tokens are not supported. */
export function amountProblem(fields: TransactionFields): string | null {
  for (const value of Object.values(fields)) {
    if (!isObject(value)) continue
    if (value.mpt_issuance_id !== undefined) return 'Amount can not be MPT.'
    if (value.currency === 'XRP') return 'invalid native currency'
    if (value.issuer === ACCOUNT_ZERO) return 'invalid native account'
  }
  return null
}

/** Numbers in the server's format: amounts as it formats them, 64-bit numbers as hex without leading zeros. */
export function asServerWrites(fields: TransactionFields): TransactionFields {
  const written = { ...fields }
  for (const name of AMOUNT_FIELDS) {
    const amount = written[name]
    if (isObject(amount)) Object.assign(written, { [name]: amountToJson(amountFromJson(amount)) })
  }
  if (fields.RawTransactions !== undefined)
    written.RawTransactions = fields.RawTransactions.map(innerAsWritten)
  if (fields.PriceDataSeries === undefined) return written
  const plain = (price: string) => BigInt(`0x${price}`).toString(16)
  const series = fields.PriceDataSeries.map(({ PriceData: pair }) => ({
    PriceData: pair.AssetPrice === undefined ? pair : { ...pair, AssetPrice: plain(pair.AssetPrice) },
  }))
  return { ...written, PriceDataSeries: series }
}

/** The same for a transaction inside a Batch, whatever the field that holds it. */
const innerAsWritten = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([wrapper, inner]) => [
      wrapper,
      isTransactionFields(inner) && amountProblem(inner) === null ? asServerWrites(inner) : inner,
    ]),
  )
