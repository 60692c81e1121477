import { setTimeout as wait } from 'node:timers/promises'
import { asJson, rpc } from '#dev/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import type { TestWorld } from '#tests/support/test-world.ts'

/** Fires the cron until the condition holds; a world's cron does one round a firing. */
export async function cronUntil(
  world: TestWorld,
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs = 30_000,
) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    await world.cron()
    if (await holds()) return
    if (Date.now() > deadline)
      throw new Error(`Not in time: ${what}\n${world.workerLog.slice(-10).join('\n')}`)
    await wait(200)
  }
}

/** Waits until the marketplace holds tickets and the index is up with the ledger. */
export async function openForBusiness(world: TestWorld) {
  await cronUntil(
    world,
    'tickets',
    async () => (await world.query('select 1 from ledger_tickets limit 1')).length > 0,
  )
}

/** Follows until a token is in the index. */
export async function indexed(world: TestWorld, nftokenID: string) {
  await cronUntil(
    world,
    'token indexed',
    async () => (await world.query('select 1 from nfts where id = $1', [nftokenID])).length > 0,
  )
}

/** Follows until an offer is in the index. */
export async function offerIndexed(world: TestWorld, offerId: string) {
  await cronUntil(
    world,
    'offer indexed',
    async () => (await world.query('select 1 from offers where id = $1', [offerId])).length > 0,
  )
}

/** Asks to buy in the asynchronous form; answers the request's uuid. */
export async function askToBuy(
  world: TestWorld,
  session: Session,
  body: Record<string, unknown>,
): Promise<string> {
  const reply = await world.call('/api/nft/buy_now', { session, body, headers: { prefer: 'respond-async' } })
  expectContract('buyNow', reply)
  const data = reply.body['data']
  const uuid = typeof data === 'object' && data !== null ? Reflect.get(data, 'uuid') : undefined
  if (reply.status !== 202 || typeof uuid !== 'string')
    throw new Error(`buy_now answered ${reply.status}: ${reply.text}`)
  return uuid
}

const rows = (value: unknown) => (Array.isArray(value) ? value.map(asJson) : [])

/** What an account has paid as transaction costs so far, in drops, by the ledger. */
export async function costsOf(world: TestWorld, account: string): Promise<bigint> {
  const reply = await rpc(world.ledgerUrl, 'account_tx', {
    account,
    ledger_index_min: -1,
    ledger_index_max: -1,
    limit: 400,
    api_version: 2,
  })
  return rows(reply['transactions'])
    .map((entry) => asJson(entry['tx_json']))
    .filter((tx) => tx['Account'] === account)
    .reduce((sum, tx) => sum + BigInt(String(tx['Fee'])), 0n)
}

/** Offers that an account still has on the ledger. */
export async function offersOf(world: TestWorld, account: string): Promise<string[]> {
  const reply = await rpc(world.ledgerUrl, 'account_objects', {
    account,
    type: 'nft_offer',
    ledger_index: 'validated',
  })
  return rows(reply['account_objects']).map((entry) => String(entry['index']))
}
