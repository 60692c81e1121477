export interface IpfsFile {
  body: ReadableStream<Uint8Array>
  /** Size of the whole file; null if only the gateway reports it, because that value may be wrong. */
  bytes: number | null
  /** `bytes a-b/total` if the body is a range of the file. */
  range: string | null
  /**
   * True if the bytes match the CID, or are verified while they are streamed: wrong bytes end the body with an error.
   */
  isVerified: boolean
}

/** The result of verifying the blocks of a path: the bytes of the file, 'folder' for a folder, or 'unproven'. */
export type ProvenFile = Uint8Array | 'folder' | 'unproven'

/**
 * A file, or a range of it, that is verified against the CID while it is streamed. Wrong bytes end the stream with an
 * error.
 */
export interface ProvenStream {
  /** The size of the whole file. */
  bytes: number
  chunks: AsyncGenerator<Uint8Array>
}

/** Reads content from IPFS by path (`<cid>` or `<cid>/name`). */
export interface IpfsPort {
  /** Returns the file, or the range named by a Range header; null if no gateway returns it in time. */
  find(path: string, range?: string): Promise<IpfsFile | null>
  /** True if the path is a folder. Call it only after `find` has returned null for the path. */
  isFolder(path: string): boolean
  /**
   * Returns the first or last bytes of a file, unverified, and the size of the whole file if the gateway reports it.
   */
  findPart(
    path: string,
    part: { first: number } | { last: number },
  ): Promise<{ bytes: Uint8Array; wholeBytes: number | null } | null>
  /** Returns how many gateways have the beginning of a file, and how many were queried. */
  countHaving(path: string): Promise<{ havingCount: number; askedCount: number }>
  /** Returns the CID of the file at a path, proven by the blocks of its folders; null if no gateway returns them. */
  findCid(path: string): Promise<string | null>
  /** Returns all blocks of a file as a CAR, unverified; null if no gateway returns them. */
  findBlocks(cid: string): Promise<ReadableStream<Uint8Array> | null>
}

export interface PinFile {
  body: ReadableStream<Uint8Array>
  bytes: number
  contentType: string
  name: string
  /**
   * True for a CAR: its blocks are stored and its root is pinned, so the file keeps its CID regardless of how it was
   * chunked.
   */
  isCar: boolean
}

/** A service that pins files on IPFS. */
export interface PinningPort {
  /** False if the operator has not configured a service. Files wait in the queue. */
  readonly available: boolean
  /**
   * Uploads and pins a file; adding the same file again has no effect. Returns the service's CID, which the caller compares
   * with its own. Throws Refusal('pinning_unavailable').
   */
  add(file: PinFile, signal: AbortSignal): Promise<string>
  /** Unpins a file; a file that is not pinned counts as removed. Throws Refusal('pinning_unavailable'). */
  remove(cid: string, signal: AbortSignal): Promise<void>
}
