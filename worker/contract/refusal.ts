import type { ErrorCode } from './errors.ts'

/** A request refused, or a step that cannot go on: a code for programs and a sentence for people. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** What was wrong with which field. */
  readonly errors: { path: string; message: string }[]
  /** When asking again makes sense; null when nothing is known of that. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    sentence: string,
    more: {
      cause?: unknown
      errors?: { path: string; message: string }[]
      retryAfterSeconds?: number
    } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.code = code
    this.errors = more.errors ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}
