// `npm test`: the gates, the client's build, the deploy dry run and all tests; ends with one line counted over all of them.
// `--lighthouse` also measures the pages of a stack of its own; `--attacks` runs every hostile input instead of a sample.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { lighthouse } from './lighthouse.ts'
import { type Finished, run } from './processes.ts'

interface Count {
  passed: number
  failed: number
}

async function step(name: string, work: Promise<Finished>): Promise<Count> {
  const { code, output, seconds } = await work
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Vitest's own count. A run that breaks off, or that ran nothing, counts as failed whatever its report says. */
async function vitest(): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'opx-tests-'))
  const report = join(folder, 'report.json')
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run('vitest', args, { live: true })
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

if (process.argv.includes('--attacks')) process.env['OPX_ATTACKS'] = 'all'
const counts = [
  await check(),
  await step('build of the client', run('vite', ['build'])),
  await step('deploy dry run', run('wrangler', ['deploy', '--dry-run', '--outdir', 'dist/worker'])),
  await vitest(),
]
if (process.argv.includes('--lighthouse')) counts.push(await step('Lighthouse', lighthouse()))
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
