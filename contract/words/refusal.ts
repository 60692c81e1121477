import type { ErrorCode } from '#contract/schemas/errors.ts'
import { defaultLanguage } from './languages.ts'
import { inWords, type Sentence } from './sentence.ts'

/** A refused row in a call for several rows: its index in the call, from 0, and the reason. */
export interface RowRefusal {
  row: number
  code: ErrorCode
  message: Sentence
}

/**
 * A refused request, or a step that cannot continue: a code for programs, and a sentence that is formatted in the
 * reader's language.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly sentence: Sentence
  /** The invalid fields. */
  readonly errors: { path: string; message: Sentence }[]
  /** The refused rows of a call for several rows. */
  readonly rows: RowRefusal[]
  /** Seconds until a retry makes sense; null if unknown. */
  readonly retryAfterSeconds: number | null
  /** The current transaction cost, if that is the reason for the refusal. */
  readonly costDrops: bigint | null

  constructor(
    code: ErrorCode,
    sentence: Sentence,
    details: {
      cause?: unknown
      errors?: { path: string; message: Sentence }[]
      rows?: RowRefusal[]
      retryAfterSeconds?: number
      costDrops?: bigint
    } = {},
  ) {
    // Logs show this text.
    super(inWords(sentence, defaultLanguage), { cause: details.cause })
    this.code = code
    this.sentence = sentence
    this.errors = details.errors ?? []
    this.rows = details.rows ?? []
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.costDrops = details.costDrops ?? null
  }
}
