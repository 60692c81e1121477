import { expect, test } from 'vitest'
import { playScenario } from './replay/replay.ts'
import { loadScenarios, recordings } from './replay/scenario.ts'

test.each(loadScenarios(recordings))(
  'the ledger answers as recorded: $name',
  { timeout: 30_000 },
  async (scenario) => {
    expect(await playScenario(scenario)).toEqual([])
  },
)

test('a different response is detected at any position', async () => {
  const scenario = loadScenarios(recordings).find(({ name }) => name === 'typical-client')
  if (scenario === undefined) throw new Error('There is no recording of a typical client.')
  const steps = scenario.steps.map(({ step, recorded }) => ({
    step,
    recorded:
      'tx' in recorded ? { ...recorded, tx: { ...Object(recorded['tx']), validated: false } } : recorded,
  }))
  const changed = steps.filter(({ recorded }) => 'tx' in recorded)
  const failures = await playScenario({ ...scenario, steps })
  expect(changed.length).toBeGreaterThan(0)
  expect(failures.map(({ step }) => step.id)).toEqual(changed.map(({ step }) => step.id))
  expect(failures[0]?.differences[0]).toMatchObject({ path: 'tx.validated', expected: false, actual: true })
})
