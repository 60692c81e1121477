import * as v from 'valibot'
import { ErrorCode } from '#worker/contract/errors.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Sentence } from '#worker/contract/sentence.ts'

const Said = v.custom<Sentence>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
)

/** A refusal as an Idempotency-Key keeps it: with its sentences untold, so that each repetition is told in its own language. */
const KeptRefusal = v.object({
  requestId: v.string(),
  refusal: v.object({
    code: ErrorCode,
    sentence: Said,
    errors: v.array(v.object({ path: v.string(), message: Said })),
    rows: v.array(v.object({ row: v.number(), code: ErrorCode, message: Said })),
  }),
})

export function keepRefusal(
  { code, sentence, errors, rows }: Refusal,
  requestId: string,
): v.InferOutput<typeof KeptRefusal> {
  return { requestId, refusal: { code, sentence, errors, rows } }
}

/** The refusal that a stored reply is; null for a reply that is none. */
export function keptRefusal(body: unknown): { refusal: Refusal; requestId: string } | null {
  const parsed = v.safeParse(KeptRefusal, body)
  if (!parsed.success) return null
  const { code, sentence, errors, rows } = parsed.output.refusal
  return { refusal: new Refusal(code, sentence, { errors, rows }), requestId: parsed.output.requestId }
}
