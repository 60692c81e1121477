import { once } from 'node:events'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { messageOf, StackError } from '#local/lib/stack-error.ts'
import { parseRunnerArgs, usage } from '#local/runner/parse-args.ts'
import { run } from '#local/runner/run.ts'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Reports an error. A StackError contains a message for the user; any other error is a bug, whose details are written
 * to a file.
 */
function fail(error: unknown, dir: string): void {
  if (error instanceof StackError) return console.error(`\n${error.message}`)
  const file = path.join(dir, 'logs', 'runner.log')
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, `${new Date().toISOString()} ${inspect(error)}\n`)
  console.error(`\nThe stack did not start: ${messageOf(error)} (more in ${path.relative(root, file)})`)
}

const stopController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal ends the process immediately, even if parts are still running.
    if (stopController.signal.aborted) process.exit(130)
    console.log('\nStopping.')
    stopController.abort()
  })
}

async function main(): Promise<number> {
  const { signal } = stopController
  let dir = path.join(root, '.local')
  try {
    const options = parseRunnerArgs(process.argv.slice(2), process.env, root)
    if (options.help) {
      console.log(usage)
      return 0
    }
    dir = options.dir
    const stop = await run(options, root, signal)
    if (!signal.aborted) await once(signal, 'abort')
    await stop()
    return 0
  } catch (error) {
    if (signal.aborted) return 130
    fail(error, dir)
    return 1
  }
}

process.exit(await main())
