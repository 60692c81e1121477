import { operations } from '#contract/operations.ts'
import { announceForm } from '#tests/support/announce-form.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { mp4, pdf, png, svg } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { TokenJson } from '#contract/schemas/token-json.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { hexToText } from '#worker/ledger/uri.ts'
import { askToMint, filled, mintByForm, moonPicture, sendForm, words } from './creating.ts'
import { cronUntil } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { minutesAgo } from '#tests/support/state.ts'

let world: TestWorld
let mara: Session
let nina: Session

beforeAll(async () => {
  world = await createTestWorld()
  mara = await world.connect(await world.fund('Mara'))
  nina = await world.connect(await world.fund('Nina'))
})
afterAll(() => world?.close())

async function tokenOf(session: Session, nftokenID: string) {
  const reply = await callRpc(world.ledgerUrl, 'account_nfts', {
    account: session.account.address,
    ledger_index: 'validated',
  })
  const tokens = Array.isArray(reply['account_nfts']) ? reply['account_nfts'].map(asJson) : []
  return tokens.find((token) => token['NFTokenID'] === nftokenID)
}

async function jsonBehind(uri: unknown) {
  const address = hexToText(String(uri)) ?? ''
  const file = await fetch(`${world.url}/media/ipfs/${address.replace('ipfs://', '')}`)
  return v.parse(TokenJson, await file.json())
}

const onIpfs = (cid: string) => fetch(`${world.stack.urls.ipfs}/ipfs/${cid}`)
const tokensOf = (session: Session) => world.ledger.tokensOf(session.account.address)

