import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { mp4, pdf, png } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { partBytes } from '#contract/schemas/uploads.ts'
import { compose } from '#worker/compose.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { completeUpload as completeUploadHere } from '#worker/domain/upload/complete-upload.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { beginUpload, completeUpload, filled, mintByForm, putPart, upload } from './creating.ts'
import { longTest } from '#tests/support/sample.ts'
import { daysAgo, minutesAgo, notNull } from '#tests/support/state.ts'
import { withOpenTransaction } from '#tests/support/open-transaction.ts'
import { lockAwaited } from '#tests/worker/helpers.ts'

let world: TestWorld
let mara: Session
let nina: Session

beforeAll(async () => {
  world = await createTestWorld()
  mara = await world.connect(await world.fund('Mara'))
  nina = await world.connect(await world.fund('Nina'))
})
afterAll(() => world?.close())

/** Returns a video of two and a half parts. */
const film = () => mp4('isom', Buffer.alloc(2.5 * partBytes, crypto.randomUUID()))
const dataOf = (reply: { body: Record<string, unknown> }) => asJson(reply.body['data'])
const stored = (cid: unknown) => fetch(`${world.url}/media/ipfs/${String(cid)}`)

describe('an upload', () => {
  test('is stored in parts, in any order, and the same bytes are served under their CID', async () => {
    const file = film()
    const { id, urls } = await beginUpload(world, mara, 'attachment', file.length)
    expect(urls).toHaveLength(3)
    const parts: { number: number; etag: string }[] = []
    for (const number of [3, 1])
      parts.push({ number, etag: await putPart(urls[number - 1] ?? '', file, number) })
    // A part is missing. Nothing is lost, because it can be sent with a new address.
    expect((await completeUpload(world, mara, id, parts)).body).toMatchObject({ status: 'failed' })
    const freshUrls = await world.call(`/api/uploads/${id}/parts`, { session: mara, body: { numbers: [2] } })
    expectContract('signUploadParts', freshUrls)
    const [second] = Array.isArray(freshUrls.body['parts']) ? freshUrls.body['parts'].map(asJson) : []
    parts.push({ number: 2, etag: await putPart(String(second?.['url']), file, 2) })
    const completion = await completeUpload(world, mara, id, parts)
    expect(dataOf(completion)).toMatchObject({
      cid: await cidOf(file),
      bytes: file.length,
      kind: 'video',
      contentType: 'video/mp4',
    })
    const media = await stored(dataOf(completion)['cid'])
    expect(media.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await media.arrayBuffer()).equals(file)).toBe(true)
    const beyond = await fetch(media.url, { headers: { range: `bytes=${file.length + 1}-` } })
    expect([beyond.status, (await beyond.arrayBuffer()).byteLength]).toEqual([200, file.length])
    // The call can be repeated after a lost response.
    expect((await completeUpload(world, mara, id, parts)).body).toEqual(completion.body)
  })

  longTest('says how much of it has been checked, and is not taken over while it advances', async () => {
    const file = film()
    const { id, urls } = await beginUpload(world, mara, 'attachment', file.length)
    const parts: { number: number; etag: string }[] = []
    for (const number of [1, 2, 3])
      parts.push({ number, etag: await putPart(urls[number - 1] ?? '', file, number) })
    const progress = async () => {
      const reply = await world.call(`/api/uploads/${id}`, { session: mara })
      expectContract('getUpload', reply)
      return reply.body
    }
    expect(await progress()).toEqual({ state: 'open', bytes: file.length, checkedBytes: 0 })
    const work: Promise<unknown>[] = []
    const context = compose(readEnvironment(world.stack.bindings))('check', (later) => work.push(later))
    // Each block takes one second.
    let elapsed = 0
    const now = () => new Date(Date.now() + (elapsed += 1000))
    const actor = {
      account: mara.account.address,
      sessionId: '',
      signedInAt: new Date(),
      wallet: 'xaman',
      userToken: null,
      isProgram: false,
    } as const
    await completeUploadHere({ ...context, now }, actor, id, { parts })
    await Promise.all(work)
    expect(await progress()).toMatchObject({ state: 'done' })
    expect(Number((await progress())['checkedBytes'])).toBeGreaterThan(partBytes)
    expect((await world.call(`/api/uploads/${id}`, { session: nina })).status).toBe(404)
  })

  test('can be minted by its CID without sending it again', async () => {
    const [picture, attachment] = [
      dataOf(await upload(world, mara, 'display', png(11, 7))),
      dataOf(await upload(world, mara, 'attachment', Buffer.from(pdf('by upload')))),
    ]
    const { thumbnailFile: _none, ...fields } = filled({
      thumbnailCid: String(picture['cid']),
      attachmentCid: String(attachment['cid']),
    })
    const id = await mintByForm(world, mara, fields)
    const row = await world.tokenOf(id)
    expect(asJson(row?.['metadata'])).toMatchObject({
      image: { src: `/media/ipfs/${String(picture['cid'])}`, width: 11, height: 7 },
      attachment: { kind: 'pdf', src: `/media/ipfs/${String(attachment['cid'])}` },
    })
  })

  test('gets its type from its bytes, not from its announcement', async () => {
    // Unique bytes: other tests may pin a plain PDF on the shared IPFS.
    const own = crypto.randomUUID()
    for (const [use, file, sentence] of [
      ['display', Buffer.from(`<html><script>'${own}'</script></html>`), 'file type is not accepted'],
      ['display', Buffer.from(pdf(own)), 'file type is not accepted'],
      ['attachment', png(40, 40).subarray(0, 60), 'damaged or cut short'],
      ['display', png(2, 2, [1, 2, 3], [30_000, 30_000]), 'more than 40 megapixels'],
    ] as const) {
      const reply = await upload(world, mara, use, Buffer.from(file))
      expect(reply).toMatchObject({ status: 400, body: { status: 'failed', code: 'validation_failed' } })
      expect(reply.text).toContain(sentence)
      expect({ sentence, stored: (await stored(await cidOf(file))).status }).toEqual({
        sentence,
        stored: 404,
      })
    }
  })

  test('cannot exceed its announced size, be too large, or be empty', async () => {
    const { urls } = await beginUpload(world, mara, 'display', 1000)
    const more = await fetch(urls[0] ?? '', { method: 'PUT', body: Buffer.alloc(2000) })
    expect(more.ok).toBe(false)
    const refused = async (body: unknown) => (await world.call('/api/uploads', { session: mara, body })).text
    expect(await refused({ use: 'display', bytes: 20 * 1024 * 1024 + 1 })).toContain('larger than 20MB')
    expect(await refused({ use: 'attachment', bytes: 300 * 1024 * 1024 + 1 })).toContain('larger than 300MB')
    expect(await refused({ use: 'attachment', bytes: 0 })).toContain('This file is empty.')
  })

  test('belongs to the account that began it, which can cancel it', async () => {
    const { id, urls } = await beginUpload(world, mara, 'display', 100)
    const foreign = await world.call(`/api/uploads/${id}/cancel`, { session: nina, body: {} })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const cancelled = await world.call(`/api/uploads/${id}/cancel`, { session: mara, body: {} })
    expectContract('cancelUpload', cancelled)
    expect((await fetch(urls[0] ?? '', { method: 'PUT', body: Buffer.alloc(100) })).ok).toBe(false)
    expect((await completeUpload(world, mara, id, [{ number: 1, etag: 'x' }])).status).toBe(404)
  })

  test('is removed from the quotas when it is cancelled or refused, and counted as a file', async () => {
    const counted = async () => {
      const [row] = await world.rowsOf('storage_accounts', { account: nina.account.address })
      const [all] = await world.rowsOf('storage_total')
      return { bytes: Number(row?.['bytes']), files: Number(row?.['files']), total: Number(all?.['bytes']) }
    }
    await upload(world, nina, 'display', png(13, 13))
    const before = await counted()
    const { id } = await beginUpload(world, nina, 'attachment', 5_000_000)
    expect(await counted()).toEqual({
      bytes: before.bytes + 5_000_000,
      files: before.files + 1,
      total: before.total + 5_000_000,
    })
    await Promise.all(
      [1, 2, 3].map(() => world.call(`/api/uploads/${id}/cancel`, { session: nina, body: {} })),
    )
    expect((await upload(world, nina, 'display', Buffer.from('no picture'))).status).not.toBe(200)
    // The same file again uses no additional space.
    await upload(world, nina, 'display', png(13, 13))
    expect(await counted()).toEqual({ ...before, files: before.files + 3 })
  })

  longTest('is completed by the next attempt when the worker crashes on it', async () => {
    const file = png(12, 12)
    const { id, urls } = await beginUpload(world, mara, 'display', file.length)
    const parts = [{ number: 1, etag: await putPart(urls[0] ?? '', file, 1) }]
    await world.changeRows('uploads', { id }, { state: 'verifying', claimed_at: new Date() })
    expect((await completeUpload(world, mara, id, parts)).body).toMatchObject({ code: 'already_pending' })
    await world.changeRows('uploads', { id }, { claimed_at: minutesAgo(3) })
    expect(dataOf(await completeUpload(world, mara, id, parts))['cid']).toBe(await cidOf(file))
  })
})

