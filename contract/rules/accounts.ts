/** Returns the first 6 and last 4 characters of an address that is longer than 10. */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
}