describe('a mint by form', () => {
  test('has the requested flags, taxon, fee, memo and metadata, and is in the index at once', async () => {
    const [picture, attachment] = [png(30, 20), pdf('notes')]
    const fields = filled({
      thumbnailFile: new Blob([picture]),
      attachmentFile: new Blob([attachment]),
      burnable: 'true',
      onlyXRP: 'true',
      transferable: 'false',
      transaction_memo: 'For the north wall',
    })
    const uuid = await askToMint(world, mara, fields)
    await world.sign(uuid, mara.account)
    const reply = await world.outcomeOf(uuid, mara)
    expect(reply['status']).toBe('success')
    const id = String(asJson(reply['outcome'])['nftokenID'])
    // An NFT with a royalty is always transferable, whatever the form says.
    expect(identifyToken(id)).toMatchObject({
      taxon: 7,
      transferFee: 2500,
      flags: nftokenFlags.burnable + nftokenFlags.onlyXRP + nftokenFlags.transferable,
      issuer: mara.account.address,
    })
    const token = await tokenOf(mara, id)
    const json = await jsonBehind(token?.['URI'])
    expect(json).toMatchObject({
      ...moonPicture,
      image: `ipfs://${await cidOf(picture)}`,
      attachment: { type: 'pdf', file: `ipfs://${await cidOf(attachment)}` },
    })
    const download = await fetch(`${world.url}/media/ipfs/${await cidOf(picture)}`)
    expect(Buffer.from(await download.arrayBuffer()).equals(picture)).toBe(true)
    // The metadata is pinned last, so once it is pinned, all files are.
    const metadata = (hexToText(String(token?.['URI'])) ?? '').replace('ipfs://', '')
    await cronUntil(world, 'the metadata is pinned', async () => (await onIpfs(metadata)).ok)
    for (const file of [picture, attachment]) {
      const pinned = await onIpfs(await cidOf(file))
      expect(Buffer.from(await pinned.arrayBuffer()).equals(file)).toBe(true)
    }
    const row = await world.tokenOf(id)
    expect(row).toMatchObject({ name: moonPicture.name, metadata_state: 'ready' })
    expect(asJson(row?.['metadata'])).toMatchObject({
      image: { contentType: 'image/png', width: 30, height: 20 },
    })
    const tx = await callRpc(world.ledgerUrl, 'tx', { transaction: String(reply['txid']), api_version: 2 })
    const memo = asJson(tx['tx_json'])['Memos']
    expect(JSON.stringify(memo)).toContain(Buffer.from('For the north wall').toString('hex').toUpperCase())
  })

  longTest('is by default transferable and nothing else; a video has a poster', async () => {
    const poster = png(9, 9)
    const id = await mintByForm(
      world,
      mara,
      filled({ royalty: '0', thumbnailFile: new Blob([mp4()]), posterFile: new Blob([poster]) }),
    )
    expect(identifyToken(id)).toMatchObject({ transferFee: 0, flags: nftokenFlags.transferable })
    expect(await jsonBehind((await tokenOf(mara, id))?.['URI'])).toMatchObject({
      image: `ipfs://${await cidOf(poster)}`,
      video: `ipfs://${await cidOf(mp4())}`,
    })
  })

  longTest('without Prefer answers with the outcome', async () => {
    const reply = sendForm(world, 'mintNft', mara, filled({ metadata: words({ name: 'Blocking' }) }), {})
    const uuid = await waiting(mara)
    await world.reject(uuid)
    expect((await reply).body).toMatchObject({ status: 'rejected', data: 'Request is rejected by signer.' })
  })

  test.each([
    ['no picture', { thumbnailFile: '' }, 'Choose a file.'],
    ['an invalid CID', { thumbnailFile: '', thumbnailCid: 'x' }, 'This is not a CID.'],
    [
      'a PDF as the picture',
      { thumbnailFile: new Blob([pdf()]) },
      'Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.',
    ],
    ['a script in an SVG', { thumbnailFile: new Blob([svg('<script>1</script>')]) }, 'contains scripts'],
    ['an empty file', { thumbnailFile: new Blob([]) }, 'This file is empty.'],
    ['no name', { metadata: words({ name: ' ' }) }, 'Give it a name.'],
    ['451 characters', { metadata: words({ description: 'x'.repeat(451) }) }, 'at most 450 characters'],
    ['no attribute', { metadata: words({ attributes: [] }) }, 'Add at least one attribute.'],
    ['no metadata', { metadata: '{' }, 'Metadata is not valid JSON.'],
    ['no taxon', { taxon: '' }, 'A taxon must be a whole number.'],
    ['51 % royalty', { royalty: '51' }, 'A royalty can be at most 50 %.'],
    ['a long memo', { transaction_memo: 'ü'.repeat(451) }, 'This memo is too long for the ledger.'],
  ])('is refused for %s, by a clear sentence', async (_what, fields, sentence) => {
    const reply = await sendForm(world, 'mintNft', mara, filled(fields))
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('is refused for another account, for a visitor, and over 95 MB', async () => {
    const other = await sendForm(world, 'mintNft', mara, filled({ account: nina.account.address }))
    expect(other).toMatchObject({ status: 403, body: { code: 'account_mismatch' } })
    const visitor = await sendForm(world, 'mintNft', { ...mara, token: 'none' }, filled())
    expect(visitor.status).toBe(401)
    const large = await announceForm(`${world.url}${operations.mintNft.path}`, 'POST', 96 * 1024 * 1024, mara)
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(large.text).toContain('/api/uploads')
  })
})

/** Returns the request that waits in the wallet. */
async function waiting(session: Session): Promise<string> {
  const deadline = Date.now() + 40_000
  for (;;) {
    const [row] = await world.waitingRequests(session.account.address)
    if (row !== undefined) return String(row['uuid'])
    if (Date.now() > deadline) throw new Error('The wallet was not asked.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a row is minted once', () => {
  const rowKey = () => crypto.randomUUID()

  test('for any number of concurrent requests, with any key', async () => {
    const before = (await tokensOf(nina)).length
    const fields = filled({ rowKey: rowKey() })
    const replies = await Promise.all([1, 2, 3, 4].map(() => sendForm(world, 'mintNft', nina, fields)))
    const uuids = new Set(
      replies.filter(({ status }) => status === 202).map(({ body }) => String(asJson(body['data'])['uuid'])),
    )
    expect(uuids.size).toBe(1)
    const others = replies.filter(({ status }) => status !== 202)
    expect(others.map(({ body }) => body['code'])).toEqual(others.map(() => 'already_pending'))
    const [uuid = ''] = uuids
    expect(await askToMint(world, nina, fields)).toBe(uuid)
    await world.sign(uuid, nina.account)
    await world.outcomeOf(uuid, nina)
    // Requested again, days later or after a crash: the same request and the same NFT.
    await world.removeRows('idempotency_keys', { account: nina.account.address })
    expect(await askToMint(world, nina, fields)).toBe(uuid)
    expect((await tokensOf(nina)).length).toBe(before + 1)
  })

  longTest('and a rejected row can be requested again for one NFT', async () => {
    const before = (await tokensOf(nina)).length
    const fields = filled({ rowKey: rowKey() })
    const first = await askToMint(world, nina, fields)
    await world.reject(first)
    await world.outcomeOf(first, nina)
    const second = await askToMint(world, nina, fields)
    expect(second).not.toBe(first)
    await world.sign(second, nina.account)
    await world.outcomeOf(second, nina)
    expect(await askToMint(world, nina, fields)).toBe(second)
    expect((await tokensOf(nina)).length).toBe(before + 1)
  })

  longTest('per account: the same row key of another account is another row', async () => {
    const fields = filled({ rowKey: rowKey() })
    expect(await askToMint(world, nina, fields)).not.toBe(await askToMint(world, mara, fields))
  })

  test('after a crash before the wallet is asked, too', async () => {
    const key = rowKey()
    const died = crypto.randomUUID()
    await world.addRow('mints', {
      account: nina.account.address,
      row_key: key,
      sign_request_id: died,
      claimed_at: new Date(),
    })
    const early = await sendForm(world, 'mintNft', nina, filled({ rowKey: key }))
    expect(early.body).toMatchObject({ status: 'failed', code: 'already_pending' })
    await world.changeRows('mints', { row_key: key }, { claimed_at: minutesAgo(1) })
    const uuid = await askToMint(world, nina, filled({ rowKey: key }))
    const row = await world.requestOf(uuid)
    expect(row?.['id']).toBe(died)
  })

  longTest('and an Idempotency-Key can replace the row key, but not for another form', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const uuid = await askToMint(world, nina, filled(), headers)
    expect(await askToMint(world, nina, filled(), headers)).toBe(uuid)
    const other = await sendForm(world, 'mintNft', nina, filled({ taxon: '8' }), {
      prefer: 'respond-async',
      ...headers,
    })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } })
  })
})

