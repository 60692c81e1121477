import { sentence } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { plainWords } from '#contract/words/plain-words.ts'
import { Refusal } from '#contract/words/refusal.ts'

const maxBodyBytes = 64 * 1024
const maxLargeBodyBytes = 2 * 1024 * 1024

const notValidRefusal = (errors: { path: string; message: string }[]) =>
  new Refusal('validation_failed', sentence('The request is not valid.'), { errors })

/** Maximum depth of a value: deeper than any valid request. Endless nesting would exhaust the stack. */
const maxDepth = 40

/**
 * Returns the path of a text with a NUL character, which Postgres cannot store; null if there is none. Throws
 * Refusal('validation_failed') if the value is nested too deeply.
 */
function pathOfNul(value: unknown, path: string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : null
  if (typeof value !== 'object' || value === null) return null
  if (path.length > maxDepth)
    throw notValidRefusal([{ path: path.slice(0, 3).join('.'), message: 'This is nested too deeply.' }])
  for (const [name, part] of Object.entries(value)) {
    const place = pathOfNul(part, [...path, name])
    if (place !== null) return place
  }
  return null
}

/** Parses one part of a request. Throws Refusal('validation_failed') with each invalid field. */
export function parsePart<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { message: plainWords })
  if (!result.success) {
    throw notValidRefusal(
      result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })),
    )
  }
  const path = pathOfNul(result.output)
  if (path !== null) throw notValidRefusal([{ path, message: 'A text must not hold the character NUL.' }])
  return result.output
}

/** Returns the body as text, with at most `maxBytes` in memory. Throws Refusal('payload_too_large'). */
export async function readText(
  request: Pick<Request, 'headers' | 'body'>,
  maxBytes = maxBodyBytes,
): Promise<string> {
  const tooLarge = new Refusal('payload_too_large', sentence('The request body is too large.'))
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

/** Reads a JSON body, which must be an object. Throws Refusal: malformed_json, validation_failed, payload_too_large. */
export async function readJson(request: Request, large = false): Promise<unknown> {
  const body = parseJson(await readText(request, large ? maxLargeBodyBytes : maxBodyBytes))
  // The schemas would accept a list as an object without its optional fields.
  if (Array.isArray(body)) throw notValidRefusal([{ path: '', message: 'Send a JSON object.' }])
  return body
}

/** Parses JSON. Throws Refusal('malformed_json'). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('malformed_json', 'The request body is not valid JSON.', { cause })
  }
}
