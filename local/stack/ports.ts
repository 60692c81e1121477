import { findFreePort, requireFreePort } from '#local/lib/ports.ts'

/** Every listener of the stack, with the flag that changes its port, and its name in messages. */
export const listeners = {
  site: { port: 8787, flag: '--port', label: 'the site' },
  signer: { port: 8788, flag: '--signer-port', label: 'the wallet and signer' },
  ledger: { port: 8789, flag: '--ledger-port', label: 'the ledger' },
  postgres: { port: 8790, flag: '--postgres-port', label: 'Postgres' },
  proxy: { port: 8791, flag: '--proxy-port', label: 'the database proxy' },
  s3: { port: 8792, flag: '--s3-port', label: 'the object storage' },
  ipfs: { port: 8793, flag: '--ipfs-port', label: 'IPFS' },
  push: { port: 8795, flag: '--push-port', label: 'the push service' },
  /** Used only in `npm run dev`, where Vite uses the site's port. */
  worker: { port: 8794, flag: '--worker-port', label: 'the worker' },
} as const

export type Listener = keyof typeof listeners
export type Ports = Record<Listener, number>

export const listenerNames = Object.keys(listeners) as Listener[]

/** Checks all ports before anything is started, so that a port in use does not leave a partial stack. */
export async function requireFreePorts(ports: Ports, requiredListeners: Listener[]): Promise<void> {
  for (const name of requiredListeners) {
    const { label, flag } = listeners[name]
    await requireFreePort(ports[name], label, flag)
  }
}

/** Returns a distinct free port for each listener, for tests, which run in parallel. */
export async function freePorts(): Promise<Ports> {
  const ports: Partial<Ports> = {}
  for (const name of listenerNames) ports[name] = await findFreePort()
  return ports as Ports
}
