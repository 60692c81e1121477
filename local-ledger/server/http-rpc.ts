import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { LedgerNode } from './ledger-node.ts'

// Handles JSON-RPC requests and their errors over HTTP. Source: xrpl.org "Request Formatting" (JSON-RPC); the server's
// ServerHandler.

export interface HttpAnswer {
  status: number
  type: string
  body: string
}

const plain = (text: string, status = 400): HttpAnswer => ({
  status,
  type: 'text/plain',
  body: `${text}\r\n`,
})

/** Returns the parameters of a request, which are a list with one object, or absent. */
function parametersOf(request: JsonObject): JsonObject | undefined {
  const { params } = request
  if (params === undefined || params === null) return {}
  if (Array.isArray(params)) {
    const [first] = params
    const only = first ?? {}
    return params.length <= 1 && isObject(only) ? only : undefined
  }
  return isObject(params) && Object.keys(params).length === 0 ? {} : undefined
}

/** Returns the method of a body, for selecting faults. */
export function methodOf(body: string): string | undefined {
  const request = parse(body)
  if (!isObject(request)) return undefined
  const method = request.command ?? request.method
  return typeof method === 'string' ? method : undefined
}

export function apiVersionOf(params: JsonObject): number | null {
  const { api_version: version = 1 } = params
  return version === 1 || version === 2 ? version : null
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * Answers a JSON-RPC request over HTTP.
 * @param lagLedgers the number of ledgers by which the endpoint lags.
 */
export function answerHttp(node: LedgerNode, body: string, lagLedgers = 0): HttpAnswer {
  const request = parse(body)
  if (!isObject(request) || Object.keys(request).length === 0) {
    const detail =
      request === undefined ? '* Line 1, Column 1\n  Syntax error: value, object or array expected.\n' : ''
    return plain(`Unable to parse request: ${detail}`)
  }
  const { method } = request
  const first = Array.isArray(request.params) ? request.params[0] : undefined
  if (isObject(first) && apiVersionOf(first) === null) return plain('invalid_API_version')
  if (method === undefined || method === null) return plain('Null method')
  if (typeof method !== 'string') return plain('method is not string')
  if (method === '') return plain('method is empty')
  const params = parametersOf(request)
  if (params === undefined) return plain('params unparsable')
  const apiVersion = apiVersionOf(params)
  if (apiVersion === null) return plain('invalid_API_version')
  const result = node.answer(method, params, { apiVersion, lagLedgers })
  return { status: 200, type: 'application/json', body: `${JSON.stringify(wrapAnswer(params, result))}\n` }
}

/** Adds the fields that the caller wants echoed to the result. "ripplerpc" 2.0 places errors next to the result. */
function wrapAnswer(params: JsonObject, result: JsonObject): JsonObject {
  const requestFields: JsonObject = {}
  for (const name of ['jsonrpc', 'ripplerpc', 'id'])
    if (params[name] !== undefined) requestFields[name] = params[name]
  const modern = typeof params.ripplerpc === 'string' && params.ripplerpc >= '2.0'
  if (!modern || result.error === undefined) return { result, ...requestFields }
  const { error_message: message, request: _request, ...rest } = result
  return { error: { ...rest, code: result.error_code, message }, ...requestFields }
}
