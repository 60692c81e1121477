import type * as v from 'valibot'
import type { Route } from '#worker/contract/routes.ts'

export type Schema = v.GenericSchema

/** Calls of one kind are counted together; how many a minute, `wrangler.toml` says. */
export type Limit = 'connect' | 'sign' | 'write' | 'sync' | 'pin' | 'add'

/** What `serve` enforces of an operation, and what OpenAPI says of it. */
export interface Operation extends Route {
  summary: string
  tag:
    | 'Accounts'
    | 'Reading'
    | 'Wallet signer'
    | 'Trading'
    | 'Sync'
    | 'Marketplace'
    | 'Creating'
    | 'Collections'
  /**
   * `session` needs the session token, `owner` that of the marketplace owner with a sign-in within the hour. A token that
   * comes with an `optional` one must be valid.
   */
  auth: 'none' | 'optional' | 'session' | 'owner'
  /** Counted for each account; for each network where nobody is signed in. */
  limit?: Limit
  /** Takes an Idempotency-Key: done once for an account, and answered the same way for 24 hours. */
  keyed?: true
  /** The same reply for everybody who is not signed in: it gets an ETag and may be kept at the edge for seconds. */
  shared?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** A body of up to 2 MB instead of 64 KB. */
  largeBody?: true
  /** A multipart form: texts and files. */
  form?: Schema
  reply: Schema
}
