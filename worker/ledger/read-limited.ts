/** Maximum size of metadata; larger files are not read completely. */
export const maxMetadataBytes = 256 * 1024

export interface Beginning {
  bytes: Uint8Array
  /** True if `bytes` is the complete body. */
  isWhole: boolean
}

/** Reads the beginning of a body up to `maxBytes` and cancels the rest of the transfer. */
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
