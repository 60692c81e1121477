/**
 * This number must not become smaller: readers of a shard that is no longer named would not hear anything until they reconnect.
 */
const shards = 16

/** Returns the shard of an address. All readers of an address are in one shard, which counts them. Uses FNV-1a. */
export function shardOf(network: string): string {
  let hash = 0x811c9dc5
  for (const letter of network) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return `shard-${(hash >>> 0) % shards}`
}
