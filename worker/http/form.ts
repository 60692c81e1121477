import type * as v from 'valibot'
import { Refusal } from '#worker/contract/refusal.ts'
import { parsePart } from './validate.ts'

/** Largest multipart form: an isolate has 128 MB of memory, and a form stands in it whole. */
const mostFormBytes = 25 * 1024 * 1024

/**
 * A multipart form, parsed by its schema; a field that stands several times counts once.
 * Throws Refusal: payload_too_large, validation_failed.
 */
export async function readForm<S extends v.GenericSchema>(
  schema: S,
  request: Request,
): Promise<v.InferOutput<S>> {
  const length = request.headers.get('content-length')
  if (length === null || Number(length) > mostFormBytes)
    throw new Refusal('payload_too_large', 'A form may have 25 MB at most, and says so in Content-Length.')
  let form: FormData
  try {
    form = await request.formData()
  } catch (cause) {
    throw new Refusal('validation_failed', 'Send the request as multipart/form-data.', { cause })
  }
  return parsePart(schema, Object.fromEntries(form.entries()))
}
