// `npm run bench:polling [-- --requests N --seconds N]`: the cost of open sign requests for the signer, each polled
// every 2 s as a page does. Then all requests are signed, and the signer sends its webhooks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '#local/lib/ports.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { type CrashMarket, openCrashMarket } from '#tests/crash/market.ts'
import { compose } from '#worker/compose.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { readEnvironment } from '#worker/read-environment.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '120' } },
})
const requests = Number(values.requests)
const everyMs = 2000

/** Opens requests of one account, as if a thousand dialogs were open. */
async function open(market: CrashMarket): Promise<string[]> {
  const context = compose(readEnvironment(market.bindings))('bench', () => undefined)
  const { buyer } = market.people
  const uuids: string[] = []
  for (let i = 0; i < requests; i += 1) {
    const { uuid } = await openSignRequest(context, {
      purpose: 'transaction',
      account: buyer.address,
      txjson: {
        TransactionType: 'NFTokenCancelOffer',
        Account: buyer.address,
        NFTokenOffers: ['A'.repeat(64)],
      },
      context: {},
      instruction: 'A request of the bench.',
      returnPath: '/',
    })
    uuids.push(uuid)
  }
  return uuids
}

/** Polls each request every 2 s, spread evenly, for `seconds`; returns the number of answered polls. */
async function poll(market: CrashMarket, uuids: string[], seconds: number): Promise<number> {
  const headers = { authorization: `Bearer ${await market.sessionTokenOf(market.people.buyer)}` }
  const end = Date.now() + seconds * 1000
  let replies = 0
  await Promise.all(
    uuids.map(async (uuid, i) => {
      await wait((i / uuids.length) * everyMs)
      while (Date.now() < end) {
        const next = Date.now() + everyMs
        const reply = await market.ask(`/api/xumm/check/${uuid}`, { headers })
        if (reply?.status === 200) replies += 1
        await wait(Math.max(0, next - Date.now()))
      }
    }),
  )
  return replies
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-polling-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
try {
  const url = await createDatabase(postgres.url('postgres'), 'polling')
  await applyMigrations(url)
  const market = await openCrashMarket(url, { webhooks: true })
  try {
    const calls = () => market.signer.counters()['GET payload'] ?? 0
    await market.ask('/api/health')
    const uuids = await open(market)
    const seconds = Number(values.seconds)
    const replies = await poll(market, uuids, seconds)
    const whileOpen = calls()
    console.log(
      `${requests} open requests, ${replies} polls answered in ${seconds} s: ${whileOpen} calls of the signer, ${((whileOpen * 60) / seconds).toFixed(0)} a minute.`,
    )
    for (const uuid of uuids) {
      await fetch(`${market.signer.url}/dev/reject`, { method: 'POST', body: JSON.stringify({ uuid }) })
    }
    for (let i = 0; i < 60; i += 1) {
      const left = await market.query("select 1 from sign_requests where state = 'created' limit 1")
      if (left.length === 0) break
      await wait(500)
    }
    const resolved = await market.query("select 1 from sign_requests where state = 'rejected'")
    console.log(
      `Answered on the phone: ${resolved.length} requests closed by webhooks, ${calls() - whileOpen} calls more.`,
    )
  } finally {
    await market.close()
  }
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
