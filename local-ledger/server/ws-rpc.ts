import type { WebSocket } from 'ws'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { Subscriber } from '#ledger/rpc/rpc-context.ts'
import { apiVersionOf } from './http-rpc.ts'
import type { LedgerNode } from './ledger-node.ts'

// Serves the API over WebSocket. Source: xrpl.org "Request Formatting" and "Response Formatting" (WebSocket).

/** A WebSocket client. Streams use the API version of the subscription. */
export class WsClient implements Subscriber {
  apiVersion = 1
  readonly #socket: WebSocket

  readonly #waiting: JsonObject[][] = []
  readonly #behind: number

  /** @param lagLedgers the number of ledgers by which the endpoint lags. */
  constructor(socket: WebSocket, behind = 0) {
    this.#socket = socket
    this.#behind = behind
  }

  sendLedger(messages: JsonObject[]): void {
    this.#waiting.push(messages)
    if (this.#waiting.length <= this.#behind) return
    for (const message of this.#waiting.shift() ?? []) this.send(message)
  }

  send(message: JsonObject): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  drop(): void {
    this.#socket.terminate()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wrapAnswer(request: JsonObject, fields: JsonObject): JsonObject {
  const answer: JsonObject = { ...fields, type: 'response' }
  for (const name of ['id', 'api_version', 'jsonrpc', 'ripplerpc']) {
    const value = request[name]
    if (value !== undefined) answer[name] = value
  }
  return answer
}

export function answerWs(node: LedgerNode, client: WsClient, text: string, lagLedgers = 0): JsonObject {
  const request = parse(text)
  if (!isObject(request)) return { error: 'jsonInvalid', status: 'error', type: 'error', value: text }
  const method = request.command ?? request.method
  const apiVersion = apiVersionOf(request)
  const { id: _id, ...echo } = request
  if (apiVersion === null) {
    return wrapAnswer(request, { error: 'invalid_API_version', request, status: 'error' })
  }
  if (typeof method !== 'string')
    return wrapAnswer(request, { error: 'missingCommand', request, status: 'error' })
  const { command: _command, ...params } = echo
  if (method === 'subscribe') client.apiVersion = apiVersion
  const { status, ...result } = node.answer(method, params, {
    apiVersion,
    subscriber: client,
    lagLedgers,
  })
  if (status === 'error') return wrapAnswer(request, { ...result, request, status: 'error' })
  return wrapAnswer(request, { result, status: 'success' })
}
