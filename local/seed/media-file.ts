export interface MediaFile {
  bytes: Buffer
  contentType: string
  width: number | null
  height: number | null
  /** Placeholder colour until it is loaded. */
  color: string | null
}
