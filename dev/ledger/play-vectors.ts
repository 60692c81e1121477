import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startLedger } from './start.ts'

// Plays recorded scenarios, each against a fresh ledger. The recordings bring their own replayer.

export interface StepFailure {
  i: number
  step: { id?: string; about?: string }
  diffs: { path: string; expected: unknown; actual: unknown }[]
}

export interface Scenario {
  name: string
  steps: object[]
}

interface Replayer {
  Server: new (options: { url: string; wsUrl: string }) => object
  replay(server: object, scenario: Scenario, options: { maxDiffs: number }): Promise<StepFailure[]>
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** Where the recordings stand beside a checkout. */
export const standardFolder = resolve(root, '..', 'shared', 'ledger-vectors')

export async function loadReplayer(folder: string): Promise<Replayer | null> {
  const script = [folder, standardFolder]
    .map((dir) => join(dir, 'replay.mjs'))
    .find((path) => existsSync(path))
  return script === undefined ? null : await import(pathToFileURL(script).href)
}

export function loadScenarios(folder: string): Scenario[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const parsed = files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return parsed.filter((item) => Array.isArray(item.steps))
}

/** The steps whose answers differ. */
export async function playScenario(replayer: Replayer, scenario: Scenario): Promise<StepFailure[]> {
  const ledger = await startLedger({ port: 0 })
  try {
    const server = new replayer.Server({ url: ledger.url, wsUrl: ledger.wsUrl })
    return await replayer.replay(server, scenario, { maxDiffs: 5 })
  } finally {
    await ledger.close()
  }
}
