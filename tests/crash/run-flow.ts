import { asJson, callRpc } from '#local/lib/rpc.ts'
import { prepareTicket } from '#tests/support/ticket-trick.ts'
import { runUntil, moneyOf } from './drive.ts'
import type { Flow } from './flows.ts'
import type { CrashMarket } from './market.ts'
import { addDevices, checkTold, newestNotification, untilTold } from './told.ts'

export interface FlowReport {
  /** Names of the points passed until the end. */
  points: string[]
  /** The point where the worker crashed; null if it did not. */
  killedAt: string | null
}

async function offersLeft(market: CrashMarket): Promise<string[]> {
  const left = await Promise.all(
    Object.entries(market.people).map(async ([name, { address }]) => {
      const reply = await callRpc(market.ledgerUrl, 'account_objects', {
        account: address,
        type: 'nft_offer',
        ledger_index: 'validated',
      })
      const offers = Array.isArray(reply['account_objects']) ? reply['account_objects'] : []
      return offers.map((offer) => `${name}: ${String(asJson(offer)['index'])}`)
    }),
  )
  return left.flat()
}

/**
 * Checks the result of a flow.
 * @throws Error if money, token, offers or journal are not as expected
 */
async function checkEnding(
  market: CrashMarket,
  work: string,
  { owner, moved, nft = work }: Awaited<ReturnType<Flow['run']>>,
  before: Record<string, bigint>,
  sinceLedger: number,
) {
  const people = Object.values(market.people)
  const actual = await market.ownerOf(nft, people)
  if (actual !== owner.address) throw new Error(`The token is owned by ${actual}, not by ${owner.name}.`)
  const after = await moneyOf(market, sinceLedger)
  for (const name of Object.keys(before)) {
    const difference = (after[name] ?? 0n) - (before[name] ?? 0n)
    const expectedDrops = Object.entries(moved).find(([who]) => who === name)?.[1] ?? 0n
    if (difference !== expectedDrops)
      throw new Error(`${name} gained ${difference} drops, not ${expectedDrops}.`)
  }
  const left = await offersLeft(market)
  if (left.length > 0) throw new Error(`Offers are still open: ${left.join(', ')}`)
  const twice = await market.query(
    "select purpose from ledger_submissions where state in ('succeeded', 'failed') group by purpose having count(*) > 1",
  )
  if (twice.length > 0) throw new Error(`Done twice: ${JSON.stringify(twice)}`)
  const bound = await market.query(
    "select ticket from ledger_tickets t where submission_id is not null and not exists (select 1 from ledger_submissions l where l.id = t.submission_id and l.state in ('prepared', 'submitted')) union all select 1 from presigned_parts where state in ('lent', 'lost')",
  )
  if (bound.length > 0)
    throw new Error(`Tickets are reserved without a transaction: ${JSON.stringify(bound)}`)
  const wrong = await market.query(
    `select r.id from reservations r left join payouts p on p.reservation_id = r.id
     where r.state = 'sold' and r.item_id is not null and r.price_drops > 0
     group by r.id having coalesce(sum(p.amount_drops), -1) <> greatest(0, max(p.price_drops - p.fee_drops - p.royalty_drops))
       or max(p.price_drops) <> r.price_drops`,
  )
  if (wrong.length > 0) throw new Error(`Payouts are not the whole of a sale: ${JSON.stringify(wrong)}`)
  const row = await market.tokenOf(nft)
  if (row?.['owner'] !== owner.address) throw new Error('The owner in the index differs from the ledger.')
}

/** Runs one complete flow and kills the worker at one point, or at none if `at` is null. */
export async function runFlow(market: CrashMarket, flow: Flow, at: number | null): Promise<FlowReport> {
  market.gate.disarm()
  await market.useBatch(flow.batch === true)
  await addDevices(market)
  // Nobody is notified of events from before the first read of the log.
  await untilTold(market)
  const notification = await newestNotification(market)
  const { nft, offer } = await flow.prepare(market)
  market.useTickets(flow.byTicket === true)
  if (flow.byTicket === true)
    for (const account of [market.people.seller, market.people.buyer])
      await prepareTicket(market.session.run, account)
  const prepared = { nft: nft ?? '', offer }
  await runUntil(market, 'prepared', [], async () => {
    const hasToken = await market.hasRow('nfts', { id: prepared.nft })
    const hasOffer = await market.hasRow('offers', { id: prepared.offer ?? '' })
    const hasTickets = await market.hasRow('ledger_tickets')
    return (nft === null || hasToken) && hasTickets && (prepared.offer === null || hasOffer)
  })
  const closed = Number(
    (await callRpc(market.ledgerUrl, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
  )
  const before = await moneyOf(market, closed)
  market.gate.arm(at, market.kill)
  const ending = await flow.run(market, prepared)
  await untilTold(market)
  const report = { points: [...market.gate.passed()], killedAt: market.gate.killedAt() }
  market.gate.disarm()
  await checkEnding(market, prepared.nft, ending, before, closed)
  await checkTold(market, ending.told ?? {}, notification, report.killedAt !== null)
  return report
}
