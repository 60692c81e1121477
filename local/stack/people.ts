import { createHash } from 'node:crypto'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import type { DemoAccount } from '#local/signer/types.ts'

/**
 * The demo accounts of the local stack. Their keys are derived from their names, so every machine has the same
 * addresses. The keys are public and must never hold real money.
 */
const cast = [
  ['OPX Marketplace', 'marketplace'],
  ['Mara Lindqvist', 'artist'],
  ['Tomás Herrera', 'artist'],
  ['Aiko Mori', 'artist'],
  ['Idris Bello', 'artist'],
  ['Clara Vogel', 'artist'],
  ['Jonas Weber', 'collector'],
  ['Priya Raman', 'collector'],
  ['Noor Haddad', 'collector'],
  ['Elif Kaya', 'collector'],
  ['Samuel Osei', 'collector'],
  ['Beatriz Lima', 'collector'],
  ['Henrik Dahl', 'collector'],
] as const satisfies [string, DemoAccount['role']][]

export function demoAccount(name: string, role: DemoAccount['role']): DemoAccount {
  const entropy = createHash('sha256').update(`opx local demo account: ${name}`).digest().subarray(0, 16)
  const seed = generateSeed({ entropy: Uint8Array.from(entropy), algorithm: 'ed25519' })
  return { name, role, address: deriveAddress(deriveKeypair(seed).publicKey), seed }
}

export const demoAccounts: DemoAccount[] = cast.map(([name, role]) => demoAccount(name, role))

/** Returns a demo account by name. @throws Error if it does not exist */
export function getDemoAccount(name: (typeof cast)[number][0]): DemoAccount {
  const person = demoAccounts.find((account) => account.name === name)
  if (person === undefined) throw new Error(`There is no ${name} among the demo accounts.`)
  return person
}

export const marketplaceAccount = getDemoAccount('OPX Marketplace')

/** Issuer and taxon of the Pawn King Series on a local ledger. */
export const localVerifiedSeries = { artist: getDemoAccount('Clara Vogel'), taxon: 30 }

/** Document id of the genesis account's price oracle on a local ledger. */
export const localOracle = 1

/** The account that holds all XRP in a standalone server's first ledger ("masterpassphrase"). */
export const genesisAccount = {
  address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  seed: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
} as const
