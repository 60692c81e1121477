import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import { tfAllOrNothing, tfInnerBatchTxn } from '#contract/rules/ledger.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil } from './helpers.ts'
import { notNull } from '#tests/support/state.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let artist: DemoAccount
let collector: DemoAccount
let painter: DemoAccount
let sessions: { artist: Session; collector: Session; marketplace: Session }
const ids: string[] = []

beforeAll(async () => {
  // Following begins with the newest ledger, so everything before the first cron run is unknown.
  world = await createTestWorld({ clio: true, bindings: { LEDGER_START: '' } })
  artist = await world.fund('artist')
  collector = await world.fund('collector')
  for (let i = 0; i < 4; i += 1) ids.push(await world.mint(artist, { taxon: 3, transferFee: 5000 }))
  const [sold = '', , , burned = ''] = ids
  const offer = await world.list(artist, sold, 5_000_000n)
  await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  await world.list(collector, sold, 9_000_000n, { destination: world.marketplace.address })
  await world.bid(collector, artist.address, ids[1] ?? '', 3_000_000n)
  await world.run(artist, { TransactionType: 'NFTokenBurn', NFTokenID: burned })
  painter = await world.fund('painter')
  const painted = [await world.mint(painter, { taxon: 5 }), await world.mint(painter, { taxon: 5 })]
  // This work belongs to another collection, but its owner is among the accounts that the sync reads. The sync finds it and
  // does not index it.
  await world.mint(painter, { taxon: 6 })
  const gift = await world.list(painter, painted[0] ?? '', 1_000_000n)
  await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  // The ledger of the burn is no longer the newest.
  await callRpc(world.ledgerUrl, 'ledger_accept')
  await cronUntil(world, 'the first ledger', () => world.hasRow('ledger_cursor'))
  await world.addCollection({ id: 'old', issuer: artist.address, taxon: 3, name: 'Old' })
  sessions = {
    artist: await world.connect(artist),
    collector: await world.connect(collector),
    marketplace: await world.connect(world.marketplace),
  }
})
afterAll(() => world.close())

const progress = async (path: string, operation: 'getCollectionSync' | 'getNftSync') => {
  const reply = await world.call(path)
  expectContract(operation, reply)
  return reply.body
}

async function done(path: string, operation: 'getCollectionSync' | 'getNftSync') {
  await expect
    .poll(async () => (await progress(path, operation))['state'], { timeout: 40_000, interval: 100 })
    .toBe('done')
  return progress(path, operation)
}

test('a collection from before the first followed ledger is rebuilt without waiting for the cron', async () => {
  expect(await world.rowsOf('nfts')).toEqual([])
  expect(await progress('/api/collection/sync?id=old', 'getCollectionSync')).toMatchObject({ state: 'none' })
  const reply = await world.call('/api/collection/sync', {
    session: sessions.artist,
    body: { account: artist.address, userToken: sessions.artist.userToken, collectionID: 'old' },
  })
  expectContract('syncCollection', reply)
  expect(reply.body).toEqual({ status: 'success', data: 'Collection sync started' })
  const report = await done('/api/collection/sync?id=old', 'getCollectionSync')
  expect(report).toMatchObject({ done: 4, total: 4, mended: { nft_missing: 4, offer_missing: 2 } })
  expect(report['message']).toMatch(/^4 NFTs added, 2 offers added/)

  const [sold = ''] = ids
  const nft = await world.call(`/api/nft?id=${sold}`)
  expectContract('getNft', nft)
  expect(nft.body).toMatchObject({ nft: { owner: collector.address, burned: false } })
  const history = await world.rowsOf('history', { nft_id: sold }, ['ledger_index', 'position'])
  expect(history.map((row) => row['type'])).toEqual(['mint', 'sell_offer', 'sale', 'sell_offer'])
  expect(history[2]).toMatchObject({
    seller: artist.address,
    buyer: collector.address,
    amount_drops: '5000000',
  })
  expect(await world.rowsOf('nfts', { minted_at: notNull }, ['sequence'])).toMatchObject([
    { burned: false, price_drops: '9000000' },
    { burned: false, price_drops: null },
    { burned: false, price_drops: null },
    { burned: true, price_drops: null },
  ])
  expect(await world.countRows('nfts')).toBe(4)
})

test('the marketplace can start a sync, which finds nothing to repair', async () => {
  const reply = await world.call('/api/collection/manual_sync', {
    session: sessions.marketplace,
    body: { account: world.marketplace.address, collectionID: 'old' },
  })
  expectContract('manualSyncCollection', reply)
  const report = await done('/api/collection/sync?id=old', 'getCollectionSync')
  expect(report).toMatchObject({ mended: {}, message: 'Everything matched the ledger.' })
  const noted = await world.rowsOf('audit_log', { action: 'sync_collection' })
  expect(noted).toMatchObject([
    { account: artist.address, subject: 'old', after: { metadata: false } },
    { account: world.marketplace.address, subject: 'old', after: { metadata: true } },
  ])
})

