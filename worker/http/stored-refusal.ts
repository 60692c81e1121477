import * as v from 'valibot'
import { ErrorCode } from '#contract/schemas/errors.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Sentence } from '#contract/words/sentence.ts'

const Message = v.custom<Sentence>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
)

/**
 * A refusal under an Idempotency-Key, stored with the templates of its sentences, so that each repetition is formatted
 * in the caller's language.
 */
const StoredRefusal = v.object({
  requestId: v.string(),
  refusal: v.object({
    code: ErrorCode,
    sentence: Message,
    errors: v.array(v.object({ path: v.string(), message: Message })),
    rows: v.array(v.object({ row: v.number(), code: ErrorCode, message: Message })),
  }),
})

export function writeRefusal(
  { code, sentence, errors, rows }: Refusal,
  requestId: string,
): v.InferOutput<typeof StoredRefusal> {
  return { requestId, refusal: { code, sentence, errors, rows } }
}

/** Returns the refusal in a stored reply; null for another reply. */
export function readRefusal(body: unknown): { refusal: Refusal; requestId: string } | null {
  const result = v.safeParse(StoredRefusal, body)
  if (!result.success) return null
  const { code, sentence, errors, rows } = result.output.refusal
  return { refusal: new Refusal(code, sentence, { errors, rows }), requestId: result.output.requestId }
}
