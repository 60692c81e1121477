import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#tests/support/api.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import type { StatementReply, StatementRow } from '#contract/schemas/statements.ts'
import { readStatements } from '#worker/domain/statement/read-statements.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import type { AccountPage } from '#worker/ports/ledger/port.ts'
import { cronUntil } from './helpers.ts'

let world: TestWorld
let year = 0
const people: Record<'artist' | 'buyer' | 'collector', DemoAccount> = Object.create(null)
const sessions = new Map<string, Session>()

beforeAll(async () => {
  world = await createTestWorld()
  const { marketplace } = world
  for (const name of ['artist', 'buyer', 'collector'] as const) {
    people[name] = await world.fund(name, 500)
    sessions.set(people[name].address, await world.connect(people[name]))
  }
  const { artist, buyer, collector } = people
  const [first, second] = [
    await world.mint(artist, { transferFee: 5000 }),
    await world.mint(artist, { transferFee: 5000 }),
  ]
  // A first sale through the marketplace, and a resale that pays a royalty.
  const toMarket = { destination: marketplace.address }
  await world.run(marketplace, {
    TransactionType: 'NFTokenAcceptOffer',
    NFTokenSellOffer: await world.list(artist, first, 100_000_000n, toMarket),
    NFTokenBuyOffer: await world.bid(buyer, artist.address, first, 101_000_000n, toMarket),
    NFTokenBrokerFee: '1000000',
  })
  const resale = await world.list(buyer, first, 120_000_000n)
  await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: resale })
  // A gift, a payment, and the burn of a work.
  const gift = await world.list(artist, second, 0n, { destination: buyer.address })
  await world.run(buyer, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  await world.run(buyer, { TransactionType: 'Payment', Destination: collector.address, Amount: '7000000' })
  await world.run(collector, { TransactionType: 'NFTokenBurn', NFTokenID: first })
  await world.cron()
  const closes = (await world.rowsOf('history')).map((row) => Number(row['closed_at']))
  year = new Date(Math.max(...closes)).getUTCFullYear()
})
afterAll(() => world.close())

async function statementOf(account: DemoAccount): Promise<StatementReply> {
  const session = sessions.get(account.address)
  const reply = await world.call(
    `/api/account/statement?year=${year}`,
    session === undefined ? {} : { session },
  )
  expectContract('getStatement', reply)
  return JSON.parse(reply.text)
}

async function readStatement(account: DemoAccount): Promise<StatementReply> {
  const session = sessions.get(account.address)
  if (session === undefined) throw new Error('Connect the account first.')
  const body = { account: account.address, user_token: session.userToken, year }
  const reply = await world.call('/api/account/statement', { session, body })
  expectContract('askStatement', reply)
  await cronUntil(world, 'statement', async () => (await statementOf(account)).state === 'ready')
  return statementOf(account)
}

const gain = (row: StatementRow) => BigInt(row.balanceAfter) - BigInt(row.balanceBefore)
const total = (rows: StatementRow[]) => rows.reduce((sum, row) => sum + gain(row), 0n)
const one = (rows: StatementRow[], kind: StatementRow['kind']) => {
  const matches = rows.filter((row) => row.kind === kind)
  expect(matches).toHaveLength(1)
  return matches[0] as StatementRow
}

test('a statement equals the ledger to the drop, with price, fee and royalty of each sale', async () => {
  const { artist, buyer, collector } = people
  const day = new Date().toISOString().slice(0, 10)
  await world.addRow('xrp_price_days', { quote: 'USD', day, price: 0.6175 })
  const [ofArtist, ofBuyer, ofCollector] = [
    await readStatement(artist),
    await readStatement(buyer),
    await readStatement(collector),
  ]
  for (const [account, { rows }] of [
    [artist, ofArtist],
    [buyer, ofBuyer],
    [collector, ofCollector],
  ] as const) {
    // The accounts were funded in this year, so the statement includes all of their XRP.
    expect(rows[0]).toMatchObject({ kind: 'payment_in', balanceBefore: '0', balanceAfter: '500000000' })
    expect(total(rows)).toBe(await world.balanceOf(account.address))
  }

  const sold = one(ofArtist.rows, 'sold')
  expect(sold).toMatchObject({
    amount: '101000000',
    marketplaceFee: '1000000',
    royalty: '0',
    counterparty: buyer.address,
    networkFee: '0',
  })
  expect(gain(sold)).toBe(100_000_000n)
  const royalty = one(ofArtist.rows, 'royalty')
  expect([royalty.royalty, gain(royalty)]).toEqual(['6000000', 6_000_000n])
  expect(ofArtist.rows.filter(({ kind }) => kind === 'minted')).toHaveLength(2)
  expect(one(ofArtist.rows, 'gift_sent').counterparty).toBe(buyer.address)

  const bought = one(ofBuyer.rows, 'bought')
  expect([bought.amount, gain(bought)]).toEqual(['101000000', -101_000_000n])
  expect([one(ofBuyer.rows, 'sold').amount, gain(one(ofBuyer.rows, 'sold'))]).toEqual([
    '120000000',
    114_000_000n,
  ])
  expect(one(ofBuyer.rows, 'payment_out').counterparty).toBe(collector.address)
  one(ofBuyer.rows, 'gift_received')

  const fee = BigInt(one(ofCollector.rows, 'bought').networkFee)
  expect([fee > 0n, gain(one(ofCollector.rows, 'bought'))]).toEqual([true, -120_000_000n - fee])
  one(ofCollector.rows, 'burned')
  // Dollar amounts exist only for days with a price.
  const priced = ofBuyer.rows.filter(({ at }) => at.startsWith(day))
  expect(new Set(priced.map(({ usd }) => usd))).toEqual(new Set(priced.length === 0 ? [] : ['0.6175']))
  expect(ofBuyer.rows.filter(({ at, usd }) => !at.startsWith(day) && usd !== null)).toEqual([])
})

