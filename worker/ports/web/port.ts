/** Small texts from third-party servers. */
export interface WebPort {
  /** The text at an address; null when it is too slow, too large, of the wrong type, or its address is not allowed. */
  findText(address: string): Promise<string | null>
}
