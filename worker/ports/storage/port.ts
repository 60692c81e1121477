export interface StoredObject {
  body: ReadableStream<Uint8Array>
  contentType: string
  bytes: number
  /** `bytes a-b/total` if a range was requested. */
  range: string | null
}

/** The media bucket. Throws Refusal('storage_unavailable') if it does not answer. */
export interface StoragePort {
  /**
   * Returns an object, or a range of it; null if there is none. `expectedBytes` extends the timeout for large objects.
   */
  find(key: string, range?: string, expectedBytes?: number): Promise<StoredObject | null>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Copies within the bucket; replaces an existing object at `to`. */
  copy(from: string, to: string): Promise<void>
  /** Removes an object. A missing object counts as removed. */
  remove(key: string): Promise<void>
}
