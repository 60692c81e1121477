/** A part, with the ETag that the store returned for it. */
export interface PutPart {
  number: number
  etag: string
}

/**
 * The bucket for incoming files: part by part, through presigned addresses or from the worker itself. Throws
 * Refusal('storage_unavailable').
 */
export interface UploadsPort {
  /** Returns the store's id of the upload. */
  begin(key: string): Promise<string>
  /** A presigned address that accepts exactly this many bytes by PUT until it expires. */
  signPart(
    key: string,
    storeId: string,
    part: { number: number; bytes: number },
    seconds: number,
  ): Promise<string>
  /** Writes a part; returns its ETag. */
  putPart(key: string, storeId: string, number: number, bytes: Uint8Array): Promise<string>
  /**
   * Assembles the parts. `missing` means that the upload does not exist, or no longer; `parts` means that the parts do not
   * match.
   */
  complete(key: string, storeId: string, parts: PutPart[]): Promise<'done' | 'missing' | 'parts'>
  /** Aborts an upload; one that has ended counts as aborted. */
  abort(key: string, storeId: string): Promise<void>
  /** Copies a whole file to its place, with its content type. */
  take(from: string, to: string, contentType: string): Promise<void>
}
