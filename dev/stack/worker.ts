import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type PartProcess, startPart } from '#dev/lib/child-process.ts'
import type { Log } from '#dev/lib/log.ts'
import { isPortFree } from '#dev/lib/ports.ts'

export interface WorkerStart {
  /** Path of wrangler.toml. */
  config: string
  port: number
  bindings: Record<string, string>
  /** Where its caches live; false keeps them in memory. */
  persist: string | false
  /** Where the runtime keeps its temporary files: a killed one leaves them behind. */
  tmp: string
  /** Whether a change of its sources starts it anew. */
  watch: boolean
  /** A folder by `bundleWorker`, which runs in the place of the sources; its caches are in memory. */
  bundle?: string
}

export interface Worker {
  url: string
  port: number
  start: () => Promise<void>
  /** Ends it in order. */
  stop: () => Promise<void>
  /** Ends it as a power cut would: SIGKILL for the runtime and everything with it. */
  kill: () => Promise<void>
}

/** The worker in the local Cloudflare runtime, as Wrangler bundles it, on a port of loopback. */
export async function startWorker(start: WorkerStart, log: Log): Promise<Worker> {
  const name = start.bundle === undefined ? 'worker-process.ts' : 'bundled-worker-process.ts'
  const entry = path.join(import.meta.dirname, name)
  let running: PartProcess | null = null

  async function launch(): Promise<void> {
    await mkdir(start.tmp, { recursive: true })
    running ??= await startPart('The worker', entry, start, log, { TMPDIR: start.tmp })
  }

  async function end(how: (part: PartProcess) => Promise<void>): Promise<void> {
    const ending = running
    running = null
    if (ending === null) return
    await how(ending)
    // The runtime holds its port a moment longer.
    for (let tries = 0; tries < 1000 && !(await isPortFree(start.port)); tries += 1) await wait(20)
  }

  await launch()
  return {
    url: `http://127.0.0.1:${start.port}`,
    port: start.port,
    start: launch,
    stop: () => end((part) => part.stop()),
    kill: () => end((part) => part.kill()),
  }
}
