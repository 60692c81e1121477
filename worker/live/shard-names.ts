/** Number of shards. Do not reduce it: readers of a removed shard would receive nothing until they reconnect. */
const shards = 16

/** Returns the shard of an address (FNV-1a hash). All readers of an address share one shard, which counts them. */
export function shardOf(network: string): string {
  let hash = 0x811c9dc5
  for (const letter of network) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return `shard-${(hash >>> 0) % shards}`
}
