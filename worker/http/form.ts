import { sentence } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { formTooLarge, ReceivedFile } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { readMultipart } from './multipart.ts'
import { entriesOf } from './schema-entries.ts'
import { parsePart } from './validate.ts'

/** Receives the files of one form, for an identified caller. */
export interface FormReceiver {
  maxBytes: number
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Discards the received files after a failed call. */
  discard(files: ReceivedFile[]): void
  /** Called when the form is read or abandoned. */
  close(): void
}

/** A placeholder that shows whether a schema accepts a file. */
const anyFile = new ReceivedFile('', { cid: '', bytes: 0, finding: null })

/** Reads the rest of a refused form, because a response in the middle of an upload would get lost. */
async function drain(body: AsyncGenerator<Uint8Array>, maxBytes: number): Promise<void> {
  let bytesLeft = maxBytes
  for await (const chunk of body) {
    bytesLeft -= chunk.length
    if (bytesLeft < 0) return
  }
}

/** Maximum number of bytes drained for a visitor, and beyond the limit for a form that is too long. */
const drainedBytes = 1024 * 1024

/**
 * Slowest pace of a form. If fewer bytes arrive in this time, the form is aborted, because others wait for its slot.
 */
const pace = { bytes: 16 * 1024, ms: 10_000 }

/**
 * Yields the body while it arrives. Only the time spent waiting for the sender counts. Throws Refusal('form_too_slow').
 */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  let waitedMs = 0
  let bytes = 0
  for (;;) {
    const begunAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), pace.ms - waitedMs)
    })
    const next = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer))
    if (next === null) {
      void reader.cancel().catch(() => undefined)
      throw new Refusal(
        'form_too_slow',
        sentence('This form is arriving too slowly. Try again on a better connection.'),
      )
    }
    if (next.done) return
    waitedMs += Date.now() - begunAt
    bytes += next.value.length
    if (bytes >= pace.bytes) waitedMs = bytes = 0
    yield next.value
  }
}

/**
 * Reads a multipart form, parsed by its schema. Files are stored while they arrive. The last value of a repeated text
 * counts. Throws Refusal: payload_too_large, validation_failed, and the refusals of `openReceiver` and the receiver.
 */
export async function readForm<S extends v.GenericSchema>(
  schema: S,
  request: Request,
  openReceiver: () => Promise<FormReceiver>,
): Promise<{ form: v.InferOutput<S>; discard: () => void }> {
  const body = chunksOf(request)
  const fields = new Map(Object.entries(entriesOf(schema)))
  let maxDrained = drainedBytes
  const files = new Map<string, ReceivedFile>()
  let discard = () => {}
  let close = () => {}
  try {
    const receiver = await openReceiver()
    close = () => receiver.close()
    discard = () => receiver.discard([...files.values()])
    const { maxBytes } = receiver
    if (Number(request.headers.get('content-length') ?? '0') > maxBytes) {
      maxDrained = 0
      throw new Refusal('payload_too_large', formTooLarge(maxBytes))
    }
    maxDrained += maxBytes
    const texts = await readMultipart(request, body, maxBytes, {
      takesField: (name) => fields.has(name),
      async onFile(name, chunks) {
        const field = fields.get(name)
        if (field !== undefined && v.is(field, anyFile) && !files.has(name))
          files.set(name, await receiver.receive(chunks))
        else for await (const _ of chunks) continue
      },
    })
    return { form: parsePart(schema, Object.fromEntries([...texts, ...files])), discard }
  } catch (error) {
    discard()
    if (maxDrained > 0) await drain(body, maxDrained).catch(() => undefined)
    throw error
  } finally {
    close()
  }
}
