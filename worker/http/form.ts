import * as v from 'valibot'
import { formTooLarge, ReceivedFile } from '#worker/contract/media-files.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { readMultipart } from './multipart.ts'
import { parsePart } from './validate.ts'

/** Takes the files of one form, for a caller who is known already. */
export interface FormReceiver {
  maxBytes: number
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Takes back what was received: the form came to nothing. */
  discard(files: ReceivedFile[]): void
}

/** Stands for any file, where a schema is asked whether it takes one. */
const anyFile = new ReceivedFile('', { cid: '', bytes: 0, found: null })

function takesFile(schema: v.GenericSchema, name: string): boolean {
  const entries: unknown = Reflect.get(schema, 'entries')
  const entry: unknown =
    typeof entries === 'object' && entries !== null && Object.hasOwn(entries, name)
      ? Reflect.get(entries, name)
      : undefined
  return isSchema(entry) && v.is(entry, anyFile)
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema'

/**
 * A multipart form, parsed by its schema; files go into the store as they arrive, and a text that stands several times counts
 * once. Throws Refusal: payload_too_large, validation_failed, and what the receiver throws.
 */
export async function readForm<S extends v.GenericSchema>(
  schema: S,
  request: Request,
  receiver: FormReceiver,
): Promise<{ form: v.InferOutput<S>; files: ReceivedFile[] }> {
  if (Number(request.headers.get('content-length') ?? '0') > receiver.maxBytes)
    throw new Refusal('payload_too_large', formTooLarge(receiver.maxBytes))
  const files = new Map<string, ReceivedFile>()
  try {
    const texts = await readMultipart(request, receiver.maxBytes, async (name, chunks) => {
      if (takesFile(schema, name) && !files.has(name)) files.set(name, await receiver.receive(chunks))
      else for await (const _ of chunks) continue
    })
    const form = parsePart(schema, Object.fromEntries([...texts, ...files]))
    return { form, files: [...files.values()] }
  } catch (error) {
    receiver.discard([...files.values()])
    throw error
  }
}