test('other accounts cannot sync a collection', async () => {
  const body = { account: collector.address, collectionID: 'old' }
  const reply = await world.call('/api/collection/sync', { session: sessions.collector, body })
  expectContract('syncCollection', reply)
  expect([reply.status, reply.body['code'], reply.body['detail']]).toEqual([
    403,
    'forbidden',
    "Only a collection's issuer and the marketplace owner can sync it.",
  ])
  const none = await world.call('/api/collection/sync', { body })
  expect(none.status).toBe(401)
  const missing = await world.call('/api/collection/manual_sync', {
    session: sessions.marketplace,
    body: { collectionID: 'nothing' },
  })
  expect(missing.status).toBe(404)
})

test('an NFT can be synced by its owner on the ledger, whatever the index says', async () => {
  const [sold = ''] = ids
  await world.changeToken(sold, { owner: artist.address, uri: 'AB' })
  const reply = await world.call('/api/nft/sync', {
    session: sessions.collector,
    body: { account: collector.address, userToken: sessions.collector.userToken, id: sold },
  })
  expectContract('syncNft', reply)
  expect(JSON.parse(reply.text)).toBe('signed')
  const report = await done(`/api/nft/sync?id=${sold}`, 'getNftSync')
  expect(report).toMatchObject({ mended: { owner: 1, uri: 1 } })
  const refused = await world.call('/api/nft/sync', {
    session: sessions.artist,
    body: { account: artist.address, id: sold },
  })
  expectContract('syncNft', refused)
  expect([refused.status, JSON.parse(refused.text)]).toEqual([200, 'not owner'])
})

test('metadata over the web follows redirects, is retried after a failure, and does not delay other work', async () => {
  const fetchedUrls: string[] = []
  const server = createServer((request, response) => {
    fetchedUrls.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/art.json' }).end()
    else if (fetchedUrls.length < 3) response.writeHead(503).end()
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: 'From the web', attributes: [{ trait_type: 'Via', value: 'https' }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const id = await world.mint(artist, { taxon: 3, uri: `http://127.0.0.1:${port}/moved` })
    await cronUntil(world, 'metadata from the web', async () => {
      const row = await world.tokenOf(id)
      if (row?.['metadata_problem'] !== null) await world.changeToken(id, { metadata_due_at: new Date() })
      return row?.['name'] === 'From the web'
    })
    expect(fetchedUrls).toEqual(['/moved', '/art.json', '/moved', '/art.json'])
  } finally {
    server.close()
  }
})

const turnsOfSilence = 100

/**
 * Starts hosts that refuse at first, and then serve or hang. Their clock counts answers: waiting for an answer that
 * never comes counts as many answers.
 */
async function startHosts() {
  let turns = 0
  let mode: 'refuse' | 'serve' = 'refuse'
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (mode === 'refuse') return void response.writeHead(503).end()
    turns += 1
    response.once('close', () => {
      if (!response.writableEnded) turns += turnsOfSilence
    })
    if (request.url === '/hang') return void hanging.add(response)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name: `Prompt ${request.url}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    turns: () => turns,
    hanging,
    serve: () => (mode = 'serve'),
    refuse: () => {
      mode = 'refuse'
      for (const response of hanging) response.writeHead(503).end()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

longTest('hosts that hang delay the metadata of other issuers to at most twice its usual time', async () => {
  const hosts = await startHosts()
  const becomeDue = ({ address: issuer }: DemoAccount) =>
    world.changeRows(
      'nfts',
      { taxon: 70, issuer },
      { name: null, metadata_state: 'pending', metadata_tries: 0, metadata_due_at: new Date() },
    )
  /** Returns how many of the painter's works have the names that their host serves. */
  const promptNames = async () =>
    (await world.rowsOf('nfts', { taxon: 70 })).filter(({ name }) => String(name).startsWith('Prompt')).length
  /** Returns the time on the hosts' clock until the painter's works have their names. */
  async function serveOthers(): Promise<number> {
    const turnsBefore = hosts.turns()
    await becomeDue(painter)
    await cronUntil(world, 'names of others', async () => (await promptNames()) === 6)
    return hosts.turns() - turnsBefore
  }
  try {
    for (let host = 1; host <= 8; host += 1)
      await world.mint(artist, { taxon: 70, uri: `http://127.0.0.${host}:${hosts.port}/hang` })
    for (let place = 1; place <= 6; place += 1)
      await world.mint(painter, { taxon: 70, uri: `http://127.0.0.1:${hosts.port}/${place}` })
    await cronUntil(
      world,
      'the first tries',
      async () =>
        (await world.rowsOf('nfts', { taxon: 70 })).filter((row) => row['metadata_problem'] !== null)
          .length === 14,
    )
    hosts.serve()
    const usual = await serveOthers()
    const turnsBefore = hosts.turns()
    await becomeDue(artist)
    const round = world.cron()
    await expect.poll(() => hosts.hanging.size).toBe(3)
    await becomeDue(painter)
    await expect.poll(promptNames).toBe(6)
    expect((hosts.turns() - turnsBefore) / usual).toBeLessThanOrEqual(2)
    hosts.refuse()
    await round
  } finally {
    hosts.close()
  }
})

