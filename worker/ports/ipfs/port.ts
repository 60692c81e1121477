export interface IpfsFile {
  body: ReadableStream<Uint8Array>
  /** The size of the whole file; null where only the gateway says it, so that it may be wrong. */
  bytes: number | null
  /** `bytes a-b/total` if the body is a part of the file. */
  range: string | null
  /** True if the bytes were compared with the CID, or are as they pass: wrong ones end the body with an error. */
  isVerified: boolean
}

/** The result of checking the blocks of a path: the bytes of the file, that it is a folder, or nothing. */
export type ProvenFile = Uint8Array | 'folder' | 'unproven'

/** A file, or a part of one, whose bytes are compared with the CID as they pass; wrong bytes end the stream with an error. */
export interface ProvenStream {
  /** The size of the whole file. */
  bytes: number
  chunks: AsyncGenerator<Uint8Array>
}

/** Content from IPFS by its path (`<cid>` or `<cid>/name`). */
export interface IpfsPort {
  /** The file, or the part of it that a Range header names; null when no gateway returns it in time. */
  find(path: string, range?: string): Promise<IpfsFile | null>
  /** Returns whether a path for which `find` has just returned null is that of a folder. */
  isFolder(path: string): boolean
  /** The first bytes of a file, or its last, not verified, and the size of the whole file if the gateway says it. */
  findPart(
    path: string,
    part: { first: number } | { last: number },
  ): Promise<{ bytes: Uint8Array; wholeBytes: number | null } | null>
  /** Returns how many gateways have the beginning of a file, and how many were asked. */
  countHaving(path: string): Promise<{ having: number; asked: number }>
  /** The CID of the file at a path in folders, proven by their blocks; null when no gateway returns them. */
  findCid(path: string): Promise<string | null>
  /** All blocks of a file as a CAR, not verified; null when no gateway returns them. */
  findBlocks(cid: string): Promise<ReadableStream<Uint8Array> | null>
}

export interface PinFile {
  body: ReadableStream<Uint8Array>
  bytes: number
  contentType: string
  name: string
  /** True for a CAR: its blocks are stored and its root is pinned, whatever way the file was split into blocks. */
  isCar: boolean
}

/** A service that keeps files on IPFS. */
export interface PinningPort {
  /** False if the operator has not chosen a service. Files wait. */
  readonly available: boolean
  /**
   * Uploads a file and pins it; a repeated file is pinned once. Returns the service's CID, which the caller compares with its own.
   * Throws Refusal('pinning_unavailable').
   */
  add(file: PinFile, signal: AbortSignal): Promise<string>
  /** Ends the pin of a file; one that is not pinned counts as removed. Throws Refusal('pinning_unavailable'). */
  remove(cid: string, signal: AbortSignal): Promise<void>
}
