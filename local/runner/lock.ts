import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, StackError } from '#local/lib/stack-error.ts'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Ensures that only one runner uses a state folder. Returns the function that releases the folder. */
export async function lockState(dir: string): Promise<() => Promise<void>> {
  await mkdir(dir, { recursive: true })
  const file = path.join(dir, 'runner.pid')
  let pid = Number.NaN
  try {
    pid = Number.parseInt(await readFile(file, 'utf8'), 10)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  if (Number.isInteger(pid) && pid !== process.pid && isAlive(pid)) {
    throw new StackError(
      `The stack is already running from this folder (process ${pid}): stop it with Ctrl-C first, or delete ${file} if it is not running.`,
    )
  }
  await writeFile(file, String(process.pid))
  return () => rm(file, { force: true })
}
