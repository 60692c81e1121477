import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { ask, askAndSign, askReply, cronUntil, indexed, offerIndexed, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let artist: DemoAccount
let receiver: DemoAccount
let mara: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('Artist')
  receiver = await world.fund('Receiver')
  await openForBusiness(world)
  mara = await world.connect(await world.fund('Mara'))
})
afterAll(() => world.close())

/** Mints works by Mara. */
async function works(count: number): Promise<string[]> {
  const works: string[] = []
  for (let n = 0; n < count; n += 1) works.push(await world.mint(mara.account))
  await indexed(world, works.at(-1) ?? '')
  return works
}

const xrp = (amount: number) => String(amount * 1_000_000)

const listing = (nft: string, price: number) => ({
  TransactionType: 'NFTokenCreateOffer',
  Account: mara.account.address,
  NFTokenID: nft,
  Amount: xrp(price),
  Destination: world.marketplace.address,
  Flags: tfSellNFToken,
})

const rowsOf = (reply: Record<string, unknown>) => {
  const { rows } = asJson(reply['outcome'])
  return Array.isArray(rows) ? rows.map(asJson) : []
}

/** Returns the amounts of the open sell offers to the marketplace for an NFT, on the ledger. */
async function pricesOf(nft: string): Promise<string[]> {
  const { offers } = await callRpc(world.ledgerUrl, 'nft_sell_offers', {
    nft_id: nft,
    ledger_index: 'validated',
  })
  const all = Array.isArray(offers) ? offers.map(asJson) : []
  return all
    .filter(({ destination }) => destination === world.marketplace.address)
    .map(({ amount }) => String(amount))
}

/** Creates a gift that can be accepted later, without a transaction of Mara. */
const giftOf = (nft: string) => world.list(mara.account, nft, 0n, { destination: receiver.address })
const accept = (gift: string) =>
  world.run(receiver, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })

/**
 * Signs a request, and runs the cron until it has ended. The index must reach the ledger before the reasons of a
 * failure are read.
 */
async function signed(uuid: string) {
  await world.sign(uuid, mara.account)
  await cronUntil(world, 'the request has ended', async () => {
    const request = await world.requestOf(uuid)
    return request?.['state'] === 'success' || request?.['state'] === 'failed'
  })
  return world.outcomeOf(uuid, mara)
}

const requests = async () => (await world.rowsOf('sign_requests', { account: mara.account.address })).length

const moved = 'The NFT is no longer in the account that the offer names.'

