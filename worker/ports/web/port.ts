import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'

export interface WebFile {
  body: ReadableStream<Uint8Array>
  contentType: string
  /** Body size according to the server, which may be wrong; null if it is not announced. */
  announcedBytes: number | null
}

/** Reason why a file cannot be fetched. `isFinal` means that a retry cannot succeed. */
export interface FetchProblem {
  problem: MetadataProblem
  isFinal: boolean
}

/** Small files from third-party servers. */
export interface WebPort {
  /** Fetches the file at an address, whatever its type. Its body ends with an error if the transfer is too slow. */
  findFile(address: string): Promise<WebFile | FetchProblem>
}
