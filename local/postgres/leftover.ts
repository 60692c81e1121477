import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, StackError } from '#local/lib/stack-error.ts'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** True if the process is a Postgres server. After a reboot the process id may belong to any program. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('postgres')
  } catch {
    return false
  }
}

/**
 * Stops the server that a killed runner left running on this data directory. Two servers must never share a directory,
 * and restarting the stack must work.
 */
export async function stopLeftoverServer(dir: string): Promise<void> {
  let pid: number
  try {
    pid = Number.parseInt(await readFile(path.join(dir, 'postmaster.pid'), 'utf8'), 10)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return
    throw error
  }
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !(await isPostgres(pid))) return
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 100; tries += 1) {
    if (!isAlive(pid)) return
    await wait(50)
  }
  throw new StackError(`Another Postgres (process ${pid}) uses ${dir} and does not stop: end it first.`)
}
