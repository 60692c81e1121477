import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadReplayer, loadScenarios, playScenario, standardFolder } from './play-vectors.ts'

// npm run ledger:vectors [-- DIR [names]]: plays the scenarios of a folder; names are separated by commas.

const SHOWN_STEPS = 3
const SHOWN_LENGTH = 300
const [given, only] = process.argv.slice(2)
const folder = resolve(given ?? standardFolder)

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const show = (value: unknown): string => {
  const text = value === undefined ? '(absent)' : JSON.stringify(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text
}

if (!existsSync(folder)) {
  const hint = 'Name a folder that has some: npm run ledger:vectors -- DIR'
  stop(
    given === undefined ? `There are no recordings at ${folder}. ${hint}` : `There is no folder ${folder}.`,
  )
}
const replayer = await loadReplayer(folder)
if (replayer === null) stop(`replay.mjs is neither in ${folder} nor in ${standardFolder}.`)

let passed = 0
let failed = 0
for (const scenario of loadScenarios(folder)) {
  const { name, steps } = scenario
  if (only !== undefined && !only.split(',').includes(name)) continue
  const started = Date.now()
  const failures = await playScenario(replayer, scenario)
  const ms = Date.now() - started
  if (failures.length === 0) {
    passed += 1
    console.log(`PASS ${name} (${steps.length} steps, ${ms} ms)`)
    continue
  }
  failed += 1
  console.log(`FAIL ${name}: ${failures.length} of ${steps.length} steps differ (${ms} ms)`)
  for (const { i, step, diffs } of failures.slice(0, SHOWN_STEPS)) {
    console.log(`  step ${i} ${step.id ?? ''}: ${step.about ?? ''}`)
    for (const { path, expected, actual } of diffs) {
      console.log(`    ${path}\n      expected ${show(expected)}\n      actual   ${show(actual)}`)
    }
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
