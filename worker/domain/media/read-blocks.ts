/** Bytes of a stream, or of a part of a form, while they arrive. */
export type Chunks = AsyncIterable<Uint8Array>

/** Returns null for a stream that is not a byte stream, because it cannot be read into our own buffer. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Reads a stream into the same memory repeatedly: a chunk is valid until the next one is requested. */
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
 * Yields bytes in blocks of `size` (the last one is shorter). Refills `spare` blocks, which are no longer in use;
 * otherwise a large file would create several times its size of garbage.
 */
export async function* readBlocks(
  source: ReadableStream<Uint8Array> | Chunks,
  size: number,
  spare: Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  const createBlock = () => spare.pop() ?? new Uint8Array(size)
  let block = createBlock()
  let filledBytes = 0
  for await (const chunk of source instanceof ReadableStream ? readChunks(source, size) : source) {
    for (let at = 0; at < chunk.length; ) {
      const count = Math.min(size - filledBytes, chunk.length - at)
      block.set(chunk.subarray(at, at + count), filledBytes)
      at += count
      filledBytes += count
      if (filledBytes < size) continue
      yield block
      block = createBlock()
      filledBytes = 0
    }
  }
  if (filledBytes > 0) yield block.subarray(0, filledBytes)
}
