import { inWords, sentence } from '#contract/words/sentence.ts'
import { isDatabaseUnavailable } from '#contract/rules/database-unavailable.ts'
import type { ErrorCode, Problem } from '#contract/schemas/errors.ts'
import { problemTypes } from '#contract/words/problems.ts'
import { Refusal } from '#contract/words/refusal.ts'

export interface Described {
  status: number
  problem: Problem
  /** True if the marketplace's rules refused the call, not identity, validation, limits or an outage. */
  byRules: boolean
  /** Value of the Retry-After header; null without the header. */
  retryAfterSeconds: number | null
  /** Value of the OPX-Cost header; null without the header. */
  costDrops: bigint | null
}

export const databaseUnavailable = sentence(
  'The database is not responding at the moment. Please try again shortly.',
)

const ownFault = (code: ErrorCode) =>
  code === 'database_unavailable'
    ? databaseUnavailable
    : sentence(
        'Something went wrong on our side. Please try again; if the problem persists, send us the request ID.',
      )

/** Defaults for refusals without a retry time: half the window of the rate-limit bindings, and a short outage. */
export const defaultRetrySeconds: Partial<Record<number, number>> = { 429: 30, 503: 10 }

/** Returns problem details (RFC 9457) for any error. An unexpected error reveals only its request id. */
export function describe(error: unknown, requestId: string): Described {
  const refusal = error instanceof Refusal ? error : null
  const code: ErrorCode =
    refusal?.code ?? (isDatabaseUnavailable(error) ? 'database_unavailable' : 'internal')
  const { status, title } = problemTypes[code]
  return {
    status,
    byRules: status === 409 || status === 410,
    retryAfterSeconds: refusal?.retryAfterSeconds ?? defaultRetrySeconds[status] ?? null,
    costDrops: refusal?.costDrops ?? null,
    problem: {
      type: `/api/problems#${code}`,
      title,
      status,
      detail: inWords(refusal?.sentence ?? ownFault(code)),
      code,
      requestId,
      ...(refusal !== null && refusal.errors.length > 0
        ? { errors: refusal.errors.map(({ path, message }) => ({ path, message: inWords(message) })) }
        : {}),
      ...(refusal !== null && refusal.rows.length > 0
        ? { rows: refusal.rows.map((row) => ({ ...row, message: inWords(row.message) })) }
        : {}),
    },
  }
}
