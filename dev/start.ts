import { once } from 'node:events'
import path from 'node:path'
import { messageOf, StackError } from '#dev/lib/stack-error.ts'
import { parseRunnerArgs, usage } from '#dev/runner/parse-args.ts'
import { run } from '#dev/runner/run.ts'

const root = path.resolve(import.meta.dirname, '..')

function fail(error: unknown): void {
  // A StackError is a sentence for the person; anything else is a fault of ours, and shows where.
  const detail =
    error instanceof StackError ? error.message : error instanceof Error ? error.stack : messageOf(error)
  console.error(`\n${detail}`)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second one ends at once, whatever is still running.
    if (stopping.signal.aborted) process.exit(130)
    console.log('\nStopping.')
    stopping.abort()
  })
}

async function main(): Promise<number> {
  const { signal } = stopping
  try {
    const options = parseRunnerArgs(process.argv.slice(2), process.env, root)
    if (options.help) {
      console.log(usage)
      return 0
    }
    const stop = await run(options, root, signal)
    if (!signal.aborted) await once(signal, 'abort')
    await stop()
    return 0
  } catch (error) {
    if (signal.aborted) return 130
    fail(error)
    return 1
  }
}

process.exit(await main())
