export interface IpfsFile {
  body: ReadableStream<Uint8Array>
  contentType: string
}

/** Content from IPFS by its path (`<cid>` or `<cid>/name`). */
export interface IpfsPort {
  /** The file, or null when no gateway returns it in time. */
  find(path: string): Promise<IpfsFile | null>
}

export interface PinFile {
  body: ReadableStream<Uint8Array>
  bytes: number
  contentType: string
  name: string
}

/** A service that keeps files on IPFS. */
export interface PinningPort {
  /** False when the operator has chosen none: files wait. */
  readonly available: boolean
  /**
   * Uploads a file and pins it; a repeated file is pinned once. Returns the service's CID, which the caller compares with its own.
   * Throws Refusal('pinning_unavailable').
   */
  add(file: PinFile, signal: AbortSignal): Promise<string>
}
