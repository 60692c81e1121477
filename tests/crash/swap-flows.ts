import type { DemoAccount } from '#local/signer/types.ts'
import { askAndRetry, callAndRetry, reject, runUntil, sign, statusOf } from './drive.ts'
import { expectStatus, type Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'

const drops = 3_000_000n

const stateIs = (market: CrashMarket, id: string, state: string) => async () =>
  market.hasRow('swaps', { id, state })

async function signAndWait(
  market: CrashMarket,
  operation: 'agreeToSwap' | 'completeSwap',
  account: DemoAccount,
  id: string,
) {
  const uuid = await askAndRetry(market, operation, account, { id })
  await sign(market, uuid, account)
  const state = operation === 'agreeToSwap' ? 'agreed' : 'completed'
  await runUntil(market, state, [[uuid, account]], stateIs(market, id, state))
  expectStatus(operation, await statusOf(market, uuid, account), 'success')
}

/** Proposes a swap in which the seller gives a work and 3 XRP for a work of the buyer. */
async function propose(market: CrashMarket, nft: string): Promise<string> {
  const { seller, buyer } = market.people
  const theirs = await market.mint(buyer)
  await runUntil(market, 'both works indexed', [], async () => {
    return (await market.countRows('nfts', { id: [nft, theirs] })) === 2
  })
  const data = await callAndRetry(market, 'proposeSwap', seller, {
    partner: buyer.address,
    gives: [nft],
    gets: [theirs],
    drops: drops.toString(),
  })
  const stored = await market.query('select id from swaps where gives = $1', [[nft]])
  if (stored.length !== 1) throw new Error(`${stored.length} proposals were stored.`)
  return String(Reflect.get(Object(data), 'id'))
}

const prepare: Flow['prepare'] = async (market) => ({
  nft: await market.mint(market.people.seller),
  offer: null,
})

export const swap: Flow = {
  name: 'batch_swap',
  batch: true,
  prepare,
  run: async (market, { nft }) => {
    const { seller, buyer } = market.people
    const id = await propose(market, nft)
    await signAndWait(market, 'agreeToSwap', buyer, id)
    await signAndWait(market, 'completeSwap', seller, id)
    // The work of the buyer is paid for.
    return { owner: buyer, moved: { seller: -drops, buyer: drops }, told: { buyer: ['sold'] } }
  },
}

/** The proposer rejects. Another transaction of the buyer ends the agreement, and both agree again. */
const lapsed: Flow = {
  name: 'batch_swap_lapsed',
  batch: true,
  prepare,
  run: async (market, { nft }) => {
    const { seller, buyer } = market.people
    const id = await propose(market, nft)
    await signAndWait(market, 'agreeToSwap', buyer, id)
    const uuid = await askAndRetry(market, 'completeSwap', seller, { id })
    await reject(market, uuid)
    await market.session.run(buyer, { TransactionType: 'AccountSet' })
    await runUntil(market, 'lapsed', [[uuid, seller]], stateIs(market, id, 'proposed'))
    expectStatus('the rejected request', await statusOf(market, uuid, seller), 'rejected')
    await signAndWait(market, 'agreeToSwap', buyer, id)
    await signAndWait(market, 'completeSwap', seller, id)
    return { owner: buyer, moved: { seller: -drops, buyer: drops }, told: { buyer: ['sold'] } }
  },
}

export const swapFlows: Flow[] = [swap, lapsed]
