import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type PartProcess, startPart } from '#local/lib/child-process.ts'
import { keepRunning, type KeptPart } from '#local/lib/keep-running.ts'
import type { Log } from '#local/lib/log.ts'
import { isPortFree } from '#local/lib/ports.ts'

export interface WorkerStart {
  /** Path of wrangler.toml. */
  config: string
  port: number
  bindings: Record<string, string>
  /** Folder of the caches; false keeps them in memory. */
  persist: string | false
  /** Folder for the runtime's temporary files, which a killed runtime leaves behind. */
  tmp: string
  /** True if the worker restarts when its sources change. */
  watch: boolean
  /** A folder created by `bundleWorker`, which runs instead of the sources, with in-memory caches. */
  bundle?: string
}

export interface Worker {
  url: string
  port: number
  start: () => Promise<void>
  /** Shuts the worker down. */
  stop: () => Promise<void>
  /** Kills the runtime and all its processes with SIGKILL, like a power failure. */
  kill: () => Promise<void>
}

const probeEveryMs = 3_000
/** Timeout in milliseconds, far longer than a worker needs that shares two busy cores with twenty other processes. */
const probeTimeoutMs = 60_000

/** Rejects if the worker does not answer. */
async function askWorker(url: string, signal: AbortSignal): Promise<void> {
  const reply = await fetch(`${url}/api/marketplace/owner`, { signal })
  await reply.arrayBuffer()
}

/**
 * Kills the process after two consecutive unanswered probes, because the runtime can crash and leave a process that
 * does not respond. `ask` rejects if there is no answer or the signal aborts the probe.
 */
export function killWhenUnresponsive(
  part: Pick<PartProcess, 'kill' | 'ended'>,
  ask: (signal: AbortSignal) => Promise<void>,
): void {
  let silent = 0
  let isAsking = false
  async function probeWorker(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const late = new AbortController()
    const limit = setTimeout(() => late.abort(), probeTimeoutMs)
    const isAlive = await ask(late.signal).then(
      () => true,
      () => false,
    )
    clearTimeout(limit)
    isAsking = false
    silent = isAlive ? 0 : silent + 1
    if (silent === 2) await part.kill()
  }
  const timer = setInterval(() => void probeWorker(), probeEveryMs).unref()
  void part.ended.then(() => clearInterval(timer))
}

/**
 * Starts the worker in the local Cloudflare runtime, as Wrangler bundles it, on a loopback port. With `announce`, it is
 * restarted if it ends unexpectedly or stops responding.
 */
export async function startWorker(start: WorkerStart, log: Log, announce?: Log): Promise<Worker> {
  const name = start.bundle === undefined ? 'worker-process.ts' : 'bundled-worker-process.ts'
  const entry = path.join(import.meta.dirname, name)
  const url = `http://127.0.0.1:${start.port}`
  let currentWorker: KeptPart<PartProcess> | null = null

  async function untilPortFree(): Promise<void> {
    // The runtime releases its port only a moment later.
    for (let tries = 0; tries < 1000 && !(await isPortFree(start.port)); tries += 1) await wait(20)
  }

  async function launchPart() {
    await untilPortFree()
    const part = await startPart('The worker', entry, start, log, { TMPDIR: start.tmp })
    if (announce !== undefined) killWhenUnresponsive(part, (signal) => askWorker(url, signal))
    return { ...part, close: part.stop }
  }

  async function launch(): Promise<void> {
    await mkdir(start.tmp, { recursive: true })
    if (currentWorker !== null) return
    if (announce === undefined) {
      const part = await launchPart()
      currentWorker = { current: () => part, close: part.stop }
    } else currentWorker = await keepRunning('The worker', launchPart, announce)
  }

  async function end(endPart: (part: KeptPart<PartProcess>) => Promise<void>): Promise<void> {
    const lastWorker = currentWorker
    currentWorker = null
    if (lastWorker === null) return
    await endPart(lastWorker)
    await untilPortFree()
  }

  await launch()
  return {
    url,
    port: start.port,
    start: launch,
    stop: () => end((part) => part.close()),
    // A supervised worker restarts. Tests in which it must stay down start the stack without `announce`.
    kill: async () => {
      if (announce === undefined) await end((part) => part.current().kill())
      else await currentWorker?.current().kill()
    },
  }
}
