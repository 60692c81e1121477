import type * as v from 'valibot'
import { accountOperations } from './operations/accounts.ts'
import { adminOperations } from './operations/admin.ts'
import { apiKeyOperations } from './operations/api-keys.ts'
import { collectionOperations } from './operations/collections.ts'
import { drawOperations } from './operations/draws.ts'
import { marketplaceOperations } from './operations/marketplace.ts'
import { mintingOperations } from './operations/minting.ts'
import { notificationOperations } from './operations/notifications.ts'
import type { Operation, Schema } from './operations/operation.ts'
import { readingOperations } from './operations/reading.ts'
import { editionOperations } from './operations/editions.ts'
import { sellingOperations } from './operations/selling.ts'
import { splitOperations } from './operations/splits.ts'
import { standingBidOperations } from './operations/standing-bids.ts'
import { swapOperations } from './operations/swaps.ts'
import { syncOperations } from './operations/sync.ts'
import { tradingOperations } from './operations/trading.ts'
import { walletSignerOperations } from './operations/wallet-signer.ts'
import { watchlistOperations } from './operations/watchlist.ts'
import { webhookOperations } from './operations/webhooks.ts'
import type { routes } from './addresses.ts'
import type { PendingDrawReply, PendingReply } from './schemas/sign-requests.ts'

/**
 * Every call of the API, with everything that `serve` enforces. OpenAPI and the reply checks in tests are generated
 * from it.
 */
export const operations = {
  ...readingOperations,
  ...marketplaceOperations,
  ...accountOperations,
  ...watchlistOperations,
  ...webhookOperations,
  ...apiKeyOperations,
  ...notificationOperations,
  ...walletSignerOperations,
  ...tradingOperations,
  ...mintingOperations,
  ...sellingOperations,
  ...editionOperations,
  ...splitOperations,
  ...drawOperations,
  ...swapOperations,
  ...standingBidOperations,
  ...syncOperations,
  ...collectionOperations,
  ...adminOperations,
} as const satisfies Record<keyof typeof routes, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

/** Operations that ask for a signature. */
export type SigningName = {
  [N in OperationName]: Operations[N] extends { asksForSignature: true } ? N : never
}[OperationName]

type Claim = 'account' | 'user_token' | 'userToken'

type Part<N extends OperationName, K extends 'query' | 'params' | 'body' | 'form'> =
  Operations[N] extends Record<K, infer S>
    ? S extends Schema
      ? { [P in K]: K extends 'body' | 'form' ? Omit<v.InferInput<S>, Claim> : v.InferInput<S> }
      : unknown
    : unknown

/** The caller's input, made up of the parts that the operation defines. The typed client adds the sender's claims. */
export type OperationInput<N extends OperationName> = Part<N, 'query'> &
  Part<N, 'params'> &
  Part<N, 'body'> &
  Part<N, 'form'>

/** The reply to a successful call; for a call that asks for a signature, also the sign request. */
export type OperationOutput<N extends OperationName> =
  | v.InferOutput<Operations[N]['reply']>
  | (Operations[N] extends { asksForSignature: true } ? PendingReply : never)
  | (N extends 'buyRandom' ? PendingDrawReply : never)
