import type { ErrorCode, RefusedRow } from './errors.ts'

/** A refused request, or a step that cannot continue: a code for programs and a sentence for users. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The invalid fields. */
  readonly errors: { path: string; message: string }[]
  /** The refused rows of a call for several. */
  readonly rows: RefusedRow[]
  /** When a retry makes sense; null when unknown. */
  readonly retryAfterSeconds: number | null
  /** What a transaction costs at the moment, where that is the reason. */
  readonly costDrops: bigint | null

  constructor(
    code: ErrorCode,
    sentence: string,
    more: {
      cause?: unknown
      errors?: { path: string; message: string }[]
      rows?: RefusedRow[]
      retryAfterSeconds?: number
      costDrops?: bigint
    } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.code = code
    this.errors = more.errors ?? []
    this.rows = more.rows ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
    this.costDrops = more.costDrops ?? null
  }
}
