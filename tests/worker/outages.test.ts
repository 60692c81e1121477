import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { type LedgerProxy, startLedgerProxy } from '#tests/support/ledger-proxy.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askReply, askToBuy, cronUntil, offerIndexed, offersOf, openForBusiness } from './helpers.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { hoursAgo, minutesFromNow } from '#tests/support/state.ts'

let world: TestWorld
let line: LedgerProxy
/** A second server, which answers only when a test enables it. */
let spare: LedgerProxy
let artist: DemoAccount
let buyer: DemoAccount
let session: Session
const price = 4_000_000n

beforeAll(async () => {
  line = await startLedgerProxy()
  spare = await startLedgerProxy()
  // The preferred ledger server is always down: nothing listens there.
  world = await createTestWorld({
    ledgerThrough: line,
    bindings: { LEDGER_URLS: `http://127.0.0.1:9,${line.url},${spare.url}` },
    closeEveryMs: 500,
  })
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  await openForBusiness(world)
  session = await world.connect(buyer)
})
afterAll(async () => {
  await world.close()
  await line.close()
  await spare.close()
})

const faults = (change: Record<string, unknown>) =>
  fetch(`${world.signer.url}/dev/faults`, { method: 'POST', body: JSON.stringify(change) })

async function requestPurchase() {
  const nft = await world.mint(artist)
  await offerIndexed(world, await world.list(artist, nft, price, { destination: world.marketplace.address }))
  return { nft, uuid: await askToBuy(world, session, { nftokenID: nft }) }
}

async function expectSoldOnce(nft: string) {
  expect(await world.salesOf(nft)).toMatchObject([{ kind: 'buy_now', state: 'completed' }])
  expect(await world.ownerOf(nft, [buyer])).toBe(buyer.address)
  expect(await offersOf(world, buyer.address)).toEqual([])
}

function webhook(uuid: string, secret: string) {
  const body = JSON.stringify({ meta: { payload_uuidv4: uuid }, custom_meta: { identifier: null } })
  return signedWebhook(body, String(Math.floor(Date.now() / 1000)), secret)
}

function signedWebhook(body: string, timestamp: string, secret = world.signer.app.secret) {
  const signature = createHmac('sha1', secret.replaceAll('-', ''))
    .update(timestamp + body)
    .digest('hex')
  return fetch(`${world.url}/api/xumm/webhook`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-xumm-request-timestamp': timestamp,
      'x-xumm-request-signature': signature,
    },
  })
}

