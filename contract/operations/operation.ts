import type * as v from 'valibot'
import type { Route } from '#contract/addresses.ts'

export type Schema = v.GenericSchema

/** Calls in one group share a limit; `wrangler.toml` sets the calls per minute. */
export type Limit = 'connect' | 'sign' | 'write' | 'sync' | 'pin' | 'add' | 'page'

/** The rules that `serve` enforces for an operation, and its description in OpenAPI. */
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
   * `session` requires a session token, `owner` the marketplace owner's token. With `optional`, no token is required, but
   * one that is sent must be valid.
   */
  auth: 'none' | 'optional' | 'session' | 'owner'
  /**
   * Requires a sign-in within the last hour, so that a stolen older session cannot cost money or reveal a secret where no
   * wallet signature is needed. Never open to API keys.
   */
  fresh?: true
  /** True if an API key may make the call: by default for reads and for calls that ask for a signature. */
  forPrograms?: boolean
  /** The group whose limit the call counts towards: per account, or per network for visitors without a session. */
  limit?: Limit
  /**
   * Accepts an Idempotency-Key: the call runs once per account, and repeating it returns the same answer for 24 hours.
   */
  keyed?: true
  /**
   * The reply is the same for everyone without a session. It gets an ETag, and the edge may cache it for a few seconds.
   */
  shared?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** Allows a body of up to 2 MB instead of 64 KB. */
  largeBody?: true
  /** Schema of a multipart form with texts and files. */
  form?: Schema
  reply: Schema
  /** The 202 reply of a call that asks for a signature, if it differs from the usual one. */
  pending?: Schema
}

/** True if the holder of an API key may make a call. */
export const isForPrograms = ({ auth, fresh, forPrograms, method, asksForSignature }: Operation): boolean =>
  auth !== 'owner' && fresh !== true && (forPrograms ?? (method === 'GET' || asksForSignature === true))
