import * as v from 'valibot'

/** Every way a request can be refused; `problems.ts` has the status and the explanation of each. */
export const errorCodes = [
  'validation_failed',
  'malformed_json',
  'unauthenticated',
  'token_expired',
  'signed_out',
  'fresh_sign_in_required',
  'account_mismatch',
  'user_token_mismatch',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'rate_limited',
  'idempotency_conflict',
  'transaction_not_allowed',
  'not_for_sale',
  'price_changed',
  'own_token',
  'already_pending',
  'not_owner',
  'offer_gone',
  'sale_active',
  'no_auction',
  'bid_too_low',
  'bidder_banned',
  'direct_only',
  'tag_required',
  'no_trust_line',
  'royalty_no_line',
  'insufficient_funds',
  'would_fail',
  'rows_refused',
  'swap_closed',
  'swap_limit',
  'batch_unavailable',
  'wallet_outdated',
  'rejected',
  'expired',
  'signature_mismatch',
  'wrong_network',
  'ledger_refused',
  'not_submitted',
  'broker_refused',
  'not_announced',
  'own_collection',
  'blacklisted',
  'not_whitelisted',
  'purchase_limit',
  'promo_code_invalid',
  'too_many_unpaid',
  'too_much_unsold',
  'marketplace_busy',
  'network_busy',
  'reserved',
  'sold_out',
  'draws_unavailable',
  'draws_preparing',
  'draw_withheld',
  'minter_missing',
  'account_not_found',
  'events_gone',
  'follow_self',
  'watchlist_full',
  'push_unavailable',
  'webhook_exists',
  'webhook_limit',
  'api_key_limit',
  'session_required',
  'profile_exists',
  'database_unavailable',
  'signer_unavailable',
  'ledger_unavailable',
  'read_only',
  'collection_exists',
  'collection_busy',
  'already_announced',
  'storage_unavailable',
  'pinning_unavailable',
  'forms_busy',
  'storage_quota',
  'storage_full',
  'internal',
] as const

export const ErrorCode = v.picklist(errorCodes)
export type ErrorCode = v.InferOutput<typeof ErrorCode>

/** A row of a call for several that cannot be asked for: its place in the call, from 0, and why. */
export const RefusedRow = v.object({ row: v.number(), code: ErrorCode, message: v.string() })
export type RefusedRow = v.InferOutput<typeof RefusedRow>

/** RFC 9457 problem details. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  code: ErrorCode,
  requestId: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  rows: v.optional(v.array(RefusedRow)),
})
export type Problem = v.InferOutput<typeof Problem>

/** Refusal of a call whose contract has `status`. */
export const Failed = v.object({
  status: v.literal('failed'),
  data: v.string(),
  code: ErrorCode,
  requestId: v.string(),
  txid: v.optional(v.string()),
  /** With `rows_refused`: the rows that cannot be asked for. The others were not asked for either. */
  rows: v.optional(v.array(RefusedRow)),
})
export type Failed = v.InferOutput<typeof Failed>