describe('works listed with one signature', () => {
  test('stand each by their own validated transaction, and are in the index at once', async () => {
    const nfts = await works(8)
    const rows = nfts.map((nft, n) => listing(nft, n + 1))
    const reply = await askAndSign(world, 'listManyForSale', mara, { rows })
    expect(reply).toMatchObject({ status: 'success', outcome: { purpose: 'list_many' } })
    expect(rowsOf(reply)).toMatchObject(
      nfts.map((nftokenID) => ({ status: 'success', result: 'tesSUCCESS', nftokenID, message: null })),
    )
    const outer = asJson(reply['outcome'])['batchTxid']
    for (const { txid } of rowsOf(reply)) {
      const inner = await callRpc(world.ledgerUrl, 'tx', { transaction: txid })
      expect(inner).toMatchObject({ TransactionType: 'NFTokenCreateOffer', validated: true })
      expect(asJson(inner['meta'])['ParentBatchID']).toBe(outer)
    }
    expect(await Promise.all(nfts.map(pricesOf))).toEqual(nfts.map((_, n) => [xrp(n + 1)]))
    const indexedOffers = await world.rowsOf('offers', {
      state: 'open',
      owner: mara.account.address,
      nft_id: nfts,
    })
    expect(indexedOffers).toHaveLength(8)
    // 12 drops for the outer transaction, its signature and each of the inner ones, doubled in case the load rises.
    const { Fee: cost } = await callRpc(world.ledgerUrl, 'tx', { transaction: outer })
    expect(cost).toBe('240')
  })

  longTest('keep their own code where the ledger refuses one, and the others stand', async () => {
    const nfts = await works(3)
    const gift = await giftOf(nfts[1] ?? '')
    const uuid = await ask(world, 'listManyForSale', mara, { rows: nfts.map((nft) => listing(nft, 2)) })
    await accept(gift)
    const reply = await signed(uuid)
    expect(reply['status']).toBe('success')
    expect(rowsOf(reply)).toMatchObject([
      { status: 'success', result: 'tesSUCCESS' },
      { status: 'failed', result: 'tecNO_ENTRY', message: moved },
      { status: 'success', result: 'tesSUCCESS' },
    ])
  })

  longTest('are ready again behind one that leaves no trace, which is named', async () => {
    const nfts = await works(3)
    // Only a minter of the issuer may sell a token that cannot be transferred.
    const bound = await world.mint(artist, { flags: 0 })
    const toMara = await world.list(artist, bound, 0n, { destination: mara.account.address })
    await world.run(mara.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: toMara })
    await world.run(artist, {
      TransactionType: 'AccountSet',
      SetFlag: 10,
      NFTokenMinter: mara.account.address,
    })
    await indexed(world, bound)
    const order = [nfts[0], bound, nfts[1], nfts[2]].map((nft) => listing(nft ?? '', 3))
    // The token can only be offered directly.
    order[1] = { ...listing(bound, 3), Destination: receiver.address }
    const uuid = await ask(world, 'listManyForSale', mara, { rows: order })
    await world.run(artist, { TransactionType: 'AccountSet', ClearFlag: 10 })
    const reply = await signed(uuid)
    const untried = { status: 'ready', txid: null, result: null }
    expect(rowsOf(reply)).toMatchObject([
      { status: 'success' },
      {
        status: 'failed',
        txid: null,
        nftokenID: bound,
        message: 'This NFT can only be given back to its issuer.',
      },
      { ...untried, nftokenID: nfts[1], message: 'Not carried out, because row 2 failed.' },
      { ...untried, nftokenID: nfts[2], message: 'Not carried out, because row 2 failed.' },
    ])
    const again = await askAndSign(world, 'listManyForSale', mara, { rows: order.slice(2) })
    expect(rowsOf(again).map(({ status }) => status)).toEqual(['success', 'success'])
  })

  longTest('are all ready again after a rejection; a repeated call gets the same request', async () => {
    const nfts = await works(2)
    const body = { rows: nfts.map((nft) => listing(nft, 4)) }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = await requests()
    const first = await askReply(world, 'listManyForSale', mara, body, headers)
    const second = await askReply(world, 'listManyForSale', mara, body, headers)
    expect(second.body['data']).toEqual(first.body['data'])
    expect(await requests()).toBe(before + 1)
    const uuid = String(asJson(first.body['data'])['uuid'])
    await world.reject(uuid)
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({ status: 'rejected' })
    const reply = await askAndSign(world, 'listManyForSale', mara, body)
    expect(rowsOf(reply).map(({ status }) => status)).toEqual(['success', 'success'])
    expect(await Promise.all(nfts.map(pricesOf))).toEqual([[xrp(4)], [xrp(4)]])
  })

  test('are settled by the cron when the worker stops between signature and result', async () => {
    const nfts = await works(2)
    const uuid = await ask(world, 'listManyForSale', mara, { rows: nfts.map((nft) => listing(nft, 5)) })
    await world.stack.worker.stop()
    await world.sign(uuid, mara.account)
    await world.stack.worker.start()
    // Makes the check due again without waiting.
    await cronUntil(world, 'settled by the cron', async () => {
      await world.changeRequest(uuid, { asked_at: null })
      const rows = await world.rowsOf('sign_requests', { uuid })
      return rows[0]?.['state'] === 'success'
    })
    expect(rowsOf(await world.outcomeOf(uuid, mara)).map(({ status }) => status)).toEqual([
      'success',
      'success',
    ])
  })

  longTest('have failed at once when another transaction of the account came first', async () => {
    const nfts = await works(2)
    const body = { rows: nfts.map((nft) => listing(nft, 6)) }
    const uuid = await ask(world, 'listManyForSale', mara, body)
    await world.run(mara.account, { TransactionType: 'AccountSet' })
    expect(await signed(uuid)).toMatchObject({
      status: 'failed',
      code: 'not_submitted',
      data: expect.stringContaining('Another transaction from your account came first'),
    })
    const again = await askAndSign(world, 'listManyForSale', mara, body)
    expect(rowsOf(again).map(({ status }) => status)).toEqual(['success', 'success'])
  })

  test('are refused row by row before anything is signed', async () => {
    const [own = '', other = ''] = await works(2)
    const foreign = await world.mint(artist)
    await indexed(world, foreign)
    const before = await requests()
    const refused = await askReply(world, 'listManyForSale', mara, {
      rows: [listing(own, 1), listing(foreign, 1), { ...listing(other, 1), Amount: '5' }],
    })
    expect(refused.body).toMatchObject({
      status: 'failed',
      code: 'rows_refused',
      rows: [
        {
          row: 1,
          code: 'not_owner',
          message: 'This NFT belongs to another account: only its owner can sell it.',
        },
        { row: 2, code: 'validation_failed' },
      ],
    })
    expect(await requests()).toBe(before)
    const invalid = async (rows: object[]) => {
      const reply = await askReply(world, 'listManyForSale', mara, { rows })
      return [reply.status, reply.body['data']]
    }
    expect(await invalid([listing(own, 1)])).toMatchObject([400, expect.stringContaining('at least 2')])
    expect(await invalid(Array.from({ length: 9 }, () => listing(own, 1)))).toMatchObject([
      400,
      expect.stringContaining('at most 8'),
    ])
    expect(await invalid([listing(own, 1), listing(own, 2)])).toMatchObject([
      400,
      expect.stringContaining('two rows'),
    ])
    const notOurs = { ...listing(other, 1), Account: artist.address }
    expect(
      (await askReply(world, 'listManyForSale', mara, { rows: [listing(own, 1), notOurs] })).body,
    ).toMatchObject({ status: 'failed', code: 'account_mismatch' })
  })

  test('are asked for one by one when the wallet cannot sign a Batch', async () => {
    const nfts = await works(2)
    const wallet = (canSignBatch: boolean) =>
      world.call('/api/account/signing', { session: mara, body: { canSignBatch } })
    await wallet(false)
    const reply = await askReply(world, 'listManyForSale', mara, { rows: nfts.map((nft) => listing(nft, 1)) })
    expect(reply.body).toMatchObject({ status: 'failed', code: 'batch_unavailable' })
    await wallet(true)
  })
})

