import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Log, silent } from '#dev/lib/log.ts'
import { isPortFree } from '#dev/lib/ports.ts'
import { StackError } from '#dev/lib/stack-error.ts'
import type { WorkerMessage, WorkerStart } from './worker-process.ts'

export interface Worker {
  url: string
  port: number
  start: () => Promise<void>
  /** Ends it in order. */
  stop: () => Promise<void>
  /** Ends it as a power cut would: SIGKILL for the runtime and everything with it. */
  kill: () => Promise<void>
}

export interface WorkerOptions extends WorkerStart {
  log?: Log
}

const entry = path.join(import.meta.dirname, 'worker-process.ts')

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function linesOf(child: ChildProcess, log: Log): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') log(line)
    })
  }
}

/** The worker in the local Cloudflare runtime, as Wrangler bundles it, on a port of loopback. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { log = silent, ...start } = options
  let child: ChildProcess | null = null

  async function launch(): Promise<void> {
    const started = fork(entry, [], {
      // A group of its own, so that kill() takes the runtime along, and Ctrl-C does not.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        NO_COLOR: '1',
      },
    })
    const said: string[] = []
    linesOf(started, (line) => {
      said.push(line)
      if (said.length > 20) said.shift()
      log(line)
    })
    const lastResort = () => killGroup(started)
    process.once('exit', lastResort)
    started.once('exit', () => process.removeListener('exit', lastResort))
    started.send(start)
    const answer = await new Promise<WorkerMessage>((resolve) => {
      started.once('message', (message: WorkerMessage) => resolve(message))
      started.once('exit', (code) => resolve({ kind: 'failed', reason: `it ended with code ${code}` }))
    })
    if (answer.kind === 'failed') {
      killGroup(started)
      const detail = said.length === 0 ? '' : `\n${said.join('\n')}`
      throw new StackError(`The worker did not start: ${answer.reason}${detail}`)
    }
    child = started
  }

  async function end(how: (child: ChildProcess) => void): Promise<void> {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    how(ending)
    const late = setTimeout(() => killGroup(ending), 5000)
    await ended
    clearTimeout(late)
    // What it left of its own children; they hold the port a moment longer.
    killGroup(ending)
    for (let tries = 0; tries < 100 && !(await isPortFree(start.port)); tries += 1) await wait(20)
  }

  await launch()
  return {
    url: `http://127.0.0.1:${start.port}`,
    port: start.port,
    start: async () => {
      if (child === null) await launch()
    },
    stop: () => end((ending) => ending.send('stop')),
    kill: () => end(killGroup),
  }
}
