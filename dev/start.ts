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

/** Resolves at the first signal to end; a second one ends at once. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130)
        stopping = true
        resolve()
      })
    }
  })
}

let stopping = false
const asked = untilAsked()

async function main(): Promise<number> {
  try {
    const options = parseRunnerArgs(process.argv.slice(2), process.env, root)
    if (options.help) {
      console.log(usage)
      return 0
    }
    const starting = run(options, root)
    // A signal during the start: whatever came up is taken down when the start is through or has failed.
    const stop = await starting
    await asked
    console.log('\nStopping.')
    await stop()
    return 0
  } catch (error) {
    fail(error)
    return stopping ? 130 : 1
  }
}

process.exit(await main())
