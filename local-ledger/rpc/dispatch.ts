import type { JsonObject } from '#ledger/codec/json.ts'
import { findMethod } from './methods.ts'
import type { RpcContext } from './rpc-context.ts'
import { RpcError, rpcError } from './rpc-error.ts'

/** Changes that a fault can make to the request before processing, and to the reply. Both may throw an RpcError. */
export interface Interference {
  params(method: string, params: JsonObject): JsonObject
  result(method: string, result: JsonObject): JsonObject
}

/** Parameters that are masked when an error echoes the request. */
const SECRETS = ['passphrase', 'secret', 'seed', 'seed_hex']

function echo(params: JsonObject, method: string): JsonObject {
  const request: JsonObject = { ...params, command: method }
  for (const name of SECRETS) if (name in request) request[name] = '<masked>'
  return request
}

/** Processes one request. Errors are also returned as replies, with `error` and the echoed request. */
export function answer(method: string, context: RpcContext, interference?: Interference): JsonObject {
  try {
    const handler = findMethod(method, context.clio)
    if (handler === undefined) throw rpcError('unknownCmd')
    if (interference === undefined) return { ...handler(context), status: 'success' }
    const params = interference.params(method, context.params)
    return { ...interference.result(method, handler({ ...context, params })), status: 'success' }
  } catch (error) {
    const fields = error instanceof RpcError ? error.fields : internalError(error)
    return { ...fields, request: echo(context.params, method), status: 'error' }
  }
}

function internalError(error: unknown): JsonObject {
  console.error(error)
  return rpcError('internal').fields
}
