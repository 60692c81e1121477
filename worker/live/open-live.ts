import type { LivePlatform } from '#worker/handlers/live.ts'
import { shardOf } from './shard-names.ts'

/**
 * Opens WebSockets and event streams through the shards. Both are HTTP responses, so the object's `fetch` returns them.
 */
export function openLive(namespace: DurableObjectNamespace): LivePlatform {
  const fetchShard = (network: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const name = shardOf(network)
    return namespace.getByName(name).fetch('https://shard', {
      ...init,
      headers: { ...init.headers, 'x-live-network': network, 'x-live-shard': name },
    })
  }
  return {
    connect: (network) => fetchShard(network, { headers: { upgrade: 'websocket' } }),
    stream: (network, start) => fetchShard(network, { method: 'POST', body: JSON.stringify(start) }),
  }
}
