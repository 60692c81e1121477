export interface IpfsFile {
  body: ReadableStream<Uint8Array>
  contentType: string
}

/** Content from IPFS by its path (`<cid>` or `<cid>/name`). */
export interface IpfsPort {
  /** The file, or null when no gateway has it in time. */
  find(path: string): Promise<IpfsFile | null>
}
