import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'

/** A WebSocket connection that receives streams. */
export interface Subscriber {
  readonly apiVersion: number
  send(message: JsonObject): void
  /** Sends the messages about one closed ledger. */
  sendLedger(messages: JsonObject[]): void
}

export interface Subscriptions {
  subscribe(subscriber: Subscriber, params: JsonObject): JsonObject
  unsubscribe(subscriber: Subscriber, params: JsonObject): JsonObject
}

export interface RpcContext {
  readonly chain: LedgerChain
  readonly params: JsonObject
  readonly apiVersion: number
  /** Only present on a WebSocket. */
  readonly subscriber?: Subscriber
  readonly subscriptions: Subscriptions
  readonly startedAt: number
  /** The port on which this ledger listens. */
  readonly port: number
  readonly clio: boolean
}

export type Handler = (context: RpcContext) => JsonObject