test('a sale within a Batch is in the history with the payment of the same Batch', async () => {
  const patron = await world.fund('patron')
  const nft = await world.mint(artist)
  const offer = await world.list(artist, nft, 5_000_000n)
  const info = await callRpc(world.ledgerUrl, 'account_info', {
    account: patron.address,
    ledger_index: 'validated',
  })
  const sequence = Number(asJson(info['account_data'])['Sequence'])
  const inner = (fields: Json, place: number) => ({
    RawTransaction: {
      Account: patron.address,
      Fee: '0',
      SigningPubKey: '',
      Flags: tfInnerBatchTxn,
      Sequence: sequence + place,
      ...fields,
    },
  })
  const batch = await world.run(patron, {
    TransactionType: 'Batch',
    Flags: tfAllOrNothing,
    Fee: '40',
    RawTransactions: [
      inner({ TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer }, 1),
      inner({ TransactionType: 'Payment', Destination: world.marketplace.address, Amount: '50000' }, 2),
    ],
  })
  const sales = async () => {
    const reply = await world.call(`/api/nft?id=${nft}`)
    if (reply.status !== 200) return []
    expectContract('getNft', reply)
    const history = asJson(reply.body['nft'])['history']
    return (Array.isArray(history) ? history.map(asJson) : []).filter((event) => event['type'] === 'sale')
  }
  await cronUntil(world, 'the sale', async () => (await sales()).length > 0)
  const [sale = {}] = await sales()
  expect(sale).toMatchObject({
    seller: artist.address,
    buyer: patron.address,
    amount: '5000000',
    payments: [{ account: patron.address, destination: world.marketplace.address, amount: '50000' }],
  })
  // The sale is the inner transaction, not the Batch around it.
  expect(sale['txid']).not.toBe(batch.hash)
  expect(await world.rowsOf('history', { nft_id: nft, type: 'sale' })).toMatchObject([
    { parent_batch_id: batch.hash },
  ])
})

longTest('a sync on a server without Clio says what it could not see', async () => {
  await world.addCollection({ id: 'painted', issuer: painter.address, taxon: 5, name: 'Painted' })
  const setFaults = (rules: Json[]) =>
    fetch(`${world.ledgerUrl}/admin/faults`, { method: 'POST', body: JSON.stringify(rules) })
  const session = await world.connect(painter)
  const sync = async () => {
    const body = { account: painter.address, userToken: session.userToken, collectionID: 'painted' }
    await world.call('/api/collection/sync', { session, body })
    return done('/api/collection/sync?id=painted', 'getCollectionSync')
  }
  const incomplete = async () => {
    const reply = await world.call('/api/admin/overview', { session: sessions.marketplace })
    expectContract('getOverview', reply)
    return reply.body['syncs']
  }
  const clioMethods = ['nfts_by_issuer', 'nft_info', 'nft_history']
  await setFaults([{ kind: 'rpc-error', error: 'unknownCmd', method: clioMethods }])
  try {
    // The buyer of the first NFT is unknown in this collection, so that only the second one is found.
    const report = await sync()
    expect(report).toMatchObject({ state: 'done', done: 1, unseen: 1 })
    expect(report['message']).toContain(
      'Not everything is visible: 1 NFT of the issuer may belong to this collection, but is in an account that OPX has not seen yet.',
    )
    expect(await incomplete()).toEqual([
      { collection: 'painted', unseen: 1, lost: 0, since: expect.any(String) },
    ])
  } finally {
    await setFaults([])
  }
  const whole = await sync()
  expect(whole).toMatchObject({ state: 'done', unseen: 0, mended: { nft_missing: 1 } })
  expect(whole['message']).not.toContain('Not everything')
  expect(await incomplete()).toEqual([])
})

longTest(
  'metadata that was put off is fetched first where it is needed: looked at, listed, traded',
  async () => {
    const fetched: string[] = []
    const server = createServer((request, response) => {
      fetched.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ name: `Work ${request.url}` }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const works: string[] = []
      for (let i = 0; i < 12; i += 1)
        works.push(await world.mint(artist, { taxon: 8, uri: `http://127.0.0.1:${port}/${i}` }))
      const waiting = () => world.rowsOf('nfts', { id: works, metadata_state: 'pending' })
      await cronUntil(
        world,
        'all of it',
        async () => fetched.length === works.length && (await waiting()).length === 0,
      )
      // The state that a bootstrap leaves.
      await world.changeRows('nfts', { id: works }, { metadata_state: 'pending', metadata_due_at: null })
      fetched.length = 0
      const offer = await world.list(artist, works[7] ?? '', 2_000_000n)
      await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
      await world.list(artist, works[9] ?? '', 3_000_000n)
      await world.call(`/api/nft?id=${works[11]}`)
      await vi.waitUntil(() => world.hasRow('nfts', { id: works[11], metadata_due_at: notNull }))
      await cronUntil(world, 'all of it again', async () => (await waiting()).length === 0)
      // Four are fetched in parallel.
      expect(fetched.slice(0, 4)).toEqual(expect.arrayContaining(['/7', '/9', '/11']))
      expect(fetched).toHaveLength(works.length)
    } finally {
      server.close()
    }
  },
)
