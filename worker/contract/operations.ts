import type * as v from 'valibot'
import type { Failed } from './errors.ts'
import { accountOperations } from './operations/accounts.ts'
import { adminOperations } from './operations/admin.ts'
import { collectionOperations } from './operations/collections.ts'
import { marketplaceOperations } from './operations/marketplace.ts'
import { mintingOperations } from './operations/minting.ts'
import type { Schema } from './operations/operation.ts'
import { pinningOperations } from './operations/pinning.ts'
import { readingOperations } from './operations/reading.ts'
import { sellingOperations } from './operations/selling.ts'
import { syncOperations } from './operations/sync.ts'
import { tradingOperations } from './operations/trading.ts'
import { walletSignerOperations } from './operations/wallet-signer.ts'

/** Every call of the API. OpenAPI, the typed client and the checks of replies in tests are all made from this table. */
export const operations = {
  ...readingOperations,
  ...marketplaceOperations,
  ...accountOperations,
  ...walletSignerOperations,
  ...tradingOperations,
  ...mintingOperations,
  ...sellingOperations,
  ...syncOperations,
  ...pinningOperations,
  ...collectionOperations,
  ...adminOperations,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations

type Part<N extends OperationName, K extends 'query' | 'params' | 'body' | 'form'> =
  Operations[N] extends Record<K, infer S>
    ? S extends Schema
      ? { [P in K]: v.InferInput<S> }
      : unknown
    : unknown

/** What a caller gives: the parts that the operation has. */
export type OperationInput<N extends OperationName> = Part<N, 'query'> &
  Part<N, 'params'> &
  Part<N, 'body'> &
  Part<N, 'form'>

type PendingOf<N extends OperationName> = Operations[N] extends { pending: infer S }
  ? S extends Schema
    ? v.InferOutput<S> | v.InferOutput<typeof Failed>
    : never
  : never

/** What a caller gets: the reply, and for calls that need a signature also the pending form and the refusal. */
export type OperationOutput<N extends OperationName> = v.InferOutput<Operations[N]['reply']> | PendingOf<N>
