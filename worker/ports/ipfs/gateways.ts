import type { IpfsPort } from './port.ts'

export interface GatewaySettings {
  /** Origins such as https://ipfs.io; asked one after another. */
  gateways: string[]
  timeoutMs: number
  fetch: typeof fetch
}

/** IPFS over HTTP gateways. Source: specs.ipfs.tech "Path Gateway". */
export function createGateways({ gateways, timeoutMs, fetch: get }: GatewaySettings): IpfsPort {
  return {
    async find(path) {
      // Segment by segment, so that nothing in a path can leave /ipfs/ or begin a query.
      const address = path.split('/').map(encodeURIComponent).join('/')
      for (const gateway of gateways) {
        const reply = await get(`${gateway}/ipfs/${address}`, {
          signal: AbortSignal.timeout(timeoutMs),
        }).catch(() => null)
        if (reply === null || !reply.ok || reply.body === null) {
          await reply?.body?.cancel()
          continue
        }
        return {
          body: reply.body,
          contentType: reply.headers.get('content-type') ?? 'application/octet-stream',
        }
      }
      return null
    },
  }
}
