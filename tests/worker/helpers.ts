import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { type SigningName, operations } from '#contract/operations.ts'
import { expectContract, type ReplyOf } from '#tests/support/contract.ts'
import { moveClock } from '#tests/support/ledger-clock.ts'
import type { TestWorld } from '#tests/support/test-world.ts'

/** Fires the cron until the condition holds; in a test world each event runs one round. */
export async function cronUntil(
  world: TestWorld,
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs = 60_000,
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

/** Deploys the worker with other settings, and waits until it answers. */
export async function redeploy({ stack, url }: TestWorld, settings: Record<string, string>): Promise<void> {
  Object.assign(stack.bindings, settings)
  await stack.worker.stop()
  await stack.startWorker()
  // Connections to the previous worker are still in the pool.
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
}

/** Runs the cron until the marketplace has tickets. */
export async function openForBusiness(world: TestWorld) {
  await cronUntil(world, 'tickets', () => world.hasRow('ledger_tickets'))
}

/** Runs the cron until a token is in the index. */
export async function indexed(world: TestWorld, nftokenID: string) {
  await cronUntil(world, 'token indexed', async () => (await world.tokenOf(nftokenID)) !== undefined)
}

/** Runs the cron until an offer is in the index. */
export async function offerIndexed(world: TestWorld, offerId: string) {
  await cronUntil(world, 'offer indexed', () => world.hasRow('offers', { id: offerId }))
}

/** Waits until so many statements on this world's database wait for a lock of another statement. */
export async function lockAwaited(world: TestWorld, count = 1) {
  await vi.waitUntil(
    async () =>
      (
        await world.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).length >= count,
    { timeout: 30_000, interval: 50 },
  )
}

/** Calls an operation that needs a signature, asynchronously; checks the reply against the contract. */
export async function askReply<N extends SigningName>(
  world: TestWorld,
  operation: N,
  session: Session,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<ReplyOf<N>> {
  const reply = await world.call(operations[operation].path, {
    session,
    body,
    headers: { prefer: 'respond-async', ...headers },
  })
  expectContract(operation, reply)
  return reply
}

/** Polls the request of a draw until the draw is made. Returns the uuid of the resulting sign request. */
export async function drawnRequest(world: TestWorld, uuid: string, session: Session): Promise<string> {
  const deadline = Date.now() + 40_000
  for (;;) {
    const reply = await world.call(`/api/xumm/check/${uuid}`, { session })
    expectContract('checkSignRequest', reply)
    const { references, status } = reply.body
    if (references !== undefined) return String(asJson(references)['uuid'])
    if (status !== 'pending' || Date.now() > deadline) throw new Error(`Nothing was drawn: ${reply.text}`)
    await wait(100)
  }
}

/** Requests a signature. Returns the request's uuid. A draw is made first. */
export async function ask(
  world: TestWorld,
  operation: SigningName,
  session: Session,
  body: Record<string, unknown>,
): Promise<string> {
  const reply = await askReply(world, operation, session, body)
  if (reply.status !== 202) throw new Error(`${operation} answered ${reply.status}: ${reply.text}`)
  const uuid = uuidOf(reply)
  return Reflect.has(asJson(reply.body['data']), 'receipt') ? drawnRequest(world, uuid, session) : uuid
}

export const askToBuy = (world: TestWorld, session: Session, body: Record<string, unknown>) =>
  ask(world, 'buyNow', session, body)

/** Requests, signs and waits for the outcome. */
export async function askAndSign(
  world: TestWorld,
  operation: SigningName,
  session: Session,
  body: Record<string, unknown>,
) {
  const uuid = await ask(world, operation, session, body)
  await world.sign(uuid, session.account)
  return world.outcomeOf(uuid, session, 40_000)
}

/** Returns the ledger's current time, in seconds of the Ripple epoch. */
export async function ledgerSeconds(world: TestWorld): Promise<number> {
  const reply = await callRpc(world.ledgerUrl, 'ledger', { ledger_index: 'validated' })
  return Number(asJson(reply['ledger'])['close_time'])
}

export const advanceClock = ({ ledgerUrl }: TestWorld, seconds: number) => moveClock(ledgerUrl, seconds)

/**
 * Simulates a busy ledger: the number of transactions at the base cost, and the number of other accounts' transactions
 * in each ledger; `{}` ends it.
 */
export async function setLoad(world: TestWorld, load: { ledgerSize?: number; others?: number }) {
  const reply = await fetch(`${world.ledgerUrl}/admin/load`, { method: 'POST', body: JSON.stringify(load) })
  if (!reply.ok) throw new Error(`The load was not set: ${reply.status}`)
}

/**
 * Pauses ledger closes: all transactions signed in `act` are in one open ledger, and nothing is validated before `act`
 * ends.
 */
export async function whileNoLedgerCloses(world: TestWorld, act: () => Promise<void>) {
  const set = async (faults: object[]) => {
    const reply = await fetch(`${world.ledgerUrl}/admin/faults`, {
      method: 'POST',
      body: JSON.stringify(faults),
    })
    if (!reply.ok) throw new Error(`The ledger's faults were not set: ${reply.status}`)
  }
  await set([{ kind: 'pause-closing' }])
  try {
    await act()
  } finally {
    await set([])
  }
}

/** Closes ledgers, five at a time, until the work is done. For work that waits for ledgers to pass. */
export async function whileLedgersPass<T>(world: TestWorld, work: Promise<T>): Promise<T> {
  const controller = new AbortController()
  const result = work.finally(() => controller.abort())
  while (!controller.signal.aborted) {
    for (let closes = 0; closes < 5; closes += 1) await callRpc(world.ledgerUrl, 'ledger_accept')
    await wait(100)
  }
  return result
}

const rows = (value: unknown) => (Array.isArray(value) ? value.map(asJson) : [])

/** Returns the total transaction costs that an account has paid, in drops, up to the ledger `upTo` if given. */
export async function costsOf(world: TestWorld, account: string, upTo = -1): Promise<bigint> {
  const reply = await callRpc(world.ledgerUrl, 'account_tx', {
    account,
    ledger_index_min: -1,
    ledger_index_max: upTo,
    limit: 400,
    api_version: 2,
  })
  return rows(reply['transactions'])
    .map((entry) => asJson(entry['tx_json']))
    .filter((tx) => tx['Account'] === account)
    .reduce((sum, tx) => sum + BigInt(String(tx['Fee'])), 0n)
}

/**
 * Returns an account's drops plus all transaction costs, so that only prices change the value. Both are read at the
 * same ledger.
 */
export async function wealthOf(world: TestWorld, account: string): Promise<bigint> {
  const info = await callRpc(world.ledgerUrl, 'account_info', { account, ledger_index: 'validated' })
  const costs = await costsOf(world, account, Number(info['ledger_index']))
  return BigInt(String(asJson(info['account_data'])['Balance'])) + costs
}

/** Returns the ids of an account's offers on the ledger. */
export async function offersOf(world: TestWorld, account: string): Promise<string[]> {
  const reply = await callRpc(world.ledgerUrl, 'account_objects', {
    account,
    type: 'nft_offer',
    ledger_index: 'validated',
  })
  return rows(reply['account_objects']).map((entry) => String(entry['index']))
}
