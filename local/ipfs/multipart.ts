export interface Part {
  /** The given file name, or an empty string. */
  filename: string
  content: AsyncIterable<Uint8Array>
}

/** Reads the bytes of a stream with lookahead; all functions below use it. */
class Reader {
  buffer: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Uint8Array>

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async readMore(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done === true) return false
    this.buffer = Buffer.concat([this.buffer, next.value])
    return true
  }

  take(length: number): Buffer {
    const chunk = this.buffer.subarray(0, length)
    this.buffer = this.buffer.subarray(length)
    return chunk
  }
}

async function readUntil(reader: Reader, mark: Buffer, limit: number): Promise<Buffer> {
  for (;;) {
    const at = reader.buffer.indexOf(mark)
    if (at >= 0) {
      const head = Buffer.from(reader.take(at))
      reader.take(mark.length)
      return head
    }
    if (reader.buffer.length > limit || !(await reader.readMore()))
      throw new Error('The form is not complete.')
  }
}

/** Yields the bytes before `mark` as they arrive. Buffers at most one chunk and one mark. */
async function* streamUntil(reader: Reader, mark: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const at = reader.buffer.indexOf(mark)
    if (at >= 0) {
      if (at > 0) yield Buffer.from(reader.take(at))
      reader.take(mark.length)
      return
    }
    const safe = reader.buffer.length - mark.length + 1
    if (safe > 0) yield Buffer.from(reader.take(safe))
    if (!(await reader.readMore())) throw new Error('The form is not complete.')
  }
}

/**
 * Yields the parts of a multipart/form-data body (RFC 7578) in order. Each part must be read before the next is
 * requested.
 */
export async function* parseMultipart(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Part> {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (boundary === undefined) throw new Error('Send multipart/form-data.')
  const reader = new Reader(body)
  const mark = Buffer.from(`\r\n--${boundary}`)
  await readUntil(reader, mark.subarray(2), 64 * 1024)
  for (;;) {
    const lineEnd = await readUntil(reader, Buffer.from('\r\n'), 64 * 1024)
    if (lineEnd.toString().startsWith('--')) return
    const headers = (await readUntil(reader, Buffer.from('\r\n\r\n'), 64 * 1024)).toString('utf8')
    const content = streamUntil(reader, mark)
    yield { filename: /filename="([^"]*)"/i.exec(headers)?.[1] ?? '', content }
    for await (const rest of content) void rest
  }
}
