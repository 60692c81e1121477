import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadReplayer, loadScenarios, playScenario, standardFolder } from '#dev/ledger/play-vectors.ts'

// A clone without the recordings beside it has nothing to compare with.
const present = existsSync(standardFolder)
const scenarios = present ? loadScenarios(standardFolder) : []

for (const scenario of scenarios) {
  test(`the ledger answers as recorded: ${scenario.name}`, { timeout: 30_000 }, async () => {
    const replayer = await loadReplayer(standardFolder)
    if (replayer === null) throw new Error('the recordings have no replayer')
    expect(await playScenario(replayer, scenario)).toEqual([])
  })
}

test('there is something to play wherever the recordings are', () => {
  expect(scenarios.length > 0).toBe(present)
})
