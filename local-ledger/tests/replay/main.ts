import { existsSync } from 'node:fs'
import path from 'node:path'
import { playScenario } from './replay.ts'
import { loadScenarios, recordings } from './scenario.ts'

// npm run ledger:vectors [-- DIR [names]]: replays the recordings of a folder; names are separated by commas.

const shownSteps = 3
const shownLength = 300
const [place, only] = process.argv.slice(2)
const folder = place === undefined ? recordings : path.resolve(place)

const show = (value: unknown): string => {
  const text = value === undefined ? '(absent)' : JSON.stringify(value)
  return text.length > shownLength ? `${text.slice(0, shownLength)}...` : text
}

if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}.`)
  process.exit(1)
}

let passed = 0
let failed = 0
for (const scenario of loadScenarios(folder)) {
  const { name, steps } = scenario
  if (only !== undefined && !only.split(',').includes(name)) continue
  const started = Date.now()
  const failures = await playScenario(scenario)
  const ms = Date.now() - started
  if (failures.length === 0) {
    passed += 1
    console.log(`PASS ${name} (${steps.length} steps, ${ms} ms)`)
    continue
  }
  failed += 1
  console.log(`FAIL ${name}: ${failures.length} of ${steps.length} steps differ (${ms} ms)`)
  for (const { at, step, differences } of failures.slice(0, shownSteps)) {
    console.log(`  step ${at} ${step.id}: ${step.about}`)
    for (const { path: place, expected, actual } of differences)
      console.log(`    ${place}\n      expected ${show(expected)}\n      actual   ${show(actual)}`)
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
