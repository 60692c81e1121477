import { openPool } from '#local/postgres/databases.ts'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertMedia } from '#db/queries/media/files.ts'
import { releasePins, requestPins, takePin } from '#db/queries/pin/pins.ts'
import type { Session } from '#tests/support/api.ts'
import { startRecordingService } from '#tests/support/recording-service.ts'
import { expectContract } from '#tests/support/contract.ts'
import { type PinningProxy, startPinningProxy } from '#tests/support/pinning-proxy.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { heldKey, storageKey } from '#worker/domain/media/find-file.ts'
import { createS3Storage } from '#worker/ports/storage/s3.ts'
import { cronUntil } from './helpers.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'
import { hoursFromNow, secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let service: PinningProxy
let session: Session
let pool: Pool
const { ipfsUrl } = inject('services')
const db = () => drizzle(pool)
const storage = () => createS3Storage(world.stack.urls.s3)

beforeAll(async () => {
  service = await startPinningProxy()
  service.target = ipfsUrl
  world = await createTestWorld({ bindings: { PINNING_URL: service.url, IPFS_GATEWAYS: '' } })
  session = await world.connect(await world.fund('Mara'))
  pool = openPool(world.stack.urls.database, 4)
})
afterAll(async () => {
  await pool.end()
  await world.close()
  await service.close()
})

/** Stores a file as after an upload. */
async function stored(text: string, key: (cid: string) => string = storageKey): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const cid = await cidOf(bytes)
  await storage().put(key(cid), bytes, 'text/plain')
  await insertMedia(db(), { cid, s3Key: key(cid), contentType: 'text/plain', bytes: bytes.length })
  return cid
}

const ask = (cids: string[], options?: { hold?: boolean }) =>
  db().transaction((tx) =>
    requestPins(
      tx,
      session.account.address,
      cids.map((cid) => ({ cid })),
      options,
    ),
  )

async function pinsOf(cids: string[]) {
  const reply = await world.call(`/api/ipfs/pins?cids=${cids.join(',')}`, { session })
  expectContract('getPins', reply)
  const pins: unknown = reply.body['pins']
  return Array.isArray(pins) ? pins : []
}
const stateOf = async (cid: string): Promise<unknown> =>
  Reflect.get(Object((await pinsOf([cid]))[0]), 'state')
const onIpfs = (cid: string) => fetch(`${ipfsUrl}/ipfs/${cid}`)
const dueNow = () => world.changeRows('pins', { state: 'waiting' }, { due_at: new Date() })

