/** Never fewer: readers of a shard that is no longer named would not hear anything until they come back. */
const shards = 16

/** The shard of an address: all its readers are in one, which counts them. FNV-1a. */
export function shardOf(network: string): string {
  let hash = 0x811c9dc5
  for (const letter of network) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return `shard-${(hash >>> 0) % shards}`
}
