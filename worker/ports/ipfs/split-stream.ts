export interface StreamPart {
  body: ReadableStream<Uint8Array>
  bytes: number
}

/**
 * Splits a stream of `bytes` bytes into streams of `partBytes` each. Read them in order; no part is buffered in memory.
 */
export function* splitStream(
  source: ReadableStream<Uint8Array>,
  bytes: number,
  partBytes: number,
): Generator<StreamPart> {
  const reader = source.getReader()
  let rest: Uint8Array = new Uint8Array(0)
  for (let start = 0; start < bytes; start += partBytes) {
    const size = Math.min(partBytes, bytes - start)
    let bytesLeft = size
    yield {
      bytes: size,
      body: new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (rest.length === 0) {
            const next = await reader.read()
            if (next.done) throw new Error('The file is shorter than it should be.')
            rest = next.value
          }
          const chunk = rest.subarray(0, bytesLeft)
          rest = rest.subarray(chunk.length)
          bytesLeft -= chunk.length
          if (chunk.length > 0) controller.enqueue(chunk)
          if (bytesLeft === 0) controller.close()
        },
        cancel: (reason) => reader.cancel(reason),
      }),
    }
  }
}
