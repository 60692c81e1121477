import { type ChildProcess, fork } from 'node:child_process'
import { type Log, silent } from './log.ts'
import { StackError } from './stack-error.ts'

/** The single message that a part in a separate process sends to its parent. */
export type PartMessage = { kind: 'ready'; detail?: string } | { kind: 'failed'; reason: string }

export interface PartProcess {
  /** The detail that the part sent with `ready`. */
  detail: string
  /** Shuts the part down. */
  stop: () => Promise<void>
  /** Kills the part and its child processes, like a power failure. */
  kill: () => Promise<void>
  /** Resolves when the part has ended, requested or not. */
  ended: Promise<void>
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has already ended.
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

async function end(child: ChildProcess, endProcess: (child: ChildProcess) => void): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    endProcess(child)
    const late = setTimeout(() => killGroup(child), 5000)
    await exit
    clearTimeout(late)
  }
  // Kills child processes that are still running.
  killGroup(child)
}

/**
 * Runs `entry` in its own process and process group (Ctrl-C reaches only the runner), and sends it `start`. The child
 * calls `servePart`.
 * @throws StackError with the part's last output if it does not become ready
 */
export async function startPart(
  name: string,
  entry: string,
  start: object,
  log: Log = silent,
  env: NodeJS.ProcessEnv = {},
): Promise<PartProcess> {
  const child = fork(entry, [], {
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
      ...env,
    },
  })
  const lines: string[] = []
  linesOf(child, (line) => {
    lines.push(line)
    if (lines.length > 20) lines.shift()
    log(line)
  })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stopOnExit = () => killGroup(child)
  process.once('exit', stopOnExit)
  child.once('exit', () => process.removeListener('exit', stopOnExit))
  child.send(start)
  const answer = await new Promise<PartMessage>((resolve) => {
    child.once('message', (message: PartMessage) => resolve(message))
    child.once('exit', (code) => resolve({ kind: 'failed', reason: `it ended with code ${code}` }))
  })
  if (answer.kind === 'failed') {
    killGroup(child)
    const detail = lines.length === 0 ? '' : `\n${lines.join('\n')}`
    throw new StackError(`${name} did not start: ${answer.reason}${detail}`)
  }
  return {
    detail: answer.detail ?? '',
    stop: () => end(child, (childProcess) => childProcess.send('stop')),
    kill: () => end(child, killGroup),
    ended: exit,
  }
}

interface Served {
  detail?: string
  close: () => Promise<void>
}

/**
 * The child's counterpart of `startPart`: waits for the start message, and ends on request or when the parent has
 * ended.
 */
export function servePart<T>(begin: (start: T) => Promise<Served>): void {
  function send(message: PartMessage): void {
    process.send?.(message)
  }
  async function serve(start: T): Promise<void> {
    const { detail = '', close } = await begin(start)
    const leave = () => void close().finally(() => process.exit(0))
    process.on('message', leave)
    // The parent has ended, so nothing else would stop this process.
    process.on('disconnect', leave)
    send({ kind: 'ready', detail })
  }
  process.on('SIGINT', () => undefined)
  process.once('message', (start: T) => {
    serve(start).catch((error: unknown) => {
      send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    })
  })
}
