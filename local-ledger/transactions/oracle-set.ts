import { currencyHex } from '#ledger/amounts/amount.ts'
import { adjustOwnerCount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { addToDirectory } from '#ledger/entries/directories.ts'
import { type Oracle, type PriceDataItem, unthreadedFields } from '#ledger/entries/entry-types.ts'
import { oracleKeylet, ownerDirectory } from '#ledger/entries/keylets.ts'
import { read } from '#ledger/views/read-view.ts'
import type { ResultCode } from './results.ts'
import type { PreclaimContext, TransactionFields, TransactionRules } from './transaction-types.ts'

// Rules of OracleSet. Source: XLS-47 "Price Oracles", xrpl.org "OracleSet"; fixPriceOracleOrder,
// fixIncludeKeyletFields.

const MAX_PAIRS = 10
const MAX_SCALE = 20
const MAX_BYTES = { Provider: 256, URI: 256, AssetClass: 16 } as const
/** LastUpdateTime is Unix time. It may differ from the last ledger's close time by at most this many seconds. */
const MAX_TIME_DISTANCE = 300
const RIPPLE_EPOCH = 946_684_800

/** Returns the number of owned objects that an oracle counts as: one for up to five pairs, two for more. */
export const oracleReserve = (pairs: number): number => (pairs > 5 ? 2 : 1)

const pairKey = ({ PriceData: pair }: PriceDataItem) =>
  currencyHex(pair.BaseAsset) + currencyHex(pair.QuoteAsset)
const seriesOf = (fields: TransactionFields) => fields.PriceDataSeries ?? []
const keyletOf = (fields: TransactionFields) => oracleKeylet(fields.Account, fields.OracleDocumentID ?? 0)

function checkTime({ fields, view }: PreclaimContext): ResultCode {
  const time = (fields.LastUpdateTime ?? 0) - RIPPLE_EPOCH
  const bad = time < 0 || Math.abs(time - view.parentCloseTime) > MAX_TIME_DISTANCE
  return bad ? 'tecINVALID_UPDATE_TIME' : 'tesSUCCESS'
}

/** Splits the pairs: those with a price are set, those without one are deleted. Each pair may occur only once. */
function splitPairs(fields: TransactionFields, oracle: Oracle | undefined) {
  const set = new Set<string>()
  const removedPairs = new Set<string>()
  for (const item of seriesOf(fields)) {
    const { BaseAsset, QuoteAsset, AssetPrice, Scale = 0 } = item.PriceData
    const key = pairKey(item)
    if (BaseAsset === QuoteAsset || set.has(key) || removedPairs.has(key) || Scale > MAX_SCALE) return null
    if (AssetPrice !== undefined) set.add(key)
    else if (oracle === undefined) return null
    else removedPairs.add(key)
  }
  return { set, removed: removedPairs }
}

/**
 * Returns the series after the transaction, sorted by pair. Prices that were not updated are dropped, but their pairs
 * remain.
 */
function mergedSeries(fields: TransactionFields, oracle: Oracle | undefined): PriceDataItem[] {
  const pairs = new Map<string, PriceDataItem>()
  for (const item of oracle?.PriceDataSeries ?? []) {
    const { BaseAsset, QuoteAsset } = item.PriceData
    pairs.set(pairKey(item), { PriceData: { BaseAsset, QuoteAsset } })
  }
  for (const item of seriesOf(fields)) {
    const { BaseAsset, QuoteAsset, AssetPrice, Scale = 0 } = item.PriceData
    if (AssetPrice === undefined) pairs.delete(pairKey(item))
    else {
      const scale = Scale === 0 ? {} : { Scale }
      pairs.set(pairKey(item), { PriceData: { BaseAsset, QuoteAsset, AssetPrice, ...scale } })
    }
  }
  return [...pairs.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

export const oracleSet: TransactionRules = {
  flags: 0,

  preflight(fields) {
    const series = seriesOf(fields)
    if (series.length === 0) return 'temARRAY_EMPTY'
    if (series.length > MAX_PAIRS) return 'temARRAY_TOO_LARGE'
    const bad = (name: keyof typeof MAX_BYTES) => {
      const value = fields[name]
      return value !== undefined && (value === '' || value.length / 2 > MAX_BYTES[name])
    }
    return bad('Provider') || bad('URI') || bad('AssetClass') ? 'temMALFORMED' : 'tesSUCCESS'
  },

  preclaim(context) {
    const { fields, view } = context
    const account = findAccount(view, fields.Account)
    if (account === undefined) return 'terNO_ACCOUNT'
    const time = checkTime(context)
    if (time !== 'tesSUCCESS') return time
    const oracle = read(view, keyletOf(fields))
    const pairs = splitPairs(fields, oracle)
    if (pairs === null) return 'temMALFORMED'
    let addedCount = 0
    if (oracle === undefined) {
      if (fields.Provider === undefined || fields.AssetClass === undefined) return 'temMALFORMED'
      addedCount = oracleReserve(pairs.set.size)
    } else {
      if ((fields.LastUpdateTime ?? 0) <= oracle.LastUpdateTime) return 'tecINVALID_UPDATE_TIME'
      const sameProvider = fields.Provider === undefined || fields.Provider === oracle.Provider
      const sameClass = fields.AssetClass === undefined || fields.AssetClass === oracle.AssetClass
      if (!sameProvider || !sameClass) return 'temMALFORMED'
      const currentPairs = oracle.PriceDataSeries.map(pairKey)
      if ([...pairs.removed].some((key) => !currentPairs.includes(key))) return 'tecTOKEN_PAIR_NOT_FOUND'
      for (const key of currentPairs) if (!pairs.removed.has(key)) pairs.set.add(key)
      addedCount = oracleReserve(pairs.set.size) - oracleReserve(currentPairs.length)
    }
    if (pairs.set.size === 0) return 'tecARRAY_EMPTY'
    if (pairs.set.size > MAX_PAIRS) return 'tecARRAY_TOO_LARGE'
    const requiredReserve = reserveDrops(account.OwnerCount + addedCount)
    return BigInt(account.Balance) < requiredReserve ? 'tecINSUFFICIENT_RESERVE' : 'tesSUCCESS'
  },

  apply({ fields, view }) {
    const { Account: owner } = fields
    const keylet = keyletOf(fields)
    const oracle = view.edit(keylet)
    const series = mergedSeries(fields, oracle)
    if (oracle !== undefined) {
      adjustOwnerCount(
        view,
        owner,
        oracleReserve(series.length) - oracleReserve(oracle.PriceDataSeries.length),
      )
      oracle.PriceDataSeries = series
      if (fields.URI !== undefined) oracle.URI = fields.URI
      oracle.LastUpdateTime = fields.LastUpdateTime ?? 0
      return 'tesSUCCESS'
    }
    const page = addToDirectory(view, ownerDirectory(owner), keylet.key, { Owner: owner })
    view.insert(keylet.key, {
      LedgerEntryType: 'Oracle',
      Flags: 0,
      Owner: owner,
      OracleDocumentID: fields.OracleDocumentID ?? 0,
      OwnerNode: page,
      Provider: fields.Provider ?? '',
      AssetClass: fields.AssetClass ?? '',
      LastUpdateTime: fields.LastUpdateTime ?? 0,
      PriceDataSeries: series,
      ...(fields.URI === undefined ? {} : { URI: fields.URI }),
      ...unthreadedFields,
    })
    adjustOwnerCount(view, owner, oracleReserve(series.length))
    return 'tesSUCCESS'
  },
}
