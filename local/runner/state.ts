import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#local/lib/stack-error.ts'
import { transactionLogFile } from '#local/lib/transaction-log.ts'
import type { DemoAccount } from '#local/signer/types.ts'

/** State that must be deleted together: a database with tokens of a deleted ledger would be worse than an empty one. */
const parts = ['postgres', 's3', 'ipfs', 'ledger', 'signer', 'worker', 'logs'] as const

export interface SeedState {
  /** A seed in state `begun` continues on the next start; a `failed` seed starts over. */
  stage: 'begun' | 'done' | 'failed'
  /** The ledger server that was seeded. Another server needs its own seed. */
  ledger: string
  ledgerStart: number
}

function seedFile(dir: string): string {
  return path.join(dir, 'seed.json')
}

export async function readSeedState(dir: string): Promise<SeedState | null> {
  try {
    return JSON.parse(await readFile(seedFile(dir), 'utf8')) as SeedState
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export async function writeSeedState(dir: string, state: SeedState): Promise<void> {
  await mkdir(dir, { recursive: true })
  await writeFile(seedFile(dir), JSON.stringify(state))
}

/** Deletes the state of all local parts, except the rendered artwork, which is deterministic. */
export async function clearState(dir: string): Promise<void> {
  for (const file of [seedFile(dir), transactionLogFile(dir)]) await rm(file, { force: true })
  for (const part of parts) await rm(path.join(dir, part), { recursive: true, force: true })
}

/** Returns the secret that signs sessions on this machine. It is created once, so that sessions survive a restart. */
export async function sessionSecret(dir: string): Promise<string> {
  const file = path.join(dir, 'session-secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const secret = randomBytes(32).toString('hex')
  await mkdir(dir, { recursive: true })
  await writeFile(file, secret, { mode: 0o600 })
  return secret
}

/**
 * Writes the demo accounts to a file, for users and scripts that sign in with one. The keys are local and have no
 * value.
 */
export async function writeDemoAccounts(dir: string, accounts: DemoAccount[]): Promise<void> {
  await writeFile(path.join(dir, 'demo-accounts.json'), `${JSON.stringify(accounts, null, 2)}\n`)
}