describe('new prices with one signature', () => {
  /** Lists works, and returns them with the ids of their offers. */
  async function listed(count: number) {
    const nfts = await works(count)
    const offers: string[] = []
    for (const nft of nfts)
      offers.push(await world.list(mara.account, nft, 1_000_000n, { destination: world.marketplace.address }))
    await offerIndexed(world, offers.at(-1) ?? '')
    return nfts.map((nft, n) => ({ nft, offer: offers[n] ?? '' }))
  }
  const rowOf = ({ nft, offer }: { nft: string; offer: string }, price: number) => ({
    txjson: listing(nft, price),
    replaces: [offer],
  })

  test('replace seven listings: none stands twice', async () => {
    const seven = await listed(7)
    const reply = await askAndSign(world, 'changePrices', mara, {
      rows: seven.map((each, n) => rowOf(each, n + 2)),
    })
    expect(rowsOf(reply)).toMatchObject(
      seven.map(({ nft }) => ({ status: 'success', nftokenID: nft, result: 'tesSUCCESS' })),
    )
    expect(await Promise.all(seven.map(({ nft }) => pricesOf(nft)))).toEqual(
      seven.map((_, n) => [xrp(n + 2)]),
    )
  })

  longTest('change nothing when one work has moved, and name it', async () => {
    const three = await listed(3)
    const gift = await giftOf(three[1]?.nft ?? '')
    const uuid = await ask(world, 'changePrices', mara, { rows: three.map((each) => rowOf(each, 9)) })
    await accept(gift)
    const reply = await signed(uuid)
    expect(reply).toMatchObject({ status: 'failed', code: 'ledger_refused' })
    expect(rowsOf(reply)).toMatchObject([
      { status: 'ready', message: 'Not carried out, because row 2 failed.', txid: null },
      { status: 'failed', message: moved, nftokenID: three[1]?.nft },
      { status: 'ready', message: 'Not carried out, because row 2 failed.', txid: null },
    ])
    expect(await pricesOf(three[0]?.nft ?? '')).toEqual([xrp(1)])
    expect(await pricesOf(three[2]?.nft ?? '')).toEqual([xrp(1)])
  })

  test('replace only own offers that stand, for their own work', async () => {
    const [one, two] = await listed(2)
    if (one === undefined || two === undefined) throw new Error('Two works are listed.')
    const reply = await askReply(world, 'changePrices', mara, {
      rows: [rowOf({ nft: one.nft, offer: two.offer }, 2), rowOf(two, 2)],
    })
    expect(reply.body).toMatchObject({ code: 'rows_refused', rows: [{ row: 0, code: 'offer_gone' }] })
    await world.run(mara.account, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [one.offer] })
    const gone = await askReply(world, 'changePrices', mara, { rows: [rowOf(one, 2)] })
    expect(gone.body).toMatchObject({ code: 'rows_refused', rows: [{ row: 0, code: 'offer_gone' }] })
  })
})
