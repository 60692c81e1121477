import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'

export interface WebFile {
  body: ReadableStream<Uint8Array>
  contentType: string
  /** The server announces this size, which may be wrong; null when it announces none. */
  announcedBytes: number | null
}

/** The reason why a file cannot be fetched. If `isFinal`, a later try cannot succeed. */
export interface FetchProblem {
  problem: MetadataProblem
  isFinal: boolean
}

/** Small files from third-party servers. */
export interface WebPort {
  /** Returns the file at an address, whatever its type. Its body breaks off if it is too slow. */
  findFile(address: string): Promise<WebFile | FetchProblem>
}
