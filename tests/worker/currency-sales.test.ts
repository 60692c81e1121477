import { Wallet } from 'xrpl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rippleEpochSeconds, tfClearFreeze, tfSetFreeze, tfSetNoRipple } from '#contract/rules/ledger.ts'
import { dropsOfAmount } from '#contract/rules/sale-amounts.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { openShop, type ShopOptions } from '#tests/support/shop.ts'
import { longTest } from '#tests/support/sample.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { filled, sendForm, words } from './creating.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  ledgerSeconds,
  openForBusiness,
} from './helpers.ts'

/** The issuer of TPR is created before the world that lists its token. */
const issuer: DemoAccount = (() => {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name: 'issuer', role: 'artist', address: classicAddress, seed }
})()
const currency = { currency: 'TPR', issuer: issuer.address }
const gld = (value: string) => ({ ...currency, value })

let world: TestWorld
/** A buyer who buys with one signature for the whole sale. */
let whole: Session
/** A buyer who buys in two steps. */
let slow: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true, bindings: { TOKEN_ISSUERS: `TPR=${issuer.address}` } })
  await world.ledger.run(await world.fund('bank', 300), {
    TransactionType: 'Payment',
    Destination: issuer.address,
    Amount: '100000000',
  })
  // Holders can pay each other.
  await world.run(issuer, { TransactionType: 'AccountSet', SetFlag: 8 })
  await trust(world.marketplace)
  await openForBusiness(world)
  whole = await world.connect(await rich('Whole'))
  slow = await world.connect(await rich('Slow'))
  await world.changeRows('wallets', { account: slow.account.address }, { no_batch_at: new Date() })
})
afterAll(() => world.close())

const trust = (account: DemoAccount, limit = '1000000') =>
  world.run(account, { TransactionType: 'TrustSet', LimitAmount: gld(limit) })

async function rich(name: string): Promise<DemoAccount> {
  const account = await world.fund(name)
  await trust(account)
  await world.run(issuer, { TransactionType: 'Payment', Destination: account.address, Amount: gld('1000') })
  return account
}