test('what happens later is added when it is asked for again', async () => {
  const { artist, collector } = people
  const before = await statementOf(artist)
  await world.run(artist, { TransactionType: 'Payment', Destination: collector.address, Amount: '1000000' })
  await world.makeOlder('statements', 2, ['asked_at'])
  const after = await readStatement(artist)
  expect(after.rows.slice(0, before.rows.length)).toEqual(before.rows)
  expect(after.rows.slice(before.rows.length).map(({ kind }) => kind)).toEqual(['payment_out'])
  expect(total(after.rows)).toBe(await world.balanceOf(artist.address))
})

/** Returns a server that returns pages of three of these transactions. */
function serverWith(transactions: AccountPage['transactions'], onPage: () => void = () => undefined) {
  return async (_account: string, toLedger: number, marker: unknown): Promise<AccountPage> => {
    onPage()
    const below = transactions.filter(({ ledgerIndex }) => ledgerIndex <= toLedger)
    const from = typeof marker === 'number' ? marker : 0
    const page = below.slice(from, from + 3)
    const ended = from + 3 >= below.length
    return { transactions: page, sent: page.length, marker: ended ? null : from + 3 }
  }
}

async function reading(account: DemoAccount, transactionsOfAccount: ReturnType<typeof serverWith>) {
  const context = compose(readEnvironment(world.stack.bindings))('statement', () => undefined)
  await world.removeRows('statements', { account: account.address })
  await world.addRow('statements', { id: crypto.randomUUID(), account: account.address, year })
  const run = (withinMs: number) =>
    readStatements(
      { ...context, ledger: { ...context.ledger, transactionsOfAccount } },
      new Date(Date.now() + withinMs),
    )
  return { context, run }
}

async function transactionsOf({ address }: DemoAccount) {
  const { ledger } = compose(readEnvironment(world.stack.bindings))('statement', () => undefined)
  const { index } = await ledger.validatedHead()
  return (await ledger.transactionsOfAccount(address, index, null, () => true)).transactions
}

test('a reading that was cut off continues from its last page', async () => {
  const { buyer } = people
  const all = await transactionsOf(buyer)
  let pages = 0
  const cut = serverWith(all, () => {
    pages += 1
    if (pages === 3) throw new Error('The connection was lost.')
  })
  const { run } = await reading(buyer, cut)
  await run(5000)
  expect(await statementOf(buyer)).toMatchObject({ state: 'reading', read: 6, rows: [] })
  await world.changeRows('statements', {}, { due_at: new Date() })
  await run(5000)
  const { state, rows } = await statementOf(buyer)
  expect([state, total(rows)]).toEqual(['ready', await world.balanceOf(buyer.address)])
  expect(new Set(rows.map(({ txid }) => txid)).size).toBe(rows.length)
})

test.each([
  ['the server’s history begins later', (all: AccountPage['transactions']) => all.slice(0, -1)],
  [
    'one in between is missing',
    (all: AccountPage['transactions']) => all.filter((_, place) => place !== Math.floor(all.length / 2)),
  ],
])('it is refused with the reason when %s', async (_why, left) => {
  const { collector } = people
  const { run } = await reading(collector, serverWith(left(await transactionsOf(collector))))
  await run(5000)
  const reply = await statementOf(collector)
  expect(reply).toMatchObject({ state: 'refused', rows: [] })
  expect(reply.message).toMatch(/^No available ledger server has all of the account/)
})
