/** Small texts from other people's servers. */
export interface WebPort {
  /** The text behind an address; null when it cannot be had in time, in size, in type, or from where it is. */
  findText(address: string): Promise<string | null>
}
