import { sentence } from '#contract/words/sentence.ts'
import { make, type MultipartError } from 'multipasta'
import { formTooLarge } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'

const maxParts = 64
const maxFieldBytes = 512 * 1024
/** Maximum size of all texts of a form together. */
const maxTextBytes = 1024 * 1024
/**
 * A boundary has at most 70 characters, with two dashes and a line break around it. Source: RFC 2046, section 5.1.1.
 */
const maxBoundaryBytes = 80
const carriageReturn = 13

type Event =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string }
  | { kind: 'chunk'; bytes: Uint8Array }
  | { kind: 'end' }

function formRefusal(error: MultipartError): Refusal {
  if (!('limit' in error)) return new Refusal('validation_failed', 'Send the request as multipart/form-data.')
  return textsTooLongRefusal()
}

const textsTooLongRefusal = () =>
  new Refusal('payload_too_large', sentence('This form has too many fields, or a text in it is too long.'))

/** Returns the number of bytes that can be parsed now. A possible start of a boundary must wait for the rest. */
function cutBefore(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - maxBoundaryBytes)
  const at = bytes.subarray(from).lastIndexOf(carriageReturn)
  return at === -1 ? bytes.length : from + at
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const joinedBytes = new Uint8Array(a.length + b.length)
  joinedBytes.set(a)
  joinedBytes.set(b, a.length)
  return joinedBytes
}

/** Yields the parts of a multipart body in order; reads no more than requested. */
async function* eventsOf(
  body: AsyncGenerator<Uint8Array>,
  contentType: string,
  maxBytes: number,
  takesField: PartTakers['takesField'],
): AsyncGenerator<Event> {
  const events: Event[] = []
  const decoder = new TextDecoder()
  let problem: Refusal | null = null
  let over = false
  let textBytes = 0
  const parser = make({
    headers: { 'content-type': contentType },
    maxParts,
    maxFieldSize: maxFieldBytes,
    onField({ name }, value) {
      if (!takesField(name)) return
      textBytes += value.length
      if (textBytes > maxTextBytes) problem ??= textsTooLongRefusal()
      else events.push({ kind: 'field', name, value: decoder.decode(value) })
    },
    onFile({ name }) {
      events.push({ kind: 'file', name })
      return (bytes) => events.push(bytes === null ? { kind: 'end' } : { kind: 'chunk', bytes })
    },
    onError(error) {
      problem ??= formRefusal(error)
    },
    onDone() {
      over = true
    },
  })
  function parse(work: () => void): void {
    if (over) return
    try {
      work()
    } catch (cause) {
      // The file name contains malformed escapes.
      problem ??= new Refusal('validation_failed', 'Send the request as multipart/form-data.', { cause })
    }
    if (problem !== null) throw problem
  }
  let total = 0
  let rest: Uint8Array = new Uint8Array()
  parse(() => undefined)
  // `for await` would cancel the body when a part is refused, and the response would be lost with the connection.
  for (let next = await body.next(); !next.done; next = await body.next()) {
    total += next.value.length
    if (total > maxBytes) throw new Refusal('payload_too_large', formTooLarge(maxBytes))
    if (over) continue
    const bytes = join(rest, next.value)
    const cut = cutBefore(bytes)
    rest = bytes.slice(cut)
    parse(() => parser.write(bytes.subarray(0, cut)))
    yield* events.splice(0)
  }
  parse(() => parser.write(rest))
  yield* events.splice(0)
  if (!over) throw new Refusal('validation_failed', sentence('This form is incomplete. Send it again.'))
}

interface PartTakers {
  /** Fields with other names are dropped. */
  takesField: (name: string) => boolean
  onFile: (name: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Reads a multipart form while it arrives. Returns its texts. `onFile` receives the bytes of each file, and must read
 * them before the next part. The platform's `formData()` would load the whole form into memory. Chunks of `body` must
 * not be reused. Throws Refusal: validation_failed, payload_too_large.
 */
export async function readMultipart(
  { headers }: Request,
  body: AsyncGenerator<Uint8Array>,
  maxBytes: number,
  { takesField, onFile }: PartTakers,
): Promise<[name: string, value: string][]> {
  const contentType = headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new Refusal('validation_failed', 'Send the request as multipart/form-data.')
  const fields: [string, string][] = []
  const events = eventsOf(body, contentType, maxBytes, takesField)
  async function* readChunks() {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      if (next.value.kind === 'end') return
      if (next.value.kind === 'chunk') yield next.value.bytes
    }
  }
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.kind === 'field') fields.push([next.value.name, next.value.value])
    if (next.value.kind === 'file') await onFile(next.value.name, readChunks())
  }
  return fields
}
