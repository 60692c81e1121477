import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { minutesFromNow, type Row, type TableName, tableNames } from '#tests/support/state.ts'

describe('running all jobs again when nothing is new', () => {
  let world: TestWorld

  beforeAll(async () => {
    // The interval prevents automatic ledger closes, so nothing changes.
    world = await createTestWorld({ closeEveryMs: 3_600_000, bindings: { LEDGER_START: '2' } })
    await fetch(`${world.ledgerUrl}/admin/faults`, {
      method: 'POST',
      body: JSON.stringify([{ kind: 'missing-ledgers', ledgers: 2 }]),
    })
    const artist = await world.fund('artist')
    const collector = await world.fund('collector')
    await world.addCollection({ id: 'works', issuer: artist.address, taxon: 0, name: 'Works' })
    const ids: string[] = []
    for (const name of ['one', 'two', 'three'])
      ids.push(await world.mint(artist, { metadata: { name, attributes: { Mood: name } } }))
    const [one = '', two = ''] = ids
    const offer = await world.list(artist, one, 2_000_000n)
    await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    await world.list(artist, two, 3_000_000n, { destination: world.marketplace.address })
    await world.bid(collector, artist.address, two, 1_000_000n)
  })
  afterAll(() => world.close())

  test('the index starts although no server has ledger 2, where it was told to start', async () => {
    const named = await callRpc(world.ledgerUrl, 'server_info')
    expect(named).toHaveProperty('info.complete_ledgers', expect.stringMatching(/^2-/))
    await expect(callRpc(world.ledgerUrl, 'ledger', { ledger_index: 2 })).rejects.toMatchObject({
      code: 'lgrNotFound',
    })
    await world.cron()
    const { ledger_index: head } = await callRpc(world.ledgerUrl, 'ledger_closed')
    expect(await world.rowsOf('ledger_cursor')).toMatchObject([{ ledger_index: String(head) }])
  })

  /**
   * Returns the transaction that wrote each row of every table except the leases and the ledger servers, whose rows show
   * when they were last used.
   */
  async function writers() {
    const writersByTable: Partial<Record<TableName, Row[]>> = {}
    for (const table of tableNames)
      if (table !== 'leases' && table !== 'ledger_servers')
        writersByTable[table] = await world.writersOf(table)
    return writersByTable
  }

  test('writes nothing', async () => {
    for (let rounds = 0; rounds < 8; rounds += 1) {
      await callRpc(world.ledgerUrl, 'ledger_accept')
      await world.cron()
    }
    // Completes the work that depends on the last ledger: the tickets that it created.
    await world.cron()
    expect(await world.rowsOf('collections')).toMatchObject([
      { items_count: 3, volume_week_drops: '2000000' },
    ])
    const before = await writers()
    await world.cron()
    await world.cron()
    expect(await writers()).toEqual(before)
  })

  test('a failing job does not stop the others and is reported to the marketplace owner', async () => {
    await world.query('alter table uploads rename to uploads_away')
    await world.cron()
    await world.query('alter table uploads_away rename to uploads')
    const [failed, ...others] = await world.rowsOf('job_failures')
    expect(others).toEqual([])
    expect(failed).toMatchObject({ name: 'uploads', times: 1 })
    expect(failed?.['error']).toContain('relation "uploads" does not exist')
    await world.cron()
    expect(await world.rowsOf('job_failures')).toMatchObject([{ times: 1 }])
  })
})

describe('a cron event while the previous run still holds the lease', () => {
  let world: TestWorld
  let artist: DemoAccount

  beforeAll(async () => {
    // In the Workers runtime, a Durable Object follows the ledger instead, and holds the lease permanently.
    world = await createTestWorld({ runtime: false, bindings: { CRON_BUDGET_MS: '2000' } })
    artist = await world.fund('artist')
  })
  afterAll(() => world.close())

  test('waits for the lease, takes over, and follows the ledgers validated in between', async () => {
    await world.cron()
    await world.changeRows(
      'leases',
      { name: 'cron' },
      { holder: 'the run before', expires_at: minutesFromNow(1) },
    )
    const next = world.cron()
    const id = await world.mint(artist)
    const indexed = () => world.rowsOf('nfts', { id })
    expect(await indexed()).toEqual([])
    await world.changeRows('leases', { holder: 'the run before' }, { expires_at: new Date() })
    await next
    expect(await indexed()).toHaveLength(1)
    const leases = await world.rowsOf('leases', { name: 'cron' })
    expect(leases.filter((lease) => Number(lease['expires_at']) > Date.now())).toEqual([])
  })
})