/** Returns the balance of TPR in hundred-millionths, because the ledger's royalty has more decimals than a price. */
async function goldOf(account: DemoAccount): Promise<bigint> {
  const reply = await callRpc(world.ledgerUrl, 'account_lines', {
    account: account.address,
    peer: issuer.address,
    ledger_index: 'validated',
  })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  const [whole = '0', fraction = ''] = String(lines[0]?.['balance'] ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

const price = gld('20.000003')
async function openGoldShop(options: ShopOptions = {}) {
  const shop = await openShop(world, { priceDrops: dropsOfAmount(price) ?? 0n, currency, ...options })
  await trust(shop.artist)
  return { ...shop, artist: await world.connect(shop.artist) }
}

const openPhase = {
  endsAt: null,
  priceDrops: '20000003',
  decline: null,
  perAccount: 0,
  audience: 'everyone',
  holdersOf: null,
}

const payoutsOf = async (collectionId: string) =>
  (await world.payoutsOf(collectionId))
    .toSorted((a, b) => Number(a['place']) - Number(b['place']))
    .map((row) => [row['artist'], row['amount_drops'], row['fee_drops'], row['royalty_drops'], row['state']])

const allPaid = (collectionId: string, count: number) => async () => {
  const rows = await world.payoutsOf(collectionId)
  return rows.length === count && rows.every((row) => row['state'] === 'paid')
}

// 20.000003 minus 2 % (0.4) and a royalty of 5 % is 18.600002. The ledger deducts a royalty of 1.00000015, and we count
// 1.000001.
const parts = ['18600002', '400000', '1000001', 'paid']

test('a work is sold in the currency of its collection to the last digit, by one signature or two', async () => {
  const { artist, collectionId, items } = await openGoldShop({ items: 2 })
  const page = await world.call(`/api/nft?id=${items[0]}`)
  expectContract('getNft', page)
  expect(page.body['nft']).toMatchObject({
    demandPrice: null,
    floorPrice: null,
    demand: { priceDrops: null, price },
  })
  const before = await Promise.all([artist.account, world.marketplace].map(goldOf))
  for (const [place, buyer] of [whole, slow].entries()) {
    expect(
      await askAndSign(world, 'buyOnDemand', buyer, { nftDatabaseID: items[place], expectedAmount: price }),
    ).toMatchObject({ status: 'success', outcome: { purpose: 'demand_buy' } })
  }
  await cronUntil(world, 'paid', allPaid(collectionId, 2))
  const { address } = artist.account
  expect(await payoutsOf(collectionId)).toEqual([
    [address, ...parts],
    [address, ...parts],
  ])
  const after = await Promise.all([artist.account, world.marketplace].map(goldOf))
  expect(after.map((gold, place) => gold - (before[place] ?? 0n))).toEqual([
    2n * (1_860_000_200n + 100_000_015n),
    2n * (2_000_000_300n - 1_860_000_200n - 100_000_015n),
  ])
  const report = await world.call(`/api/collection/revenue?id=${collectionId}`, { session: artist })
  expectContract('getRevenue', report)
  expect(report.body).toMatchObject({ sold: 2, priceDrops: '40000006', payees: [{ paidDrops: '37200004' }] })
  // None of it counts as XRP.
  const info = await world.call(`/api/collection/info?id=${collectionId}`)
  expect(info.body).toMatchObject({ currency, floorPriceDrops: null, volumeDrops: '0' })
  const payouts = await world.call('/api/account/payouts', { session: artist })
  expectContract('getPayouts', payouts)
  expect(payouts.body).toMatchObject({ owedDrops: '0', payouts: [{ currency }, { currency }] })
})

test('a buyer who expects XRP, or has no line or too little, is told before anything is signed', async () => {
  const { artist, items } = await openGoldShop()
  const [nftDatabaseID] = items
  const refusal = async (session: Session, body: object) =>
    (await askReply(world, 'buyOnDemand', session, { nftDatabaseID, ...body })).body
  for (const body of [
    {},
    { expectedAmount: '20000003' },
    { expectedAmount: gld('20') },
    { expectedAmount: gld('0.0000001') },
  ])
    expect(await refusal(whole, body)).toMatchObject({
      code: 'price_changed',
      data: 'The price has changed. It is now 20.000003 TPR.',
    })
  const lineless = await world.connect(await world.fund('Lineless'))
  expect(await refusal(lineless, { expectedAmount: price })).toMatchObject({ code: 'no_trust_line' })
  await trust(lineless.account)
  expect(await refusal(lineless, { expectedAmount: price })).toMatchObject({ code: 'insufficient_funds' })
  // There is room for the payout, but not for the royalty before it.
  await trust(artist.account, '19')
  expect(await refusal(whole, { expectedAmount: price })).toMatchObject({
    code: 'would_fail',
    data: "The artist's trust line for TPR has no room for this sale.",
  })
  await world.run(artist.account, {
    TransactionType: 'TrustSet',
    LimitAmount: gld('0'),
    Flags: tfSetNoRipple,
  })
  expect((await refusal(whole, { expectedAmount: price }))['status']).toBe('failed')
  expect(await world.rowsOf('reservations', { item_id: nftDatabaseID ?? '' })).toEqual([])
})

/** Saves the form of a collection with these fields. */
async function edit(
  session: Session,
  { collectionId, taxon }: { collectionId: string; taxon: number },
  more: Record<string, string>,
) {
  await world.changeCollection(collectionId, {
    thumbnail_cid: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  })
  const form = {
    collectionID: collectionId,
    name: `Shop ${taxon}`,
    description: 'Gold.',
    royalty: '5',
    links: '{}',
    onDemandMint: 'true',
    thumbnailFile: 'none',
    ...more,
  }
  return (await sendForm(world, 'editCollection', session, form)).body
}

test('prices have the currency of the collection, which stays while a work is for sale', async () => {
  const { artist, ...shop } = await openGoldShop()
  const { collectionId, items } = shop
  const [nftDatabaseID] = items
  const edited = (more: Record<string, string>) => edit(artist, shop, more)
  const priced = async (amount: unknown) =>
    (await world.call('/api/nft/demand/sell_now', { session: artist, body: { nftDatabaseID, amount } })).body
  for (const amount of ['20000000', { ...price, currency: 'USD' }, gld('0'), gld('0.0000001')])
    expect(await priced(amount)).toMatchObject({ code: 'validation_failed' })
  expect(await priced(gld('7.5'))).toMatchObject({ status: 'success' })
  expect(await edited({ currency: '' })).toMatchObject({ code: 'sale_active' })
  expect(await edited({ currency: JSON.stringify({ ...currency, currency: 'ODD' }) })).toMatchObject({
    code: 'validation_failed',
    data: `The marketplace has no trust line for ODD (issued by ${issuer.address}).`,
  })
  expect(await edited({})).toMatchObject({ status: 'success' })
  await world.call('/api/nft/demand/remove', { session: artist, body: { nftDatabaseID } })
  expect(await edited({ currency: '' })).toMatchObject({ status: 'success' })
  expect((await world.call(`/api/collection/info?id=${collectionId}`)).body).toMatchObject({ currency: null })
})

longTest('an artist can edit a collection whose currency is no longer sold in', async () => {
  const { artist, ...shop } = await openGoldShop()
  const sameCurrency = JSON.stringify(currency)
  await world.run(issuer, { TransactionType: 'AccountSet', TransferRate: 1_005_000_000 })
  expect(await edit(artist, shop, { currency: sameCurrency })).toMatchObject({ status: 'success' })
  expect(
    (await askReply(world, 'buyOnDemand', whole, { nftDatabaseID: shop.items[0], expectedAmount: price }))
      .body,
  ).toMatchObject({ code: 'validation_failed' })
  await world.run(issuer, { TransactionType: 'AccountSet', TransferRate: 0 })
})

test('a currency that its issuer does not let the marketplace pass on is refused', async () => {
  const { artist, ...shop } = await openGoldShop({ items: 0 })
  const old = { currency: 'OLD', issuer: issuer.address }
  await world.run(world.marketplace, { TransactionType: 'TrustSet', LimitAmount: { ...old, value: '1000' } })
  await world.run(issuer, {
    TransactionType: 'TrustSet',
    LimitAmount: { currency: 'OLD', issuer: world.marketplace.address, value: '0' },
    Flags: tfSetNoRipple,
  })
  expect(await edit(artist, shop, { currency: JSON.stringify(old) })).toMatchObject({
    code: 'validation_failed',
    data: `The issuer of OLD (issued by ${issuer.address}) does not let holders pay one another, so the marketplace does not sell in this currency.`,
  })
})

test('a payee who has closed their trust line is paid later and stops no sale by one signature', async () => {
  const { artist, collectionId, items } = await openGoldShop()
  const payee = await world.connect(await rich('Payee'))
  const payees = [artist, payee].map(({ account }) => ({ account: account.address, perMille: 500 }))
  await world.call('/api/collection/split', { session: artist, body: { collectionID: collectionId, payees } })
  const info = await world.call(`/api/collection/info?id=${collectionId}`)
  const split = Reflect.get(Object(info.body['split']), '_id')
  await world.call('/api/split/agree', { session: payee, body: { split } })
  await world.run(payee.account, {
    TransactionType: 'TrustSet',
    LimitAmount: gld('1000000'),
    Flags: tfSetFreeze,
  })
  expect(
    await askAndSign(world, 'buyOnDemand', whole, { nftDatabaseID: items[0], expectedAmount: price }),
  ).toMatchObject({ status: 'success' })
  expect((await payoutsOf(collectionId)).map((row) => [row[0], row[4]])).toEqual([
    [artist.account.address, 'paid'],
    [payee.account.address, 'owed'],
  ])
})

test('a free print of an edition in an issued currency is claimed, by one signature or two', async () => {
  const { artist, taxon } = await openGoldShop({ items: 0 })
  const startsAt = new Date(((await ledgerSeconds(world)) + 30 + rippleEpochSeconds) * 1000).toISOString()
  const reply = await sendForm(world, 'addEdition', artist, {
    ...filled({ metadata: words({ name: 'Free Tide' }), taxon: String(taxon) }),
    phases: JSON.stringify([{ ...openPhase, startsAt, priceDrops: '0', perAccount: 1 }]),
    prints: '2',
    rowKey: crypto.randomUUID(),
  })
  const edition = String(Reflect.get(Object(reply.body['data']), 'edition'))
  await advanceClock(world, 60)
  await world.cron()
  for (const buyer of [whole, slow])
    expect(await askAndSign(world, 'buyPrint', buyer, { edition, expectedAmount: '0' })).toMatchObject({
      status: 'success',
    })
})

longTest(
  'a work that was minted before for another buyer is sold by one signature in its currency',
  async () => {
    const { collectionId, items } = await openGoldShop()
    const buy = { nftDatabaseID: items[0], expectedAmount: price }
    await ask(world, 'buyOnDemand', slow, buy)
    const hasState = (state: string) => async () =>
      (await world.rowsOf('reservations', { item_id: items[0] ?? '' }))[0]?.['state'] === state
    await cronUntil(world, 'offered', hasState('offered'))
    await advanceClock(world, 16 * 60)
    await cronUntil(world, 'released', hasState('released'))
    const [before] = await world.rowsOf('demand_items', { id: items[0] })
    expect(await askAndSign(world, 'buyOnDemand', whole, buy)).toMatchObject({ status: 'success' })
    const [item] = await world.rowsOf('demand_items', { id: items[0] })
    expect(item).toMatchObject({ state: 'sold', token_id: before?.['token_id'] })
    expect(await world.ownerOf(String(item?.['token_id']), [whole.account])).toBe(whole.account.address)
    const parts = await world.rowsOf('presigned_parts', { account: whole.account.address })
    expect(JSON.stringify(parts.map(({ sales }) => sales))).toContain(String(before?.['token_id']))
    await cronUntil(world, 'paid', allPaid(collectionId, 1))
  },
)

longTest('a payout that the line takes no more is owed in its currency, and paid when it does', async () => {
  const { artist, collectionId, items } = await openGoldShop()
  const uuid = await ask(world, 'buyOnDemand', slow, { nftDatabaseID: items[0], expectedAmount: price })
  const line = (flags: number) =>
    world.run(artist.account, { TransactionType: 'TrustSet', LimitAmount: gld('1000000'), Flags: flags })
  await line(tfSetFreeze)
  await world.sign(uuid, slow.account)
  await cronUntil(
    world,
    'refused',
    async () => (await world.payoutsOf(collectionId))[0]?.['result'] === 'tecPATH_DRY',
  )
  const reply = await world.call('/api/account/payouts', { session: artist })
  expect(reply.body).toMatchObject({
    owedDrops: '0',
    payouts: [{ state: 'owed', currency, amountDrops: '18600002' }],
  })
  await line(tfClearFreeze)
  await world.changeRows('payouts', { collection_id: collectionId }, { due_at: new Date() })
  await cronUntil(world, 'paid', allPaid(collectionId, 1))
})

longTest('an edition and a random buy are sold in an issued currency, and payees share it', async () => {
  const ada = await world.connect(await rich('Ada'))
  const { artist, collectionId, taxon } = await openGoldShop({ items: 0 })
  const startsAt = new Date(((await ledgerSeconds(world)) + 30 + rippleEpochSeconds) * 1000).toISOString()
  const shares = [artist, ada].map(({ account }, place) => ({
    account: account.address,
    perMille: place === 0 ? 600 : 400,
  }))
  const reply = await sendForm(world, 'addEdition', artist, {
    ...filled({ metadata: words({ name: 'Gold Tide' }), taxon: String(taxon) }),
    phases: JSON.stringify([{ ...openPhase, startsAt }]),
    payees: JSON.stringify(shares),
    prints: '2',
    rowKey: crypto.randomUUID(),
  })
  const edition = String(Reflect.get(Object(reply.body['data']), 'edition'))
  await world.call('/api/split/agree', { session: ada, body: { split: edition } })
  await advanceClock(world, 60)
  await world.cron()
  for (const expectedAmount of ['20000003', gld('20.000002')])
    expect((await askReply(world, 'buyPrint', whole, { edition, expectedAmount })).body).toMatchObject({
      code: 'price_changed',
    })
  for (const buyer of [whole, slow])
    expect(await askAndSign(world, 'buyPrint', buyer, { edition, expectedAmount: price })).toMatchObject({
      status: 'success',
    })
  await cronUntil(world, 'paid', allPaid(collectionId, 4))
  // The royalty in the form differs from the shop's royalty.
  const owed = (await payoutsOf(collectionId)).map(([account, amount]) => [account, amount])
  const [first] = owed
  expect(owed.filter(([account]) => account === artist.account.address)).toEqual([first, first])

  const random = await openGoldShop({ random: true })
  const draw = { collection_id: random.collectionId }
  expect((await askReply(world, 'buyRandom', slow, draw)).body).toMatchObject({ code: 'price_changed' })
  const rules = await world.call(`/api/collection/buying_rules?id=${random.collectionId}`)
  expectContract('getBuyingRules', rules)
  expect(rules.body['random']).toMatchObject({ cheapestDrops: null, cheapest: price })
  expect(await askAndSign(world, 'buyRandom', slow, { ...draw, expectedAmount: price })).toMatchObject({
    status: 'success',
  })
  await cronUntil(world, 'paid', allPaid(random.collectionId, 1))
  expect(await payoutsOf(random.collectionId)).toEqual([[random.artist.account.address, ...parts]])
  const epochs = await world.call(`/api/collection/draws/epochs?id=${random.collectionId}`)
  expectContract('getDrawEpochs', epochs)
  expect(epochs.body['epochs']).toMatchObject([{ priceDrops: '20000003', currency }])
})
