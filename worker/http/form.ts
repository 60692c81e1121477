import type * as v from 'valibot'
import { formTooLarge, mostFormBytes } from '#worker/contract/media-files.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { parsePart } from './validate.ts'

/**
 * A multipart form, parsed by its schema; a field that stands several times counts once. It says its size in Content-Length:
 * an isolate has 128 MB of memory, and a form stands in it whole.
 * Throws Refusal: payload_too_large, validation_failed.
 */
export async function readForm<S extends v.GenericSchema>(
  schema: S,
  request: Request,
): Promise<v.InferOutput<S>> {
  const length = request.headers.get('content-length')
  if (length === null || Number(length) > mostFormBytes) throw new Refusal('payload_too_large', formTooLarge)
  let form: FormData
  try {
    form = await request.formData()
  } catch (cause) {
    throw new Refusal('validation_failed', 'Send the request as multipart/form-data.', { cause })
  }
  return parsePart(schema, Object.fromEntries(form.entries()))
}
