import type { ErrorCode, RefusedRow } from '#contract/schemas/errors.ts'
import { t } from '#web/messages.ts'

/** Used when the server sends no message, for example on network errors. */
export const requestFailed = t('The request is failed.')

interface Details {
  code: ErrorCode | 'network' | 'unreadable'
  status: number
  requestId: string | null
  txid: string | null
  retryAfterMs: number | null
  costDrops: string | null
  rows: RefusedRow[]
  expectedAmount: string | null
}

/** A failed call. `message` is one sentence for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: Details['code']
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly requestId: string | null
  readonly txid: string | null
  /** Pause before a retry, as the server requested it; null if it did not. */
  readonly retryAfterMs: number | null
  /** Milliseconds of the Unix epoch. */
  readonly receivedAt = Date.now()
  /** The current cost of a transaction, if the cost is the reason. */
  readonly costDrops: string | null
  /** The refused rows of a bulk call. */
  readonly rows: RefusedRow[]
  /** The current price, if a price change is the reason. */
  readonly expectedAmount: string | null

  constructor(message: string, details: Partial<Details> & Pick<Details, 'code'>) {
    super(message)
    this.code = details.code
    this.status = details.status ?? 0
    this.requestId = details.requestId ?? null
    this.txid = details.txid ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.costDrops = details.costDrops ?? null
    this.rows = details.rows ?? []
    this.expectedAmount = details.expectedAmount ?? null
  }
}

export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : requestFailed
}

/** Rate limits that last for hours or days: an early retry cannot succeed. */
const lastingLimits: readonly Details['code'][] = ['storage_quota', 'storage_full']

/** True if a retry may succeed soon: no response, a server error, or a short rate limit. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError) || lastingLimits.includes(error.code)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429
}