describe('pinning', () => {
  test('makes the pictures of a profile available on IPFS with identical bytes', async () => {
    const picture = new Uint8Array(
      await sharp({
        create: {
          width: 700,
          height: 500,
          channels: 3,
          noise: { type: 'gaussian', mean: 120, sigma: 60 },
          background: '#224466',
        },
      })
        .png()
        .toBuffer(),
    )
    const form = new FormData()
    const texts = { name: 'Mara', description: 'Paints.', role: 'true', links: '{}' }
    for (const [name, text] of Object.entries(texts)) form.append(name, text)
    for (const name of ['avatarFile', 'backgroundFile']) form.append(name, new Blob([picture]))
    const reply = await fetch(`${world.url}/api/account/profile`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${session.token}` },
    })
    expect(reply.status).toBe(200)
    // More than one chunk, so that the CID is not only a hash of the file.
    expect(picture.length).toBeGreaterThan(300_000)
    const cid = await cidOf(picture)
    await cronUntil(world, 'pinned', async () => (await stateOf(cid)) === 'pinned')
    const bytes = new Uint8Array(await (await onIpfs(cid)).arrayBuffer())
    expect(Buffer.from(bytes).equals(Buffer.from(picture))).toBe(true)
    const [{ pinned_at: pinnedAt } = {}] = await world.rowsOf('media', { cid })
    expect(pinnedAt).not.toBeNull()
  })

  longTest('resumes after a service outage, and reports the wait and its reason meanwhile', async () => {
    service.mood = 'down'
    const cid = await stored('waits for the service')
    await ask([cid])
    await world.cron()
    expect(await pinsOf([cid])).toMatchObject([
      { cid, state: 'waiting', tries: 1, error: expect.stringContaining('It answered 503.'), pinnedAt: null },
    ])
    service.mood = 'well'
    await dueNow()
    await world.cron()
    expect(await pinsOf([cid])).toMatchObject([{ state: 'pinned', error: null }])
    expect((await onIpfs(cid)).status).toBe(200)
  })

  test('rejects a CID of the service that differs from ours, and starts over when requested again', async () => {
    service.mood = 'wrong'
    const cid = await stored('another name')
    await ask([cid])
    await world.cron()
    expect(await pinsOf([cid])).toMatchObject([
      { state: 'failed', error: expect.stringContaining('another CID') },
    ])
    service.mood = 'well'
    await dueNow()
    await world.cron()
    expect(await stateOf(cid)).toBe('failed')
    await ask([cid])
    await world.cron()
    expect(await stateOf(cid)).toBe('pinned')
  })

  longTest('fails with a reason when the file is not in our store', async () => {
    const cid = await cidOf(new TextEncoder().encode('never stored'))
    await ask([cid])
    await world.cron()
    expect(await pinsOf([cid])).toMatchObject([
      { state: 'failed', error: expect.stringContaining('not in our store') },
    ])
  })

  longTest('pins each file once under concurrent runs, and a repeated request changes nothing', async () => {
    const cids = await Promise.all(Array.from({ length: 12 }, (_, n) => stored(`file ${n}`)))
    const before = service.asked
    await Promise.all([ask(cids), ask([...cids].reverse())])
    await Promise.all([world.cron(), world.cron(), world.cron()])
    await cronUntil(world, 'all pinned', async () =>
      (await pinsOf(cids)).every((pin) => Reflect.get(Object(pin), 'state') === 'pinned'),
    )
    await ask(cids)
    await world.cron()
    expect(service.asked - before).toBe(12)
  })

  test('continues a file after the worker crashed on it', async () => {
    const cid = await stored('half done')
    await ask([cid])
    await world.changeRows(
      'pins',
      { cid },
      { state: 'pinning', holder: crypto.randomUUID(), held_until: hoursFromNow(1) },
    )
    await world.cron()
    expect(await stateOf(cid)).toBe('pinning')
    await world.changeRows('pins', { cid }, { held_until: secondsAgo(1) })
    await world.cron()
    expect(await stateOf(cid)).toBe('pinned')
  })

  test('leaves a file from elsewhere to one worker for as long as it may take to copy', async () => {
    const cid = 'from-elsewhere'
    let heldSeconds = 0
    const rehearsal = db().transaction(async (tx) => {
      await requestPins(tx, session.account.address, [{ cid, isForeign: true }])
      await tx.execute(sql`update pins set due_at = '2000-01-01' where cid = ${cid}`)
      const limits = { graceSeconds: 60, foreignSeconds: 900, slowestBytesPerSecond: 1 }
      expect((await takePin(tx, crypto.randomUUID(), limits))?.cid).toBe(cid)
      const { rows } = await tx.execute(
        sql`select extract(epoch from held_until - now())::int as seconds from pins where cid = ${cid}`,
      )
      heldSeconds = Number(rows[0]?.['seconds'])
      tx.rollback()
    })
    await expect(rehearsal).rejects.toThrow('Rollback')
    expect(heldSeconds).toBe(960)
  })

  test('pins metadata after its media', async () => {
    const picture = await stored('a picture')
    const metadata = await stored('{"image": "a picture"}')
    service.mood = 'wrong'
    await db().transaction((tx) =>
      requestPins(tx, session.account.address, [{ cid: picture }, { cid: metadata, after: [picture] }]),
    )
    await world.cron()
    expect([await stateOf(picture), await stateOf(metadata)]).toEqual(['failed', 'waiting'])
    service.mood = 'well'
    await ask([picture])
    await world.cron()
    await world.cron()
    expect([await stateOf(picture), await stateOf(metadata)]).toEqual(['pinned', 'pinned'])
  })

  test('neither pins nor serves a held file before it is released', async () => {
    const cid = await stored('a secret drawing', heldKey)
    await ask([cid], { hold: true })
    await world.cron()
    expect(await stateOf(cid)).toBe('held')
    expect((await world.call(`/media/ipfs/${cid}`)).status).toBe(404)
    expect((await onIpfs(cid)).status).toBe(404)
    await db().transaction((tx) => releasePins(tx, [cid]))
    await world.cron()
    expect(await stateOf(cid)).toBe('pinned')
    expect((await world.call(`/media/ipfs/${cid}`)).text).toBe('a secret drawing')
    expect(await storage().find(heldKey(cid))).toBeNull()
    // An account that later pins the same file as held cannot make it unavailable.
    await ask([cid], { hold: true })
    expect(await stateOf(cid)).toBe('pinned')
  })

  test('shows its state only to the account that requested it', async () => {
    const cid = await stored('mine')
    await ask([cid])
    const other = await world.connect(await world.fund('Jonas', 20))
    const reply = await world.call(`/api/ipfs/pins?cids=${cid}`, { session: other })
    expect(reply.body).toEqual({ pins: [] })
    expect((await world.call('/api/ipfs/pins')).status).toBe(401)
    expect((await world.call('/api/ipfs/pins?cids=../x', { session })).status).toBe(400)
  })
})

longDescribe('Filebase', () => {
  longTest('stores the file as an object and returns its CID as metadata', async () => {
    const bytes = new TextEncoder().encode('an object')
    const cid = await cidOf(bytes)
    const filebase = await startRecordingService(({ method }) =>
      method === 'HEAD' ? { headers: { 'x-amz-meta-cid': cid } } : {},
    )
    const other = await createTestWorld({
      bindings: {
        PINNING: 'filebase',
        PINNING_URL: filebase.url,
        PINNING_TOKEN: 'key:secret',
        PINNING_BUCKET: 'works',
      },
    })
    const own = openPool(other.stack.urls.database, 1)
    try {
      await storage().put(storageKey(cid), bytes, 'text/plain')
      await requestPins(drizzle(own), session.account.address, [{ cid }])
      await other.cron()
      expect(await other.rowsOf('pins')).toMatchObject([{ state: 'pinned', error: null }])
      expect(filebase.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
        `PUT /works/${cid}`,
        `HEAD /works/${cid}`,
      ])
      expect(filebase.asked[0]?.body.toString()).toBe('an object')
      expect(filebase.asked[0]?.headers).toMatchObject({
        'content-length': String(bytes.length),
        authorization: expect.stringContaining('Credential=key/'),
      })
    } finally {
      await own.end()
      await other.close()
      await filebase.close()
    }
  })
})
