/** Null for a stream that is no stream of bytes: those cannot be read into memory of ours. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/**
 * The bytes of a stream in blocks of `size` (the last one is shorter). What the network brings is read into the same memory
 * again and again, and `spare` blocks, which nobody needs any more, are filled again: taken piece by piece, a large file
 * leaves several times its size behind to be cleared away.
 */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  size: number,
  spare: Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  const reader = byobReader(body)
  if (reader === null) {
    yield* body
    return
  }
  let over = false
  const fresh = () => spare.pop() ?? new Uint8Array(size)
  let block = fresh()
  let filled = 0
  let scratch = new Uint8Array(size)
  try {
    while (!over) {
      const { done, value } = await reader.read(scratch.subarray(0, size - filled))
      over = done
      if (value !== undefined && !done) {
        block.set(value, filled)
        filled += value.length
        scratch = new Uint8Array(value.buffer)
      }
      if (filled === size || (over && filled > 0)) {
        yield block.subarray(0, filled)
        block = fresh()
        filled = 0
      }
    }
  } finally {
    if (!over) await reader.cancel()
    reader.releaseLock()
  }
}
