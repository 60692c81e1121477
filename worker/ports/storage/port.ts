export interface StoredObject {
  body: ReadableStream<Uint8Array>
  contentType: string
  bytes: number
  /** `bytes a-b/total` if a range was requested. */
  range: string | null
}

/** The bucket of media. Throws Refusal('storage_unavailable') when it does not answer. */
export interface StoragePort {
  /** `expectedBytes` gives the store more time to begin with a large object. */
  find(key: string, range?: string, expectedBytes?: number): Promise<StoredObject | null>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Both keys are in the bucket; an object at `to` is replaced. */
  copy(from: string, to: string): Promise<void>
  /** A missing object counts as removed. */
  remove(key: string): Promise<void>
}