longTest('duplicate, late and much later webhooks change nothing', async () => {
  const { nft, uuid } = await requestPurchase()
  await faults({ webhook: 'duplicate', webhookDelayMs: 700 })
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  await faults({})
  const replies = await Promise.all([1, 2, 3].map(() => webhook(uuid, world.signer.app.secret)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await expectSoldOnce(nft)
})

test('a forged webhook is refused, and a genuine one is only a hint', async () => {
  const { nft, uuid } = await requestPurchase()
  const forged = await webhook(uuid, '00000000-0000-0000-0000-000000000000')
  expect(forged.status).toBe(403)
  // Nothing is signed: the state is fetched from the platform.
  expect((await webhook(uuid, world.signer.app.secret)).status).toBe(200)
  expect(await world.rowsOf('sign_requests', { uuid })).toMatchObject([{ state: 'created' }])
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  await expectSoldOnce(nft)
})

test('old or malformed webhooks are refused, even with a valid signature', async () => {
  const { uuid } = await requestPurchase()
  const body = JSON.stringify({ meta: { payload_uuidv4: uuid } })
  const now = () => String(Date.now())
  const minutesAgo = (minutes: number) => String(Date.now() - minutes * 60_000)
  for (const [sent, timestamp, status, code] of [
    [body, minutesAgo(6), 403, 'forbidden'],
    [body, minutesAgo(-6), 403, 'forbidden'],
    [body, '', 403, 'forbidden'],
    [body, 'now', 403, 'forbidden'],
    ['', now(), 400, 'malformed_json'],
    ['{"meta":', now(), 400, 'malformed_json'],
    ['[]', now(), 400, 'validation_failed'],
    ['null', now(), 400, 'validation_failed'],
    ['{}', now(), 400, 'validation_failed'],
    ['{"meta":{"payload_uuidv4":"x"}}', now(), 400, 'validation_failed'],
    [`{"meta":{"payload_uuidv4":"${uuid}"},"custom_meta":7}`, now(), 400, 'validation_failed'],
    [`{"a":"${'x'.repeat(70_000)}"}`, now(), 413, 'payload_too_large'],
  ] as const) {
    const reply = await signedWebhook(sent, timestamp)
    const { code: told } = asJson(await reply.json())
    expect([sent.slice(0, 60), timestamp, reply.status, told]).toEqual([
      sent.slice(0, 60),
      timestamp,
      status,
      code,
    ])
  }
  expect((await signedWebhook(body, minutesAgo(4))).status).toBe(200)
  await world.reject(uuid)
})

longTest(
  'metadata at hosts that hang delays nothing of other issuers, and retries come after first tries',
  async () => {
    const calls: string[] = []
    const hanging: ServerResponse[] = []
    const host = createServer((request, response) => {
      const path = request.url ?? ''
      calls.push(path)
      if (path.startsWith('/hanging')) hanging.push(response)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name: path }))
    })
    const origin = `http://127.0.0.1:${await listen(host, 0, 'The host')}`
    const attacker = await world.fund('attacker')
    try {
      for (let place = 1; place <= 12; place += 1)
        await world.mint(attacker, { uri: `${origin}/hanging/${place}` })
      for (const place of [1, 2, 3, 4]) await world.mint(artist, { metadata: { name: `Prompt ${place}` } })
      const ready = async (name: string) => {
        const tokens = await world.rowsOf('nfts', { metadata_state: 'ready' })
        return tokens.filter((row) => String(row['name']).startsWith(name)).length
      }
      const round = world.cron()
      await expect.poll(() => ready('Prompt'), { timeout: 7000 }).toBe(4)
      // All metadata of the artist has been read, while none of the attacker's requests has an answer.
      expect(calls.filter((path) => path.startsWith('/hanging'))).toHaveLength(3)
      for (const response of hanging.splice(0)) response.writeHead(503).end()
      const release = setInterval(() => {
        for (const response of hanging.splice(0)) response.writeHead(503).end()
      }, 20)
      await round
      clearInterval(release)
      await world.changeRows('nfts', { metadata_state: 'pending' }, { metadata_due_at: new Date() })
      await world.mint(attacker, { uri: `${origin}/new` })
      calls.length = 0
      const again = world.cron()
      await expect.poll(() => calls.length).toBeGreaterThan(2)
      expect(calls[0]).toBe('/new')
      for (const response of hanging) response.destroy()
      await closeServer(host)
      await again
    } finally {
      for (const response of hanging) response.destroy()
      await world.changeRows('nfts', { metadata_state: 'pending' }, { metadata_state: 'failed' })
    }
  },
)

longTest('polled requests are checked even when sweep and sign-ins have used up their calls', async () => {
  const { uuid } = await requestPurchase()
  const minute = () => new Date().toISOString().slice(0, 16).replace('T', ' ')
  const askedSigner = () => world.signer.counters()['GET payload'] ?? 0
  const once = async () => {
    const startMinute = minute()
    await world.changeRows('sign_requests', {}, { asked_at: hoursAgo(1) })
    const names = ['sweep', 'sign_in', 'retry'].map((use) => `ask_signer:${use}`)
    await world.removeRows('leases', { name: names })
    await world.addRows(
      'leases',
      names.map((name) => ({ name, holder: startMinute, expires_at: minutesFromNow(1), runs: 1_000_000 })),
    )
    const before = askedSigner()
    await world.cron()
    const sweepCalls = askedSigner() - before
    await world.call(`/api/xumm/check/${uuid}`, { session })
    return {
      sweepCalls,
      polled: askedSigner() - before - sweepCalls,
      isOneMinute: startMinute === minute(),
    }
  }
  // The share restarts each clock minute, which may happen in between.
  let looked = await once()
  if (!looked.isOneMinute) looked = await once()
  expect(looked).toMatchObject({ sweepCalls: 0, polled: 1 })
  await world.reject(uuid)
})

