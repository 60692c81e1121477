/** Thrown if a body pauses for longer than `idleMs`, or has more than `maxBytes`. */
export class BodyTooSlow extends Error {}
export class BodyTooLarge extends Error {}

export interface BodyLimits {
  maxBytes: number
  idleMs: number
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyTooSlow('The server stopped sending.')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Yields the chunks of an untrusted body. The transfer ends when the consumer stops reading or a limit is exceeded. */
export async function* boundedChunks(
  body: ReadableStream<Uint8Array>,
  { maxBytes, idleMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const next = await inTime(reader.read(), idleMs)
      if (next.done) return
      bytes += next.value.length
      if (bytes > maxBytes) throw new BodyTooLarge(`The file has more than ${maxBytes} bytes.`)
      yield next.value
    }
  } finally {
    // A server that hangs does not respond to the cancellation either.
    void reader.cancel().catch(() => undefined)
  }
}

/** Returns the first bytes of a body, up to `maxBytes`. */
export async function readFirst(
  body: ReadableStream<Uint8Array>,
  { maxBytes, idleMs }: BodyLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of boundedChunks(body, { maxBytes: Number.POSITIVE_INFINITY, idleMs })) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return joinChunks(chunks, bytes).subarray(0, maxBytes)
}

export function joinChunks(chunks: Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

export const streamOfBytes = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })

/** Returns chunks as a stream that ends the transfer when its reader cancels. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** Returns the first bytes of a body, and the whole body again. */
export async function readHead(
  body: ReadableStream<Uint8Array>,
  atLeast: number,
): Promise<{ head: Uint8Array; body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader()
  const bufferedChunks: Uint8Array[] = []
  let bytes = 0
  while (bytes < atLeast) {
    const next = await reader.read()
    if (next.done) break
    bufferedChunks.push(next.value)
    bytes += next.value.length
  }
  async function* wholeBody() {
    try {
      yield* bufferedChunks
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    } finally {
      await reader.cancel()
    }
  }
  return { head: joinChunks(bufferedChunks, bytes), body: streamOf(wholeBody()) }
}
