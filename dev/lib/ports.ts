import { createServer } from 'node:net'
import { StackError } from '#dev/lib/stack-error.ts'

const loopback = '127.0.0.1'

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address()
      const bound = typeof address === 'object' && address !== null ? address.port : null
      probe.close(() => resolve(bound))
    })
  })
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port, loopback)) !== null
}

/** A port of loopback that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const port = await listenOnce(0, loopback)
  if (port === null) throw new StackError('This machine has no free port on 127.0.0.1.')
  return port
}

/** @throws StackError with the flag that moves the part elsewhere */
export async function requireFreePort(port: number, part: string, flag: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new StackError(
    `Port ${port} for ${part} is taken: stop what runs there, or choose another with ${flag} <number>.`,
  )
}
