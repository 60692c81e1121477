import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  /** Address to connect to. */
  origin: string
  /** Cuts the next connection that sends more than this many bytes to the server, once. */
  cutAfter: (bytes: number) => void
  /** Number of cuts so far. */
  cuts: () => number
  close: () => Promise<void>
}

/** Starts a proxy to a server on loopback that can cut a connection in the middle of a transfer. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const open = new Set<Socket>()
  let limit: number | null = null
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname)
    let carried = 0
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      // If one side ends, the other one ends as well. Errors of a reset connection are expected.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.on('data', (chunk) => {
      carried += chunk.length
      if (limit === null || carried <= limit) return
      limit = null
      cuts += 1
      near.resetAndDestroy()
    })
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    cutAfter: (bytes) => {
      limit = bytes
    },
    cuts: () => cuts,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
