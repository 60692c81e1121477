import { metadataProblem } from '#contract/words/metadata-problems.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { png } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { deferMetadata } from '#db/queries/nft/nfts.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { hexToText } from '#worker/ledger/uri.ts'
import { askToMint, filled, upload, words } from './creating.ts'
import { ask, askAndSign, askReply, cronUntil } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let mara: Session
let picture: string

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  mara = await world.connect(await world.fund('Mara'))
  picture = await uploaded(mara)
})
afterAll(() => world.close())

async function uploaded(by: Session): Promise<string> {
  const reply = await upload(world, by, 'display', png(12, 8))
  return String(asJson(reply.body['data'])['cid'])
}

const rowsOfWorks = (names: string[], more: Record<string, string> = {}) =>
  names.map((name) => ({
    metadata: words({ name }),
    taxon: '7',
    royalty: '2.5',
    thumbnailCid: picture,
    rowKey: crypto.randomUUID(),
    ...more,
  }))

const outcomesOf = (reply: Record<string, unknown>) => {
  const { rows } = asJson(reply['outcome'])
  return Array.isArray(rows) ? rows.map(asJson) : []
}

/** Returns the form fields that request the same row alone. */
function alone(row: ReturnType<typeof rowsOfWorks>[number] | undefined) {
  const { thumbnailFile: _file, ...fields } = filled()
  return { ...fields, ...row }
}

const minted = (by: Session) => world.ledger.tokensOf(by.account.address)
const names = (count: number, of = 'Tide') => Array.from({ length: count }, (_, n) => `${of} ${n + 1}`)

describe('eight works minted with one signature', () => {
  test('get their ids from the ledger; metadata and files are recorded as for one', async () => {
    const rows = rowsOfWorks(names(8), { transaction_memo: 'For the north wall', burnable: 'true' })
    const reply = await askAndSign(world, 'mintNfts', mara, { rows })
    expect(reply).toMatchObject({ status: 'success', outcome: { purpose: 'mint_many' } })
    const ended = outcomesOf(reply)
    expect(ended).toMatchObject(
      rows.map(({ rowKey }) => ({ status: 'success', rowKey, result: 'tesSUCCESS' })),
    )
    for (const [place, { nftokenID, txid }] of ended.entries()) {
      const id = String(nftokenID)
      const { meta, tx_json: tx } = await callRpc(world.ledgerUrl, 'tx', {
        transaction: txid,
        api_version: 2,
      })
      expect(asJson(meta)['nftoken_id']).toBe(id)
      expect(JSON.stringify(asJson(tx)['Memos'])).toContain(
        Buffer.from('For the north wall').toString('hex').toUpperCase(),
      )
      expect(identifyToken(id)).toMatchObject({
        taxon: 7,
        transferFee: 2500,
        flags: nftokenFlags.burnable + nftokenFlags.transferable,
        issuer: mara.account.address,
      })
      expect(await world.rowsOf('nfts', { id })).toMatchObject([
        { name: `Tide ${place + 1}`, metadata_state: 'ready' },
      ])
    }
    const token = await world.tokenOf(String(ended[0]?.['nftokenID']))
    const metadata = (hexToText(String(token?.['uri'])) ?? '').replace('ipfs://', '')
    await cronUntil(
      world,
      'the metadata is pinned',
      async () => (await fetch(`${world.stack.urls.ipfs}/ipfs/${metadata}`)).ok,
    )
  })

  test('never become more, whoever asks again for the same rows', async () => {
    const rows = rowsOfWorks(names(3, 'Once'))
    const before = (await minted(mara)).length
    const uuid = await ask(world, 'mintNfts', mara, { rows })
    expect(await ask(world, 'mintNfts', mara, { rows })).toBe(uuid)
    expect(await ask(world, 'mintNfts', mara, { rows: rows.slice(1) })).toBe(uuid)
    expect(await askToMint(world, mara, alone(rows[2]))).toBe(uuid)
    const [other] = rowsOfWorks(['Another'])
    const mixed = await askReply(world, 'mintNfts', mara, { rows: [rows[0], other] })
    expect(mixed.body).toMatchObject({
      code: 'rows_refused',
      rows: [{ row: 0, code: 'already_pending' }],
    })
    await world.sign(uuid, mara.account)
    await world.outcomeOf(uuid, mara)
    expect(await ask(world, 'mintNfts', mara, { rows })).toBe(uuid)
    expect((await minted(mara)).length).toBe(before + 3)
    // The row that was refused together with another one is available again.
    const free = await askAndSign(world, 'mintNfts', mara, { rows: [other, ...rowsOfWorks(['More'])] })
    expect(outcomesOf(free).map(({ status }) => status)).toEqual(['success', 'success'])
  })

  longTest('are asked for again after a rejection, alone as well', async () => {
    const rows = rowsOfWorks(names(2, 'Again'))
    const uuid = await ask(world, 'mintNfts', mara, { rows })
    await world.reject(uuid)
    await world.outcomeOf(uuid, mara)
    const single = await askToMint(world, mara, alone(rows[0]))
    expect(single).not.toBe(uuid)
    await world.sign(single, mara.account)
    expect(await world.outcomeOf(single, mara)).toMatchObject({ status: 'success' })
  })

  longTest('of one design store its files once', async () => {
    const [row] = rowsOfWorks(['Same'])
    const rows = [1, 2, 3].map(() => ({ ...row, rowKey: crypto.randomUUID() }))
    const reply = await askAndSign(world, 'mintNfts', mara, { rows })
    const ids = outcomesOf(reply).map(({ nftokenID }) => String(nftokenID))
    expect(new Set(ids).size).toBe(3)
    const tokens = await world.rowsOf('nfts', { id: ids })
    expect(new Set(tokens.map(({ uri }) => uri)).size).toBe(1)
  })
})

