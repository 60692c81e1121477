import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { StackError } from './stack-error.ts'

const loopback = '127.0.0.1'
/** Range of ports below the ephemeral ports of the operating systems: Linux from 32768, others from 49152. */
const [lowest, highest] = [20_000, 32_000]
const maxTries = 1000

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: loopback, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/**
 * Binds the UDP port of the same number until this process ends, as a lock against other processes that are looking for
 * a free port.
 */
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
 * Returns a free loopback port for a later start and for restarts. While this process lives, neither the system nor
 * another caller gets the port.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowest, highest)
    if ((await claim(port)) && (await isPortFree(port))) return port
  }
  throw new StackError('This machine has no free port on 127.0.0.1.')
}

/** Checks that a port is free. @throws StackError with the flag that changes the part's port */
export async function requireFreePort(port: number, part: string, flag: string): Promise<void> {
  if (await isPortFree(port)) return
  throw new StackError(
    `Port ${port} for ${part} is taken: stop what runs there, or choose another with ${flag} <number>.`,
  )
}