describe('mutable NFTs', () => {
  test('of a mutable collection can be updated by their issuer only', async () => {
    await world.addCollection({
      id: 'tides',
      issuer: mara.account.address,
      taxon: 21,
      name: 'Tides',
      mutable_nfts: true,
    })
    const id = await mintByForm(world, mara, filled({ taxon: '21', royalty: '0' }))
    expect(identifyToken(id).flags).toBe(8 + 16)
    expect(await jsonBehind((await tokenOf(mara, id))?.['URI'])).toMatchObject({
      collection: { name: 'Tides' },
    })
    const change = { nftokenID: id, metadata: words({ name: 'Ebb' }), thumbnailFile: new Blob([png(5, 5)]) }
    expect(await sendForm(world, 'updateNft', nina, change)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const reply = await sendForm(world, 'updateNft', mara, change)
    const uuid = String(asJson(reply.body['data'])['uuid'])
    await world.sign(uuid, mara.account)
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({ status: 'success', outcome: { nftokenID: id } })
    expect(await jsonBehind((await tokenOf(mara, id))?.['URI'])).toMatchObject({ name: 'Ebb' })
    const row = await world.tokenOf(id)
    expect(row).toMatchObject({ name: 'Ebb', metadata_state: 'ready' })
  })

  longTest('others cannot be updated', async () => {
    const id = await mintByForm(world, mara, filled())
    const change = { nftokenID: id, metadata: words(), thumbnailFile: new Blob([png(5, 5)]) }
    const reply = await sendForm(world, 'updateNft', mara, change)
    expect(reply).toMatchObject({ status: 403, body: { code: 'transaction_not_allowed' } })
  })
})