longTest('a signature that arrives after the request has expired still counts', async () => {
  const { nft, uuid } = await requestPurchase()
  await world.changeRequest(uuid, { state: 'expired', code: 'expired' })
  await world.sign(uuid, buyer)
  await cronUntil(
    world,
    'late signature honoured',
    () => world.hasRow('sales', { nft_id: nft, state: 'completed' }),
    60_000,
  )
  await expectSoldOnce(nft)
})

longTest(
  'when the signer answers 5xx during a signature, the request stays open and continues later',
  async () => {
    const { nft, uuid } = await requestPurchase()
    await faults({ apiStatus: 503, webhook: 'lost' })
    await world.sign(uuid, buyer)
    const during = await world.call(`/api/xumm/check/${uuid}`, { session })
    expect(during.body).toMatchObject({ status: 'pending' })
    const refused = await askReply(world, 'buyNow', session, { nftokenID: nft })
    expect(refused).toMatchObject({ status: 503, body: { code: 'signer_unavailable' } })
    await faults({})
    expect((await webhook(uuid, world.signer.app.secret)).status).toBe(200)
    expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
    await expectSoldOnce(nft)
  },
)

longTest('a concurrent call with the same number does not change what is signed', async () => {
  const nft = await world.mint(artist)
  await offerIndexed(world, await world.list(artist, nft, price, { destination: world.marketplace.address }))
  // A trigger simulates the other call: it writes between this call's row and the signer's answer, and leaves a lease.
  await world.query(`create function write_beside() returns trigger language plpgsql as $$ begin
      update sign_requests set txjson = jsonb_set(txjson, '{Expiration}', to_jsonb((txjson->>'Expiration')::bigint + 1))
        where id = new.id and uuid is null and txjson->>'NFTokenID' = '${nft}' and txjson ? 'Expiration';
      if found then insert into leases values ('written beside', 'trigger', now()); end if;
      return null;
    end $$;
    create trigger write_beside after insert on sign_requests for each row execute function write_beside()`)
  const uuid = await askToBuy(world, session, { nftokenID: nft })
  await world.query('drop trigger write_beside on sign_requests')
  expect(await world.hasRow('leases', { name: 'written beside' })).toBe(true)
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  await expectSoldOnce(nft)
})

/** Builds a transaction of a later amendment that pays in a multi-purpose token, with an entry of an unknown type. */
const fromTheFuture = (position: number) => ({
  hash: 'FE'.repeat(32),
  tx_json: {
    TransactionType: 'VaultRebalance',
    Account: artist.address,
    Fee: '10',
    Sequence: 1,
    Surprise: {},
  },
  meta: {
    AffectedNodes: [
      { MovedNode: { LedgerEntryType: 'Escalator', LedgerIndex: 'EE'.repeat(32) } },
      { CreatedNode: { LedgerEntryType: 'Escalator', LedgerIndex: 'EF'.repeat(32), NewFields: {} } },
    ],
    TransactionIndex: position,
    TransactionResult: 'tesSUCCESS',
  },
  validated: true,
})

