/** Bytes as they arrive, from a stream or from a part of a form. */
export type Chunks = AsyncIterable<Uint8Array>

/** Null for a stream that is not a byte stream, which cannot be read into our own buffer. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** A stream read into the same memory repeatedly: a chunk is valid until the next one is requested. */
async function* readChunks(body: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const reader = byobReader(body)
  if (reader === null) {
    yield* body
    return
  }
  let scratch = new Uint8Array(size)
  let over = false
  try {
    while (!over) {
      const { done, value } = await reader.read(scratch)
      over = done
      if (value === undefined || done) continue
      yield value
      scratch = new Uint8Array(value.buffer)
    }
  } finally {
    if (!over) await reader.cancel()
    reader.releaseLock()
  }
}

/**
 * Yields bytes in blocks of `size` (the last one is shorter). `spare` blocks, which are no longer in use, are refilled:
 * otherwise a large file would leave several times its size as garbage.
 */
export async function* readBlocks(
  source: ReadableStream<Uint8Array> | Chunks,
  size: number,
  spare: Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  const fresh = () => spare.pop() ?? new Uint8Array(size)
  let block = fresh()
  let filledBytes = 0
  for await (const chunk of source instanceof ReadableStream ? readChunks(source, size) : source) {
    for (let at = 0; at < chunk.length; ) {
      const count = Math.min(size - filledBytes, chunk.length - at)
      block.set(chunk.subarray(at, at + count), filledBytes)
      at += count
      filledBytes += count
      if (filledBytes < size) continue
      yield block
      block = fresh()
      filledBytes = 0
    }
  }
  if (filledBytes > 0) yield block.subarray(0, filledBytes)
}
