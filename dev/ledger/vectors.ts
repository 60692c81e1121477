import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startLedger } from './start.ts'

// Plays recorded scenarios against a fresh ledger each: npm run ledger:vectors [-- DIR]

interface Failure {
  i: number
  step: { id?: string; about?: string }
  diffs: { path: string; expected: unknown; actual: unknown }[]
}
interface Replayer {
  Server: new (options: { url: string; wsUrl: string }) => object
  replay(server: object, scenario: object, options: { maxDiffs: number }): Promise<Failure[]>
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
const standard = resolve(root, '..', 'shared', 'ledger-vectors')
const [given, only] = process.argv.slice(2)
const folder = resolve(given ?? standard)
const names = only?.split(',')

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

if (!existsSync(folder)) {
  stop(
    given === undefined
      ? `There are no recordings at ${folder}. Name a folder that has some: npm run ledger:vectors -- DIR`
      : `There is no folder ${folder}.`,
  )
}

const script = [folder, standard].map((dir) => join(dir, 'replay.mjs')).find((path) => existsSync(path))
if (script === undefined) stop(`replay.mjs is neither in ${folder} nor in ${standard}.`)
const replayer: Replayer = await import(pathToFileURL(script).href)

const show = (value: unknown): string => {
  const text = value === undefined ? '(absent)' : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}...` : text
}

const SHOWN_STEPS = 3
let passed = 0
let failed = 0
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()) {
  const scenario = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  if (!Array.isArray(scenario.steps) || (names !== undefined && !names.includes(scenario.name))) continue
  const started = Date.now()
  const ledger = await startLedger({ port: 0 })
  const server = new replayer.Server({ url: ledger.url, wsUrl: ledger.wsUrl })
  const failures = await replayer.replay(server, scenario, { maxDiffs: 5 })
  await ledger.close()
  const ms = Date.now() - started
  if (failures.length === 0) {
    passed += 1
    console.log(`PASS ${scenario.name} (${scenario.steps.length} steps, ${ms} ms)`)
    continue
  }
  failed += 1
  console.log(`FAIL ${scenario.name}: ${failures.length} of ${scenario.steps.length} steps differ (${ms} ms)`)
  for (const { i, step, diffs } of failures.slice(0, SHOWN_STEPS)) {
    console.log(`  step ${i} ${step.id ?? ''}: ${step.about ?? ''}`)
    for (const { path, expected, actual } of diffs) {
      console.log(`    ${path}\n      expected ${show(expected)}\n      actual   ${show(actual)}`)
    }
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
