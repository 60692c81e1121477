import * as v from 'valibot'
import { Refusal } from '#contract/words/refusal.ts'

/** Packs the position where a list continues into the opaque `after` of a reply. */
export function packPosition(position: object): string {
  return btoa(encodeURIComponent(JSON.stringify(position)))
}

/** Parses a packed position. Throws Refusal('validation_failed') if it is invalid. */
export function unpackPosition<S extends v.GenericSchema>(
  schema: S,
  text: string | undefined,
): v.InferOutput<S> | null {
  if (text === undefined || text === '') return null
  try {
    const json = decodeURIComponent(atob(text))
    // JSON's escape of NUL, which Postgres cannot store in a text.
    if (json.includes('\\u0000')) throw new Error('It holds the character NUL.')
    return v.parse(schema, JSON.parse(json))
  } catch (cause) {
    throw new Refusal('validation_failed', 'This position is invalid: use one from an earlier reply.', {
      cause,
      errors: [{ path: 'after', message: 'Leave it out to begin anew.' }],
    })
  }
}

/** Digits that fit into a bigint of Postgres. */
const Whole = v.pipe(v.string(), v.regex(/^-?[0-9]{1,18}$/))

export const SortedPosition = v.object({ value: Whole, id: v.string() })
export const ItemPosition = v.object({ value: Whole, sequence: Whole, id: v.string() })

/** Returns the marker of a reply: the number of entries returned so far, or -1 after the last page. */
export function nextMarker(start: number, count: number, pageSize: number): number {
  return count < pageSize ? -1 : start + count
}

/** Converts the marker of a page to offset and limit. The end marker gives an empty page. */
export function pageBegin(marker: number | undefined, pageSize: number): { offset: number; limit: number } {
  return marker === -1 ? { offset: 0, limit: 0 } : { offset: marker ?? 0, limit: pageSize }
}
