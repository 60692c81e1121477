import { expect } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { TestWorld } from '#tests/support/test-world.ts'
import { costsOf } from '#tests/worker/helpers.ts'
import type { Hall } from './market-hall.ts'
import type { Person } from './visits.ts'

/**
 * Returns an account's balance plus its paid transaction costs in drops, read at the same ledger, because ticket
 * refills change both.
 */
async function holding(world: TestWorld, address: string): Promise<bigint> {
  for (;;) {
    const costs = await costsOf(world, address)
    const balance = await world.balanceOf(address)
    if ((await costsOf(world, address)) === costs) return balance + costs
  }
}

/** Returns the drops of each account plus its transaction costs, so that only purchases and sales change the result. */
async function holdings(world: TestWorld, people: Person[]): Promise<bigint[]> {
  return Promise.all(people.map(({ account }) => holding(world, account.address)))
}

/** Runs a sale and checks each party's gain exactly to the drop. `marketplace` is last. */
export async function settles(hall: Hall, expected: bigint[], sale: () => Promise<void>): Promise<void> {
  const { world, seller, buyer, artist } = hall
  const broker = { account: world.marketplace, session: seller.session }
  const people = [seller, buyer, artist, broker]
  const before = await holdings(world, people)
  await sale()
  const after = await holdings(world, people)
  expect(after.map((drops, index) => drops - (before[index] ?? 0n))).toEqual(expected)
}

/** Returns an account's balance in the issuer's currency, from the ledger. */
export async function heldTokens(
  { world, issuer }: Hall,
  account: DemoAccount,
  currency = 'TPR',
): Promise<string> {
  const reply = await callRpc(world.ledgerUrl, 'account_lines', {
    account: account.address,
    peer: issuer.address,
    ledger_index: 'validated',
  })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  return String(lines.find((line) => line['currency'] === currency)?.['balance'] ?? '0')
}

/** Returns the owner of a work on the ledger; null if it is burned. */
export function ownerIn({ world, works, seller, buyer, artist }: Hall, work: string) {
  return world.ownerOf(
    works.get(work) ?? '',
    [seller, buyer, artist].map(({ account }) => account),
  )
}
