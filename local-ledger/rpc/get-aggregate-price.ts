import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  multiplyDecimals,
  roundToWorking,
} from '#ledger/amounts/decimal.ts'
import { squareRoot } from '#ledger/amounts/square-root.ts'
import {
  addValues,
  divideAmount,
  formatNumber,
  formatValue,
  subtractValues,
  tokenValue,
} from '#ledger/amounts/token-value.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { oracleKeylet } from '#ledger/entries/keylets.ts'
import { type ChosenLedger, chooseLedger } from './ledger-selection.ts'
import { findPrice, type OraclePrice } from './oracle-history.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { missingField, rpcError } from './rpc-error.ts'

// Answers the method `get_aggregate_price`. Source: XLS-47 "Price Oracles", xrpl.org "get_aggregate_price".

const MAX_ORACLES = 200
const MAX_TRIM_PERCENT = 25

/** Parses an unsigned number, which may be text. */
function parseUnsigned(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null
}

function optionalNumber(params: JsonObject, name: string): number {
  if (params[name] === undefined) return 0
  const number = parseUnsigned(params[name])
  if (number === null) throw rpcError('invalidParams')
  return number
}

function readCurrency(params: JsonObject, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || !/^(?:[0-9A-Fa-f]{40}|[!-~]{3})$/.test(value))
    throw rpcError('invalidParams')
  return value
}

function collect({ chain, params }: RpcContext, oracles: unknown[], pair: { base: string; quote: string }) {
  const prices: OraclePrice[] = []
  let ledger: ChosenLedger | undefined
  for (const oracle of oracles) {
    if (!isObject(oracle) || oracle.oracle_document_id === undefined || oracle.account === undefined) {
      throw rpcError('oracleMalformed')
    }
    const documentId = parseUnsigned(oracle.oracle_document_id)
    const { account } = oracle
    if (typeof account !== 'string' || findAccountId(account) === null || documentId === null) {
      throw rpcError('invalidParams')
    }
    ledger = chooseLedger(chain, params)
    const price = findPrice(chain, ledger.view, oracleKeylet(account, documentId).key, pair)
    if (price !== undefined) prices.push(price)
  }
  return { prices, about: ledger?.about ?? {} }
}

function computeStatistics(values: Decimal[]): { mean: Decimal; json: JsonObject } {
  const size = values.length
  const mean = divideAmount(values.reduce(addValues, decimal(0n)), decimal(BigInt(size)))
  let deviation = decimal(0n)
  if (size > 1) {
    let squares = decimal(0n)
    for (const value of values) {
      const difference = subtractValues(value, mean)
      squares = roundToWorking(addDecimals(squares, roundToWorking(multiplyDecimals(difference, difference))))
    }
    deviation = squareRoot(squares, BigInt(size - 1))
  }
  return { mean, json: { mean: formatValue(mean), size, standard_deviation: formatNumber(deviation) } }
}

function medianOf(sortedPrices: Decimal[]): Decimal {
  const middle = Math.floor(sortedPrices.length / 2)
  const upper = sortedPrices[middle] ?? decimal(0n)
  if (sortedPrices.length % 2 === 1) return upper
  return divideAmount(addValues(sortedPrices[middle - 1] ?? upper, upper), decimal(2n))
}

export const getAggregatePrice: Handler = (context) => {
  const { params } = context
  const { oracles } = params
  if (oracles === undefined) throw missingField('oracles')
  if (!Array.isArray(oracles) || oracles.length === 0 || oracles.length > MAX_ORACLES)
    throw rpcError('oracleMalformed')
  for (const name of ['base_asset', 'quote_asset']) if (params[name] === undefined) throw missingField(name)
  const trim = optionalNumber(params, 'trim')
  if (params.trim !== undefined && (trim === 0 || trim > MAX_TRIM_PERCENT)) throw rpcError('invalidParams')
  const threshold = optionalNumber(params, 'time_threshold')
  const pair = { base: readCurrency(params, 'base_asset'), quote: readCurrency(params, 'quote_asset') }
  const { prices, about } = collect(context, oracles, pair)
  if (prices.length === 0) throw rpcError('objectNotFound', undefined, about)
  const latest = Math.max(...prices.map(({ time }) => time))
  const fresh =
    threshold === 0 || latest <= threshold ? prices : prices.filter(({ time }) => time >= latest - threshold)
  const sortedPrices = fresh.map(({ price }) => tokenValue(price)).sort(compareDecimals)
  const cut = Math.floor((sortedPrices.length * trim) / 100)
  return {
    ...about,
    entire_set: computeStatistics(sortedPrices).json,
    median: formatValue(medianOf(sortedPrices)),
    time: latest,
    ...(trim === 0
      ? {}
      : { trimmed_set: computeStatistics(sortedPrices.slice(cut, sortedPrices.length - cut)).json }),
  }
}
