// `npm test`: the gates, the client's build, the deploy dry run and all tests; prints one line with the total count.
// `--all` also runs the long proofs (`npm run test:all`), `--minutes N` those that fit into N minutes in total.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { bundleWorker } from '#local/stack/worker-bundle.ts'
import { check } from './check.ts'
import { longProofs, testSeconds } from './long-proofs.ts'
import { type Finished, run } from './processes.ts'

interface Count {
  passed: number
  failed: number
}

/** Repeated at the end, because the output is long and a CI may show only the last lines. */
const failures: string[] = []

const { values } = parseArgs({ options: { all: { type: 'boolean' }, minutes: { type: 'string' } } })
const minutes = values.all === true ? Number.POSITIVE_INFINITY : Number(values.minutes ?? 0)
const root = path.resolve(import.meta.dirname, '..')
const workerBundle = path.join(root, 'dist', 'worker')
// Shares compiled modules, because some forty Node processes compile the same ones.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules', '.cache', 'compiled')

async function step(name: string, work: Promise<Finished>): Promise<Count> {
  const { code, output, seconds } = await work
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) {
    console.log(output)
    failures.push(`${name}\n${output.trim().split('\n').slice(-12).join('\n')}`)
  }
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function deployDryRun(): Promise<Finished> {
  const started = Date.now()
  const error = await bundleWorker(path.join(root, 'wrangler.toml'), workerBundle).then(
    () => null,
    (reason: unknown) => reason,
  )
  const seconds = (Date.now() - started) / 1000
  return { code: error === null ? 0 : 1, output: error === null ? '' : String(error), seconds }
}

const assertions = v.array(
  v.object({
    fullName: v.string(),
    status: v.string(),
    failureMessages: v.optional(v.array(v.string()), []),
  }),
)
const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({ name: v.string(), message: v.optional(v.string(), ''), assertionResults: assertions }),
  ),
})

/** Returns the failed tests of a report, each with the beginning of its message. */
function failedTests({ testResults }: v.InferOutput<typeof vitestReport>): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const summary = failed.map(
      ({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`,
    )
    if (message !== '' && summary.length === 0) summary.push(message)
    return summary.map((text) => `${path.relative(root, name)}: ${text.slice(0, 1500)}`)
  })
}

/** Returns Vitest's own counts. A run that was aborted or ran no tests counts as failed, whatever its report says. */
async function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opx-tests-'))
  const report = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code, output } = await run('vitest', ['run', ...reporters, ...args], {
      live: true,
      env: { ...env, WORKER_BUNDLE: workerBundle },
    })
    const json = v.parse(vitestReport, JSON.parse(await readFile(report, 'utf8')))
    failures.push(...failedTests(json))
    const { numPassedTests: passed, numFailedTests: failed } = json
    if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed }
    const unhandled = output.indexOf('Unhandled')
    const reason = unhandled === -1 ? 'it found no test' : output.slice(unhandled, unhandled + 3000)
    failures.push(`vitest ended with code ${code} and no failed test: ${reason}`)
    return { passed, failed: 1 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the build, and the steps that depend on it because the worker's configuration names the client's folder. */
async function buildAndBundle(): Promise<Count[]> {
  // English is always built. The long tests also read a page in German.
  const languages = minutes > 0 ? ['de'] : ['en']
  const built = await step('build of the client', run('node', ['build/messages/build.ts', ...languages]))
  return [built, await step('deploy dry run', deployDryRun())]
}

// Tests with services often wait, so gates and pure computations run in parallel. They need no build.
const [gates, computed, steps] = await Promise.all([
  check(),
  vitest(['--project', 'unit', '--project', 'ledger', '--project', 'web']),
  buildAndBundle().then(async (built) => [...built, await vitest(['--project', 'stack'])]),
])
failures.push(...gates.failures)
const counts: Count[] = [gates, computed, ...steps]

/** Factor by which this machine is slower than the reference machine. */
const slowness = Math.max(1, process.uptime() / testSeconds)
for (const proof of longProofs) {
  const seconds = Math.round(proof.seconds * slowness)
  if (process.uptime() + seconds > minutes * 60) {
    if (minutes > 0) console.log(`left out for time: ${proof.name} (about ${seconds} s)`)
  } else if ('files' in proof) {
    counts.push(await vitest(proof.files, { OPX_PROOFS: 'all' }))
  } else counts.push(await step(proof.name, proof.run()))
}

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
