/**
 * Shortens an address to its first 6 and last 4 characters, for places without room for a name or the whole address.
 */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
}
