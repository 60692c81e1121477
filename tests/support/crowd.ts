import { Wallet } from 'xrpl'
import type { DemoAccount } from '#local/signer/types.ts'
import { genesisAccount } from '#local/stack/people.ts'
import type { Session } from './api.ts'
import { issueSession } from './issue-session.ts'
import type { TestWorld } from './test-world.ts'

/** Funds many accounts in one ledger, with 50 XRP each, and adds them to the wallet. */
export async function crowd(world: TestWorld, count: number): Promise<DemoAccount[]> {
  const people = Array.from({ length: count }, (_, i): DemoAccount => {
    const { classicAddress, seed = '' } = Wallet.generate()
    return { name: `buyer ${i}`, role: 'collector', address: classicAddress, seed }
  })
  for (const { address } of people) {
    await world.ledger.send(genesisAccount, {
      TransactionType: 'Payment',
      Destination: address,
      Amount: '50000000',
    })
  }
  await world.ledger.settle()
  world.signer.accounts.push(...people)
  return people
}

/** Opens sessions for these accounts without signing in. */
export function sessionsOf(world: TestWorld, people: DemoAccount[]): Promise<Session[]> {
  const issuer = {
    secret: world.stack.bindings['SESSION_SECRET'] ?? '',
    origin: world.url,
    query: world.query,
  }
  return Promise.all(
    people.map(async (account) => ({
      account,
      token: await issueSession(issuer, account.address),
      userToken: null,
    })),
  )
}