longTest(
  'a ledger that is damaged and has unknown parts stalls nothing; its tokens are read again',
  async () => {
    const nft = await world.mint(artist)
    const offer = await world.list(artist, nft, price)
    await offerIndexed(world, offer)
    // The new owner's token page has an unknown wrapper, and the transactions have no position in the ledger.
    line.alter = (method, reply) => {
      const ledger = asJson(asJson(asJson(reply)['result'])['ledger'])
      const list = ledger['transactions']
      if (method !== 'ledger' || !Array.isArray(list) || !JSON.stringify(list).includes(offer)) return reply
      const damaged: unknown = JSON.parse(
        JSON.stringify(list).replaceAll('"CreatedNode"', '"Memo"').replaceAll('TransactionIndex', 'Place'),
      )
      ledger['transactions'] = [...(Array.isArray(damaged) ? damaged : []), fromTheFuture(list.length)]
      return reply
    }
    await world.run(buyer, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    const later = await world.mint(artist)
    await cronUntil(world, 'the damaged ledger passed, and the token read again', async () => {
      const rows = await world.rowsOf('nfts', { id: [nft, later] })
      const owners = rows.map((row) => row['owner'])
      if (owners.includes(buyer.address)) return true
      expect(owners.filter((owner) => owner !== artist.address)).toEqual([])
      return false
    })
    line.alter = (_method, reply) => reply
    expect(await world.rowsOf('nfts', { id: later })).toHaveLength(1)
    const kinds = await world.rowsOf('index_notes')
    for (const kind of ['entry', 'order', 'unknown_entry', 'unknown_transaction', 'unknown_field'])
      expect(kinds.map((row) => row['kind'])).toContain(kind)
    expect(kinds).toContainEqual(
      expect.objectContaining({ kind: 'unknown_transaction', detail: 'VaultRebalance', times: '1' }),
    )
    const logged = world.workerLog.filter((text) => text.includes('"not_understood"'))
    expect(logged).toHaveLength(kinds.length)
    const health = await world.call('/api/health')
    expect(health.body['notUnderstood']).toMatchObject({ kinds: kinds.length })
  },
)

longTest('a value that the database refuses holds up neither its ledger nor the next ones', async () => {
  const refused = await world.mint(artist)
  const offer = await world.list(artist, refused, price)
  await offerIndexed(world, offer)
  await world.query(
    `alter table nfts add constraint refused check (id <> '${refused}' or owner <> '${buyer.address}')`,
  )
  await world.run(buyer, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  // Enough ledgers to be applied as one stretch, which the database refuses as a whole at first.
  for (let ledgers = 0; ledgers < 6; ledgers += 1) await world.mint(artist)
  const next = await world.mint(artist)
  const ownerOf = async (id: string) => (await world.tokenOf(id))?.['owner']
  await cronUntil(world, 'the next token', async () => (await ownerOf(next)) === artist.address)
  expect(await ownerOf(refused)).toBe(artist.address)
  expect(await world.rowsOf('index_notes', { kind: 'not_stored' })).toMatchObject([
    { detail: 'NFTokenAcceptOffer' },
  ])
  await world.query('alter table nfts drop constraint refused')
  await world.changeRows('syncs', {}, { due_at: new Date() })
  await cronUntil(world, 'the token read again', async () => (await ownerOf(refused)) === buyer.address)
})

longTest('a slow signer does not fail the call', async () => {
  await faults({ apiDelayMs: 2500 })
  const { nft, uuid } = await requestPurchase()
  await faults({})
  await world.sign(uuid, buyer)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  await expectSoldOnce(nft)
})

test('when no ledger server answers, the reply says so at once, and nothing is lost', async () => {
  const { nft, uuid } = await requestPurchase()
  await faults({ webhook: 'lost' })
  await world.sign(uuid, buyer)
  line.target = 'http://127.0.0.1:9'
  const refused = await askReply(world, 'buyNow', session, { nftokenID: nft })
  expect(refused).toMatchObject({ status: 503, body: { code: 'ledger_unavailable' } })
  line.target = world.ledgerUrl
  await faults({})
  expect((await webhook(uuid, world.signer.app.secret)).status).toBe(200)
  expect(await world.outcomeOf(uuid, session, 40_000)).toMatchObject({ status: 'success' })
  await expectSoldOnce(nft)
})

describe('ledger servers', () => {
  const reports = async (info: Record<string, unknown> | null) => {
    const rules = info === null ? [] : [{ kind: 'report', info }]
    const reply = await fetch(`${world.ledgerUrl}/admin/faults`, {
      method: 'POST',
      body: JSON.stringify(rules),
    })
    if (!reply.ok) throw new Error(`The ledger's faults were not set: ${reply.status}`)
  }
  /** Makes the cron check the servers again, as if the last check were long ago. */
  const check = async () => {
    await world.makeOlder('ledger_servers', 30 / 60, ['checked_at'])
    await world.cron()
  }
  const health = async () => {
    const reply = await world.call('/api/health')
    expectContract('getHealth', reply)
    return { status: reply.body['status'], ...asJson(reply.body['ledgerServers']) }
  }
  const sentence = /OPX is read-only at the moment/
  let nft: string

  beforeAll(async () => {
    nft = await world.mint(artist)
    const offer = await world.list(artist, nft, price, { destination: world.marketplace.address })
    await offerIndexed(world, offer)
  })

  afterEach(async () => {
    await reports(null)
    line.alter = (_method, reply) => reply
    spare.target = ''
    await world.removeRows('ledger_servers')
    await check()
  })

  test('with one that follows the network, everything works, and Batch is known to be in force', async () => {
    await check()
    expect(await health()).toMatchObject({
      readOnly: false,
      servers: 3,
      healthy: 1,
      problems: ['unreachable', 'unreachable'],
      batch: true,
    })
    expect(await (await fetch(world.url)).text()).not.toMatch(sentence)
  })

  const states: [problem: string, info: Json][] = [
    ['amendment_blocked', { amendment_blocked: true }],
    ['stale', { validated_ledger: { age: 600 } }],
    ['wrong_network', { network_id: 1 }],
  ]
  test.each(sampleOf(states, 1))(
    'when the only one is %s, reads go on and nothing is signed',
    async (problem, info) => {
      await reports(info)
      await check()
      expect(await health()).toMatchObject({
        status: 'read_only',
        readOnly: true,
        healthy: 0,
        problems: ['unreachable', problem, 'unreachable'],
      })
      const before = await world.countRows('sign_requests')
      const refused = await askReply(world, 'buyNow', session, { nftokenID: nft })
      expect(refused).toMatchObject({ status: 503, body: { code: 'read_only' } })
      expect(await world.countRows('sign_requests')).toBe(before)
      expect((await world.call(`/api/nft?id=${nft}`)).status).toBe(200)
      const page = world.hasPages ? await world.call(`/nft/${nft}`) : null
      expect(page === null || sentence.test(page.text)).toBe(true)
      await reports(null)
      await check()
      expect(await health()).toMatchObject({ status: 'ok', readOnly: false })
      const uuid = await askToBuy(world, session, { nftokenID: nft })
      await world.reject(uuid)
    },
  )

  test('a server of another network is not asked while there is one of ours', async () => {
    spare.target = world.ledgerUrl
    line.alter = (method, reply) => {
      if (method === 'server_info')
        Object.assign(asJson(asJson(asJson(reply)['result'])['info']), { network_id: 1 })
      return reply
    }
    await check()
    expect(await health()).toMatchObject({ healthy: 1, problems: ['unreachable', 'wrong_network'] })
    line.calls.clear()
    spare.calls.clear()
    const minted = await world.mint(artist)
    await cronUntil(
      world,
      'the token by the other server',
      async () => (await world.tokenOf(minted)) !== undefined,
    )
    expect(
      [...line.calls.keys()].filter((method) => method !== 'server_info' && method !== 'ledger_entry'),
    ).toEqual([])
    expect(spare.calls.get('ledger')).toBeGreaterThan(0)
  })

  longTest('when nobody has checked them for long, a purchase does so itself', async () => {
    await reports({ amendment_blocked: true })
    await world.makeOlder('ledger_servers', 10, ['checked_at'])
    expect(await health()).toMatchObject({ readOnly: false, problems: ['unknown', 'unknown', 'unknown'] })
    // An isolate caches rows for three seconds.
    await expect
      .poll(async () => (await askReply(world, 'buyNow', session, { nftokenID: nft })).body['code'], {
        interval: 500,
      })
      .toBe('read_only')
  })
})
