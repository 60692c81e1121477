/** A Workers stream of known length. It adds a Content-Length to the request, which S3 and some services require. */
declare const FixedLengthStream:
  | (new (
      bytes: number,
    ) => { readable: ReadableStream<Uint8Array>; writable: WritableStream<Uint8Array> })
  | undefined

/**
 * Joins parts into one body of `bytes` bytes. Files are streamed, not buffered. If a part fails, the body fails too.
 */
export function uploadBody(
  parts: (Uint8Array | ReadableStream<Uint8Array>)[],
  bytes: number,
): ReadableStream<Uint8Array> {
  const { readable, writable } =
    typeof FixedLengthStream === 'undefined'
      ? new TransformStream<Uint8Array, Uint8Array>()
      : new FixedLengthStream(bytes)
  async function pumpChunks() {
    for (const part of parts) {
      if (part instanceof ReadableStream) {
        await part.pipeTo(writable, { preventClose: true })
        continue
      }
      const writer = writable.getWriter()
      await writer.write(part)
      writer.releaseLock()
    }
    await writable.close()
  }
  // The stream reports the error to its reader. If the request has already ended, there is no reader.
  pumpChunks().catch((error: unknown) => writable.abort(error).catch(() => undefined))
  return readable
}

const encoder = new TextEncoder()

/** Streams a multipart form with text fields and one file (RFC 7578). */
export function uploadForm(
  texts: Record<string, string>,
  file: { body: ReadableStream<Uint8Array>; bytes: number; contentType: string; name: string },
): { body: ReadableStream<Uint8Array>; contentType: string } {
  const boundary = `opx-${crypto.randomUUID()}`
  const fields = Object.entries(texts).map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  const head = encoder.encode(
    `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(file.name)}"\r\nContent-Type: ${file.contentType.replace(/[\r\n]/g, '')}\r\n\r\n`,
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  return {
    body: uploadBody([head, file.body, tail], head.length + file.bytes + tail.length),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
