import { asJson } from '#local/lib/rpc.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { png } from '#tests/support/media-files.ts'
import { sampleOf } from '#tests/support/sample.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { createDecisions, decisions } from './decisions.ts'
import { cronUntil, indexed } from './helpers.ts'

// A decision of an issuer or the marketplace owner and its audit row are written together or not at all.

let world: TestWorld
let mara: DemoAccount
let issuer: Session
let owner: Session
let decide: ReturnType<typeof createDecisions>

beforeAll(async () => {
  world = await createTestWorld()
  mara = await world.fund('Mara')
  issuer = await world.connect(mara)
  world.signer.accounts.push(world.marketplace)
  owner = await world.connect(world.marketplace)
  const nft = await world.mint(mara, { taxon: 1 })
  await indexed(world, nft)
  decide = createDecisions(world, { mara, issuer, owner, nft })
})
afterAll(() => world.close())

/** Returns the log entries of a subject after the first one. */
const logOf = async (subject: string) => (await world.auditOf(subject)).slice(1)

describe('what an issuer decides', () => {
  test('an edit is logged with its changes, and an edit that changes nothing is not logged', async () => {
    const id = await decide.add(false)
    expect(await decide.edit(id)).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(await logOf(id)).toEqual([])
    const change = { name: 'Day Orchard', onDemandMint: 'true', announce: 'true', links: '{}' }
    for (const _ of [1, 2]) await decide.edit(id, change)
    expect(await logOf(id)).toMatchObject([
      {
        account: mara.address,
        action: 'edit_collection',
        before: {
          name: 'Night Orchard',
          onDemandMint: false,
          announced: false,
          links: { website: 'https://orchard.example' },
        },
        after: { name: 'Day Orchard', onDemandMint: true, announced: true, links: {} },
      },
    ])
  })

  test('a promo code is logged as changed, without the code or its digest', async () => {
    const id = await decide.add()
    const codes = ['violets-4711', 'violets-4711', 'lilies-0815']
    for (const promoCode of codes) await decide.edit(id, { promoCodeEnabled: 'true', promoCode })
    await decide.edit(id)
    const off = { enabled: false, hasCode: false }
    const on = { enabled: true, hasCode: true }
    expect((await logOf(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['set_promo_code', off, { ...on, codeChanged: true }],
      ['set_promo_code', on, { ...on, codeChanged: true }],
      ['set_promo_code', on, { enabled: false, hasCode: true, codeChanged: false }],
    ])
    const [rules] = await world.rowsOf('collection_rules', { collection_id: id })
    expect(rules).toMatchObject({ promo_code: 'lilies-0815', promo_digest: expect.any(String) })
    const log = JSON.stringify(await world.rowsOf('audit_log'))
    const reply = (await world.call('/api/admin/audit', { session: owner })).text
    for (const secret of [...codes, String(rules?.['promo_digest'])]) {
      expect(log).not.toContain(secret)
      expect(reply).not.toContain(secret)
    }
  })

  test('lists are logged by the number of changes, not by their accounts', async () => {
    const id = await decide.add()
    const stranger = world.marketplace.address
    const list = (whitelist: Record<string, number>) =>
      decide.press('/api/collection/whitelist', { collectionID: id, whitelist, whitelistEnabled: true })
    await list({ [mara.address]: 2, [stranger]: 0 })
    await list({ [mara.address]: 3 })
    await decide.press('/api/collection/blacklist', { collectionID: id, blackList: [stranger] })
    expect((await logOf(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'set_whitelist',
        { enabled: false, addresses: 0 },
        { enabled: true, addresses: 2, added: 2, removed: 0 },
      ],
      [
        'set_whitelist',
        { enabled: true, addresses: 2 },
        { enabled: true, addresses: 1, added: 1, removed: 2 },
      ],
      [
        'set_blacklist',
        { enabled: false, addresses: 0 },
        { enabled: true, addresses: 1, added: 1, removed: 0 },
      ],
    ])
  })
})

describe('the log and the change', () => {
  test('the tests below cover every audited action', () =>
    expect(Object.keys(decide.acts).toSorted()).toEqual(decisions.toSorted()))

  test.each(sampleOf(decisions, 3))(
    '%s: the change and its log row are written together or not at all',
    async (action) => {
      const { begin, run, shows } = decide.acts[action]
      const subject = await begin()
      const { table, column, key } = shows
      const look = async () => (await world.rowsOf(table, { [key]: subject })).map((row) => row[column])
      const before = await look()
      await world.query(`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no log'; end $$;
      create trigger refuse before insert on audit_log for each row when (new.action = '${action}') execute function refuse()`)
      try {
        expect((await run(subject)).status).toBe(500)
      } finally {
        await world.query('drop trigger refuse on audit_log')
      }
      expect(await look()).toEqual(before)
      expect((await run(subject)).status).toBe(200)
      expect(await world.rowsOf('audit_log', { subject, action })).toHaveLength(1)
      expect(await look()).not.toEqual(before)
    },
  )
})

describe('the log', () => {
  const page = async (query: string) => {
    const reply = await world.call(`/api/admin/audit${query}`, { session: owner })
    expectContract('getAudit', reply)
    const { entries, marker, after } = reply.body
    return {
      subjects: Array.isArray(entries) ? entries.map((entry) => String(Object(entry)['subject'])) : [],
      marker: Number(marker),
      after: String(after),
    }
  }

  test('is paged newest first, without gaps or duplicates while rows are added', async () => {
    const write = (from: number, to: number) =>
      world.addRows(
        'audit_log',
        Array.from({ length: to - from + 1 }, (_, place) => ({
          id: crypto.randomUUID(),
          account: 'r',
          action: 'verify_collection',
          subject: `p${from + place}`,
          before: {},
          after: {},
        })),
      )
    await world.removeRows('audit_log')
    await write(1, 120)
    const subjects: string[] = []
    let next = await page('')
    for (let pages = 0; pages < 5; pages += 1) {
      subjects.push(...next.subjects)
      if (next.marker === -1) break
      await write(1000 + pages, 1000 + pages)
      const query = `?marker=${next.marker}&after=${encodeURIComponent(next.after)}`
      const [more, fresh] = [await page(query), await page('')]
      expect(fresh.subjects[0]).toBe(`p${1000 + pages}`)
      next = more
    }
    expect(subjects).toEqual(Array.from({ length: 120 }, (_, n) => `p${120 - n}`))
    const invalid = await world.call('/api/admin/audit?after=eyJ4Ijox', { session: owner })
    expect(invalid.status).toBe(400)
    expect((await world.call('/api/admin/audit', { session: issuer })).status).toBe(403)
    expect((await world.call('/api/admin/audit')).status).toBe(401)
  })
})

describe('a file that was not pinned', () => {
  test('the marketplace owner can retry it once; others cannot', async () => {
    const picture = new Blob([png(31, 17)])
    const { body } = await decide.send('/api/ipfs/pinMedia', { mediaFile: picture }, issuer)
    const cid = String(asJson(body['data'])['cid'])
    const stateIs = (state: string) => world.hasRow('pins', { cid, state })
    await cronUntil(world, 'pinned', () => stateIs('pinned'))
    await world.changeRows('pins', { cid }, { state: 'failed', tries: 4, error: 'Another CID.' })
    const overview = await world.call('/api/admin/overview', { session: owner })
    expect(overview.body['pins']).toMatchObject({
      troubled: expect.arrayContaining([expect.objectContaining({ cid, state: 'failed', tries: 4 })]),
    })
    const retry = (by: Session, file = cid) => decide.press('/api/admin/retry_pin', { cid: file }, by)
    expect((await retry(issuer)).status).toBe(403)
    expect(await stateIs('failed')).toBe(true)
    const replies = await Promise.all([retry(owner), retry(owner), retry(owner)])
    for (const reply of replies) {
      expectContract('retryPin', reply)
      expect(reply.body).toEqual({ status: 'success', data: 'This file is tried again' })
    }
    await cronUntil(world, 'pinned', () => stateIs('pinned'))
    expect((await retry(owner)).status).toBe(200)
    expect(await stateIs('pinned')).toBe(true)
    expect(await world.rowsOf('audit_log', { subject: cid })).toMatchObject([
      {
        account: world.marketplace.address,
        action: 'retry_pin',
        before: { state: 'failed', tries: 4, error: 'Another CID.' },
        after: { state: 'waiting' },
      },
    ])
    const unknown = await retry(owner, 'bafkreib3kkwycnvsmjvm7a6nqy6i4ow7fpcpt3tswqoktxeyczpx2ybp2a')
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'not_found' }])
  })
})
