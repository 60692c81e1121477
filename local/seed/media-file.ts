export interface MediaFile {
  bytes: Buffer
  contentType: string
  width: number | null
  height: number | null
  /** Placeholder colour until the file is loaded. */
  color: string | null
}
