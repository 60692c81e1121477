/** An uploaded part, with the ETag that the store returned. */
export interface PutPart {
  number: number
  etag: string
}

/**
 * The bucket for incoming files, which arrive in parts through presigned addresses or from the worker. Throws
 * Refusal('storage_unavailable').
 */
export interface UploadsPort {
  /** Starts an upload and returns the store's id for it. */
  begin(key: string): Promise<string>
  /** Returns a presigned address that accepts a PUT of exactly this many bytes until it expires. */
  signPart(
    key: string,
    storeId: string,
    part: { number: number; bytes: number },
    seconds: number,
  ): Promise<string>
  /** Uploads a part and returns its ETag. */
  putPart(key: string, storeId: string, number: number, bytes: Uint8Array): Promise<string>
  /**
   * Assembles the parts. `missing` means that the upload does not exist (any more); `parts` means that the parts do not
   * match.
   */
  complete(key: string, storeId: string, parts: PutPart[]): Promise<'done' | 'missing' | 'parts'>
  /** Aborts an upload. Succeeds if the upload has already ended. */
  abort(key: string, storeId: string): Promise<void>
  /** Copies a complete file to its final key and sets its content type. */
  take(from: string, to: string, contentType: string): Promise<void>
}
