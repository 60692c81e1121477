import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { StackError } from './stack-error.ts'

const loopback = '127.0.0.1'
/** Below the systems' ephemeral ports: Linux from 32768, others from 49152. */
const [lowest, highest] = [20_000, 32_000]
const maxTries = 1000

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: loopback, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** Binds the UDP port of that number until this process ends, as a lock for other processes that look for a free port. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sign = createSocket('udp4')
    sign.once('error', () => sign.close(() => resolve(false)))
    sign.bind({ port, address: loopback, exclusive: true }, () => {
      sign.unref()
      resolve(true)
    })
  })
}

/**
 * A free loopback port for a later start, and for restarts: as long as this process lives, no other caller gets it, from here or
 * from the system.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowest, highest)
    if ((await claim(port)) && (await isPortFree(port))) return port
  }
  throw new StackError('This machine has no free port on 127.0.0.1.')
}

/** @throws StackError with the flag that changes the part's port */
export async function requireFreePort(port: number, part: string, flag: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new StackError(
    `Port ${port} for ${part} is taken: stop what runs there, or choose another with ${flag} <number>.`,
  )
}
