import { isDatabaseUnavailable } from '#worker/contract/database-unavailable.ts'
import type { ErrorCode, Problem } from '#worker/contract/errors.ts'
import { Refusal } from '#worker/contract/refusal.ts'

/** HTTP status and title of every code: the only place where a refusal becomes a status. */
const table: Record<ErrorCode, [status: number, title: string]> = {
  validation_failed: [400, 'Invalid request'],
  malformed_json: [400, 'Malformed JSON'],
  unauthenticated: [401, 'Not connected'],
  token_expired: [401, 'Session ended'],
  signed_out: [401, 'Signed out'],
  fresh_sign_in_required: [401, 'Fresh sign-in required'],
  account_mismatch: [403, 'Another account'],
  user_token_mismatch: [403, 'Another wallet token'],
  forbidden: [403, 'Not allowed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  payload_too_large: [413, 'Too large'],
  rate_limited: [429, 'Too many requests'],
  idempotency_conflict: [422, 'Conflicting request'],
  transaction_not_allowed: [403, 'Transaction not allowed'],
  not_for_sale: [409, 'Not for sale'],
  price_changed: [409, 'Price changed'],
  own_token: [409, 'Already yours'],
  already_pending: [409, 'Already under way'],
  not_owner: [409, 'Not the owner'],
  offer_gone: [409, 'Offer gone'],
  sale_active: [409, 'A sale is active'],
  no_auction: [409, 'No auction'],
  bid_too_low: [409, 'Bid too low'],
  bidder_banned: [409, 'Bidding suspended'],
  no_trust_line: [409, 'Trust line missing'],
  royalty_no_line: [409, 'Royalty cannot be paid'],
  insufficient_funds: [409, 'Insufficient funds'],
  would_fail: [409, 'Would fail on the ledger'],
  rejected: [409, 'Rejected'],
  expired: [410, 'Expired'],
  signature_mismatch: [409, 'Signature does not match'],
  wrong_network: [409, 'Wrong network'],
  ledger_refused: [409, 'Refused by the ledger'],
  not_submitted: [409, 'Not submitted'],
  broker_refused: [409, 'Sale not completed'],
  not_announced: [409, 'Not announced yet'],
  own_collection: [409, 'Your own collection'],
  blacklisted: [409, 'Not open to this account'],
  not_whitelisted: [409, 'Not on the whitelist'],
  purchase_limit: [409, 'Purchase limit reached'],
  promo_code_invalid: [409, 'Invalid promo code'],
  too_many_unpaid: [409, 'Too many unpaid reservations'],
  too_much_unsold: [409, 'Too many unsold works of this artist'],
  marketplace_busy: [409, 'Too many reserved works'],
  reserved: [409, 'Reserved'],
  sold_out: [409, 'Sold out'],
  minter_missing: [409, 'Sale paused'],
  follow_self: [409, 'Cannot follow yourself'],
  profile_exists: [409, 'Profile exists'],
  account_not_found: [404, 'Account not found'],
  database_unavailable: [503, 'Database unavailable'],
  signer_unavailable: [503, 'Wallet service unavailable'],
  ledger_unavailable: [503, 'Ledger unavailable'],
  collection_exists: [409, 'Collection exists'],
  collection_busy: [409, 'Collection busy'],
  already_announced: [409, 'Already announced'],
  forms_busy: [503, 'Too many forms at once'],
  storage_unavailable: [503, 'Media store unavailable'],
  pinning_unavailable: [503, 'Pinning service unavailable'],
  storage_quota: [429, 'Limit of the day reached'],
  storage_full: [507, 'No room for files'],
  internal: [500, 'Internal error'],
}

export interface Described {
  status: number
  problem: Problem
  /** Refused by the rules of the market rather than by identity, validation, limits or a broken part. */
  byRules: boolean
  /** For the header Retry-After; null for none. */
  retryAfterSeconds: number | null
}

export const databaseAway = 'The database does not answer at the moment. Please try again shortly.'

const ownFault = (code: ErrorCode) =>
  code === 'database_unavailable'
    ? databaseAway
    : 'Something went wrong on our side. Please try again; if it stays, tell us the request id.'

/** Where the refusal does not say: about half the window of the rate-limit bindings; a part that is away may be back soon. */
export const usualRetrySeconds: Partial<Record<number, number>> = { 429: 30, 503: 10 }

/** Problem details (RFC 9457) of anything thrown. An unexpected error says nothing but its request id. */
export function describe(error: unknown, requestId: string): Described {
  const refusal = error instanceof Refusal ? error : null
  const code: ErrorCode =
    refusal?.code ?? (isDatabaseUnavailable(error) ? 'database_unavailable' : 'internal')
  const [status, title] = table[code]
  return {
    status,
    byRules: status === 409 || status === 410,
    retryAfterSeconds: refusal?.retryAfterSeconds ?? usualRetrySeconds[status] ?? null,
    problem: {
      type: `/api/problems#${code}`,
      title,
      status,
      detail: refusal?.message ?? ownFault(code),
      code,
      requestId,
      ...(refusal !== null && refusal.errors.length > 0 ? { errors: refusal.errors } : {}),
    },
  }
}