longTest('a row that runs out of reserve keeps its code, and only that row can be minted again', async () => {
  const poor = await world.connect(await world.fund('Poor', 40))
  const address = poor.account.address
  const shop = await world.fund('Shop')
  // A page contains 32 tokens: of three more tokens, the second needs a new page.
  for (let n = 0; n < 31; n += 1) await world.mint(poor.account)
  await uploaded(poor)
  const balance = await world.balanceOf(address)
  // The Check may take all XRP except the reserves of the account and of one page, and some drops.
  await world.run(poor.account, {
    TransactionType: 'CheckCreate',
    Destination: shop.address,
    SendMax: String(balance - 1_250_000n),
  })
  const { account_objects: objects } = await callRpc(world.ledgerUrl, 'account_objects', {
    account: address,
    type: 'check',
    ledger_index: 'validated',
  })
  const [check] = Array.isArray(objects) ? objects.map(asJson) : []
  const rows = rowsOfWorks(names(3, 'Scarce'))
  const uuid = await ask(world, 'mintNfts', poor, { rows })
  await world.run(shop, {
    TransactionType: 'CheckCash',
    CheckID: String(check?.['index']),
    Amount: String(balance - 1_250_000n),
  })
  await world.sign(uuid, poor.account)
  const ended = outcomesOf(await world.outcomeOf(uuid, poor))
  expect(ended).toMatchObject([
    { status: 'success', result: 'tesSUCCESS' },
    { status: 'failed', result: 'tecINSUFFICIENT_RESERVE' },
    { status: 'failed', result: 'tecINSUFFICIENT_RESERVE' },
  ])
  expect(await minted(poor)).toHaveLength(32)
  await world.run(shop, { TransactionType: 'Payment', Destination: address, Amount: '5000000' })
  const again = await ask(world, 'mintNfts', poor, { rows: rows.slice(1) })
  expect(again).not.toBe(uuid)
  await world.sign(again, poor.account)
  expect(outcomesOf(await world.outcomeOf(again, poor)).map(({ status }) => status)).toEqual([
    'success',
    'success',
  ])
  expect(await minted(poor)).toHaveLength(34)
  // The first row was minted by the first request.
  expect(await askToMint(world, poor, alone(rows[0]))).toBe(uuid)
})

test('a fetch that fails while the mint is recorded leaves its metadata', async () => {
  const db = compose(readEnvironment(world.stack.bindings))('test', () => undefined).db
  const [token] = await world.rowsOf('nfts', { metadata_state: 'ready' })
  const failure = { tries: 1, dueAt: new Date(), problem: metadataProblem('absent') }
  await deferMetadata(db.http, { id: String(token?.['id']), uri: String(token?.['uri']) }, failure)
  expect(await world.rowsOf('nfts', { id: token?.['id'] })).toMatchObject([{ metadata_state: 'ready' }])
})
