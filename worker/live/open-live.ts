import type { LivePlatform } from '#worker/routes/live.ts'
import type { ObjectNamespace } from './platform.ts'
import { shardOf } from './shard-names.ts'

/** Sockets and streams by way of the shards. */
export function openLive(namespace: ObjectNamespace): LivePlatform {
  const shardFor = (network: string) => {
    const name = shardOf(network)
    return { name, stub: namespace.get(namespace.idFromName(name)) }
  }
  return {
    async connect(network) {
      const { name, stub } = shardFor(network)
      return stub.fetch('https://shard/connect', {
        headers: { upgrade: 'websocket', 'x-live-network': network, 'x-live-shard': name },
      })
    },
    async stream(network, start) {
      const { name, stub } = shardFor(network)
      return stub.fetch('https://shard/stream', {
        method: 'POST',
        body: JSON.stringify(start),
        headers: { 'x-live-network': network, 'x-live-shard': name },
      })
    },
  }
}