longTest('a file that is sent again while the sweep deletes it is in the store afterwards', async () => {
  const file = png(31, 5)
  const cid = String(dataOf(await upload(world, mara, 'display', file))['cid'])
  await world.changeRows('uploads', { cid }, { kept_until: daysAgo(1) })
  await withOpenTransaction(world, async (holder) => {
    await holder.lockName(cid)
    const both = Promise.all([upload(world, nina, 'display', file), world.cron()])
    // One of the two calls deletes the file from the store, the other one stores it.
    await lockAwaited(world, 2)
    expect((await stored(cid)).status).toBe(200)
    await holder.commit()
    const [again] = await both
    expect(dataOf(again)['cid']).toBe(cid)
  })
  expect((await stored(cid)).status).toBe(200)
  const rows = await world.rowsOf('uploads', { cid })
  expect(rows).toMatchObject([{ account: nina.account.address, state: 'done', is_new: true }])
})

longTest('the sweep deletes cancelled uploads and unused files, and never a file in use', async () => {
  const [used, unused] = [png(21, 3), png(22, 3)]
  const [usedCid, unusedCid] = [
    String(dataOf(await upload(world, nina, 'display', used))['cid']),
    String(dataOf(await upload(world, nina, 'display', unused))['cid']),
  ]
  const { thumbnailFile: _none, ...fields } = filled({ thumbnailCid: usedCid })
  await mintByForm(world, nina, fields)
  await beginUpload(world, nina, 'display', 100)
  await world.changeRows('uploads', {}, { created_at: daysAgo(8), kept_until: daysAgo(1) })
  await world.cron()
  const left = await world.rowsOf('uploads', { account: nina.account.address, use: notNull })
  expect(left).toMatchObject([{ cid: usedCid }])
  expect([(await stored(usedCid)).status, (await stored(unusedCid)).status]).toEqual([200, 404])
  // Its rows are deleted, too. Uploading the file again restores it.
  expect(dataOf(await upload(world, nina, 'display', unused))['cid']).toBe(unusedCid)
  expect((await stored(unusedCid)).status).toBe(200)
})
