import { spawn } from 'node:child_process'
import path from 'node:path'
import { messageOf } from '#local/lib/stack-error.ts'
import { stopLeftoverServer } from '#local/postgres/leftover.ts'
import { parseRunnerArgs } from '#local/runner/parse-args.ts'
import { lockState } from '#local/runner/lock.ts'
import { clearState } from '#local/runner/state.ts'

const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)

try {
  const { dir } = parseRunnerArgs(args, process.env, root)
  const unlock = await lockState(dir)
  await stopLeftoverServer(path.join(dir, 'postgres'))
  await clearState(dir)
  await unlock()
  console.log(`Deleted everything in ${path.relative(root, dir)}.`)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}

// Starts the stack again with the same options, in this terminal.
const child = spawn(process.execPath, [path.join(root, 'local', 'start.ts'), ...args], { stdio: 'inherit' })
// Ctrl-C reaches both processes: the stack stops, and then this process ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('close', (code) => process.exit(code ?? 0))
