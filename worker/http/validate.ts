import * as v from 'valibot'
import { Refusal } from '#worker/contract/refusal.ts'

/** Largest body that any call takes. */
const maxBodyBytes = 64 * 1024
const maxLargeBodyBytes = 2 * 1024 * 1024

/** Whether a text within a value holds the character NUL, which Postgres keeps in no text. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/** Parses one part of a request; throws Refusal('validation_failed') that names each wrong field. */
export function parsePart<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  if (holdsNul(value)) {
    const errors = [{ path: '', message: 'A text must not hold the character NUL.' }]
    throw new Refusal('validation_failed', 'The request is not valid.', { errors })
  }
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw new Refusal('validation_failed', 'The request is not valid.', {
    errors: result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })),
  })
}

/** The body as text, never more than the cap in memory; throws Refusal('payload_too_large'). */
export async function readText(request: Request, maxBytes = maxBodyBytes): Promise<string> {
  const tooLarge = new Refusal('payload_too_large', 'The request body is too large.')
  if (Number(request.headers.get('content-length') ?? '0') > maxBytes) throw tooLarge
  if (request.body === null) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A JSON body; throws Refusal('malformed_json') or Refusal('payload_too_large'). */
export async function readJson(request: Request, large = false): Promise<unknown> {
  const text = await readText(request, large ? maxLargeBodyBytes : maxBodyBytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('malformed_json', 'The request body is not valid JSON.', { cause })
  }
}
