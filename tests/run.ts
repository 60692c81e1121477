// `npm test`: the gates, the client's build, the deploy dry run and all tests; prints one line with the total count.
// `--all` also runs the long proofs (`npm run test:all`), `--minutes N` those that fit into N minutes in total (`.ci/run`).
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundleWorker } from '#dev/stack/worker-bundle.ts'
import { check } from './check.ts'
import { longProofs } from './long-proofs.ts'
import { type Finished, run } from './processes.ts'

interface Count {
  passed: number
  failed: number
}

const { values } = parseArgs({ options: { all: { type: 'boolean' }, minutes: { type: 'string' } } })
const root = path.resolve(import.meta.dirname, '..')
const workerBundle = path.join(root, 'dist', 'worker')

async function step(name: string, work: Promise<Finished>): Promise<Count> {
  const { code, output, seconds } = await work
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output)
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

/** Vitest's own count. A run that is aborted, or that ran nothing, counts as failed whatever its report says. */
async function vitest(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Count> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opx-tests-'))
  const report = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run('vitest', ['run', ...reporters, ...args], {
      live: true,
      env: { ...env, WORKER_BUNDLE: workerBundle },
    })
    const json: unknown = JSON.parse(await readFile(report, 'utf8'))
    const count = (name: string) => {
      const value = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
      return typeof value === 'number' ? value : 0
    }
    const passed = count('numPassedTests')
    const failed = count('numFailedTests')
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The build and what needs it: the worker's configuration names the client's folder. */
async function buildAndBundle(): Promise<Count[]> {
  const built = await step('build of the client', run('vite', ['build']))
  return [built, await step('deploy dry run', deployDryRun())]
}

const [gates, steps] = await Promise.all([check(), buildAndBundle()])
const counts = [gates, ...steps]
counts.push(await vitest())

const minutes = values.all === true ? Number.POSITIVE_INFINITY : Number(values.minutes ?? 0)
for (const proof of longProofs) {
  if (process.uptime() + proof.seconds > minutes * 60) {
    if (minutes > 0) console.log(`left out for time: ${proof.name} (about ${proof.seconds} s)`)
  } else if ('files' in proof) {
    const filter = proof.tag === undefined ? [] : ['--tags-filter', proof.tag]
    counts.push(await vitest([...filter, ...proof.files], { OPX_PROOFS: 'all' }))
  } else counts.push(await step(proof.name, proof.run()))
}

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
