/** Of a part, as the store answered it when it was put. */
export interface PutPart {
  number: number
  etag: string
}

/** The bucket as files come in: part by part, by presigned addresses or from the worker itself. Throws Refusal('storage_unavailable'). */
export interface UploadsPort {
  /** Answers the number of the upload at the store. */
  begin(key: string): Promise<string>
  /** An address that takes exactly so many bytes by PUT, for so long. */
  signPart(
    key: string,
    storeId: string,
    part: { number: number; bytes: number },
    seconds: number,
  ): Promise<string>
  /** Writes a part; answers its ETag. */
  putPart(key: string, storeId: string, number: number, bytes: Uint8Array): Promise<string>
  /** Puts the parts together. `missing`: the upload is not (or no longer) there; `parts`: they do not fit together. */
  complete(key: string, storeId: string, parts: PutPart[]): Promise<'done' | 'missing' | 'parts'>
  /** Gives an upload up; one that is over already counts as given up. */
  abort(key: string, storeId: string): Promise<void>
  /** Copies a whole file to its place, with its type. */
  take(from: string, to: string, contentType: string): Promise<void>
}
