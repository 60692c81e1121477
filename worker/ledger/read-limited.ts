/** The largest metadata that is read. */
export const maxMetadataBytes = 256 * 1024

export interface Beginning {
  bytes: Uint8Array
  /** True if these are all bytes of the body. */
  isWhole: boolean
}

/** Reads the beginning of a body, up to a size, and ends the transfer beyond it. */
export async function readBeginning(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Beginning> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > maxBytes) break
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)).subarray(0, maxBytes), isWhole: bytes <= maxBytes }
}
