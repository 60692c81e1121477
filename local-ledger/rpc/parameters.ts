import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

/** Reads an account parameter. @throws RpcError (actMalformed by default) */
export function accountParameter(params: JsonObject, name = 'account'): string {
  const value = params[name]
  if (value === undefined || value === null) throw missingField(name)
  if (typeof value !== 'string') throw invalidField(name)
  if (findAccountId(value) === null) throw rpcError('actMalformed')
  return value
}

/** Reads `limit`, the maximum number of items. An administrator's limit is not clamped. */
export function limitParameter(params: JsonObject, standard: number): number {
  const { limit } = params
  if (limit === undefined || limit === null) return standard
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0) {
    throw expectedField('limit', 'unsigned integer')
  }
  if (limit === 0) throw invalidField('limit')
  return limit
}
