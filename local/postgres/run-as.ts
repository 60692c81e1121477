import { execFile } from 'node:child_process'
import { StackError } from '#local/lib/stack-error.ts'

/** Settings for starting Postgres, which refuses to run as root and therefore needs another user. */
export interface RunAs {
  /** Arguments inserted before the program and its own arguments. */
  prefix: string[]
  uid?: number
  gid?: number
}

interface Outcome {
  code: number | string
  stdout: string
}

function run(file: string, args: string[], ids: { uid?: number; gid?: number } = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, args, { ...ids, timeout: 10_000, cwd: '/' }, (error, stdout) => {
      resolve({ code: error === null ? 0 : (error.code ?? 1), stdout })
    })
  })
}

async function idOf(flag: '-u' | '-g', user: string): Promise<number | null> {
  const { code, stdout } = await run('id', [flag, user])
  return code === 0 ? Number.parseInt(stdout, 10) : null
}

/**
 * Decides how to run the program. An ordinary user runs it directly. Root runs it as the user `postgres` or `nobody`,
 * if that user can enter the checkout and the data folder; otherwise inside a user namespace, where root's files remain
 * readable but the process does not count as root.
 * @param folder of the data directory, which must exist
 * @param owner of the data directory if it contains data, because Postgres only runs as its owner
 */
export async function chooseRunAs(program: string, folder: string, owner: number | null): Promise<RunAs> {
  if (process.getuid === undefined || process.getuid() !== 0) return { prefix: [] }
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = [await idOf('-u', user), await idOf('-g', user)]
    if (uid === null || gid === null || uid === 0) continue
    if (owner !== null && owner !== uid) continue
    const starts = await run(program, ['--version'], { uid, gid })
    const enters = await run('test', ['-x', folder], { uid, gid })
    if (starts.code === 0 && enters.code === 0) return { prefix: [], uid, gid }
  }
  const trial = await run('unshare', ['--user', program, '--version'])
  if (trial.code === 0 && (owner === null || owner === 0)) return { prefix: ['unshare', '--user'] }
  throw new StackError(
    'Postgres does not run as root and no other user can enter this folder: start the stack as an ordinary user, or move the checkout to a folder that other users can read.',
  )
}
