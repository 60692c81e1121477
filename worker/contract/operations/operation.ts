import type * as v from 'valibot'

export type Schema = v.GenericSchema

export interface Operation {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the origin; `{name}` is a parameter. */
  path: string
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
  /** `bearer` needs the session token. */
  auth: 'none' | 'optional' | 'bearer'
  params?: Schema
  query?: Schema
  body?: Schema
  /** Of up to 2 MB instead of 64 KB. */
  largeBody?: boolean
  /** Of a multipart form: texts and files. */
  form?: Schema
  reply: Schema
  /** The same answer for everybody who is not signed in: it gets an ETag and may be kept at the edge for seconds. */
  shared?: boolean
  /** 202 with `Prefer: respond-async`. */
  pending?: Schema
  /** Refusals by the rules of the market come as 200 with `status: "failed"`; the rest is problem+json. */
  failed?: boolean
}
