import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { ApiReply, Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import {
  beginOnPage,
  connectOnPage,
  pageCalls,
  signedBlob,
  signedText,
  signInAnswer,
  signOnPage,
} from '#tests/support/page-wallet.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { ask, askReply, cronUntil, offerIndexed, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let gemma: DemoAccount
let cross: DemoAccount
let session: Session
let other: Session

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  artist = await world.fund('artist')
  gemma = await world.fund('gemma')
  cross = await world.fund('cross')
  await openForBusiness(world)
  session = await connectOnPage(world, gemma)
  other = await connectOnPage(world, cross, 'crossmark')
})
afterAll(() => world.close())

const codeOf = ({ status, body }: ApiReply) => [status, body['code']]

let lines = 0

/** Requests a different trust line each time. */
function trust(by: Session) {
  lines += 1
  const currency = `T${lines.toString().padStart(2, '0')}`
  return ask(world, 'setTrustLine', by, { currency, issuer: artist.address })
}

/** Requests and opens a trust line. Returns its uuid and the transaction to sign. */
async function opened(by = session) {
  const uuid = await trust(by)
  const reply = await pageCalls(world, { session: by }).open(uuid)
  expectContract('openSignRequest', reply)
  return { uuid, txjson: asJson(reply.body['txjson']), ...pageCalls(world, { session: by }) }
}

const stateOf = async (uuid: string) => (await world.requestOf(uuid))?.['state']

const listing = (nft: string) => ({
  TransactionType: 'NFTokenCreateOffer',
  Account: gemma.address,
  NFTokenID: nft,
  Amount: '1000000',
  Flags: tfSellNFToken,
})

async function listed(drops: bigint) {
  const nft = await world.mint(artist, { metadata: { schema: 'x', nftType: 'art.v0', name: 'Gem #1' } })
  const offer = await world.list(artist, nft, drops, { destination: world.marketplace.address })
  await offerIndexed(world, offer)
  return { nft, offer }
}

describe('signing in', () => {
  test('keeps the wallet with the session, and gives it a token of its own', async () => {
    expect(session.userToken).toMatch(/^[0-9a-f-]{36}$/)
    const [row] = await world.rowsOf('sessions', { account: gemma.address })
    expect(row).toMatchObject({ wallet: 'gemwallet', user_token: session.userToken })
    const payouts = (userToken: string | null) =>
      world.call('/api/account/follow', {
        session,
        body: { account: gemma.address, user_token: userToken, followee: artist.address },
      })
    expect((await payouts(session.userToken)).body['status']).toBe('success')
    expect((await payouts(other.userToken)).body['code']).toBe('user_token_mismatch')
  })

  test('the text names site, code, request and time; only its browser can hand it in', async () => {
    const { begun, uuid, open, handIn, check } = await beginOnPage(world, 'gemwallet')
    expectContract('connectWallet', begun)
    expect(begun.body).toMatchObject({ wallet: 'gemwallet', next: { always: '' }, pushed: false })
    const request = await open(uuid)
    expectContract('openSignRequest', request)
    const message = String(request.body['message'])
    expect(message).toContain(`Sign in to OPX at ${world.url}.`)
    expect(message).toContain(`Code: ${String(begun.body['signInCode'])}.`)
    const elsewhere = await beginOnPage(world, 'gemwallet')
    const answer = signedText(message, gemma)
    expect(codeOf(await elsewhere.handIn(uuid, answer))).toEqual([404, 'not_found'])
    expect(codeOf(await pageCalls(world, { session }).handIn(uuid, answer))).toEqual([404, 'not_found'])
    // Another sign-in's text, another account, another key, and a transaction instead of a text.
    const foreign = signedText(String((await elsewhere.open(elsewhere.uuid)).body['message']), gemma)
    const transaction = { blob: signedBlob({ TransactionType: 'AccountSet', Account: gemma.address }, gemma) }
    for (const wrong of [
      foreign,
      { ...answer, account: cross.address },
      { ...answer, publicKey: signedText(message, cross).publicKey },
      { ...answer, signature: 'AB' },
      transaction,
    ])
      expect(codeOf(await handIn(uuid, wrong))).toEqual([409, 'signature_mismatch'])
    expect((await check()).body['status']).toBe('pending')
    const handed = await handIn(uuid, answer)
    expectContract('handInSignature', handed)
    expect(handed.body).toEqual({ status: 'signed' })
    expect((await handIn(uuid, answer)).body).toEqual({ status: 'signed' })
    expect((await check()).body).toMatchObject({ status: 'signed', account: gemma.address })
  })

  test('a wallet that signs transactions only gets one that can never be valid', async () => {
    const { uuid, open, handIn, check } = await beginOnPage(world, 'walletconnect')
    const request = await open(uuid)
    const txjson = asJson(request.body['txjson'])
    expect(txjson).toMatchObject({
      TransactionType: 'AccountSet',
      LastLedgerSequence: 1,
      Sequence: 0,
      Fee: '0',
    })
    const own = { ...txjson, Account: cross.address }
    const wrong: Json[] = [
      { ...own, LastLedgerSequence: 99_999_999 },
      { ...own, Memos: [] },
      { ...own, SetFlag: 8 },
      { ...own, TransactionType: 'AccountDelete', Destination: gemma.address },
    ]
    for (const tx of wrong)
      expect(codeOf(await handIn(uuid, { blob: signedBlob(tx, cross) }))).toEqual([409, 'signature_mismatch'])
    // Signed by another key for this account.
    expect(codeOf(await handIn(uuid, { blob: signedBlob(own, gemma) }))).toEqual([409, 'signature_mismatch'])
    expect((await handIn(uuid, signInAnswer(request, cross))).body).toEqual({ status: 'signed' })
    expect((await check()).body).toMatchObject({ status: 'signed', account: cross.address })
  })

  test('can be declined, and ends with its time', async () => {
    const declined = await beginOnPage(world, 'gemwallet')
    const reply = await declined.decline(declined.uuid)
    expectContract('declineSignature', reply)
    expect(reply.body).toEqual({ status: 'rejected' })
    expect((await declined.check()).body['status']).toBe('rejected')
    const late = await beginOnPage(world, 'gemwallet')
    const answer = signInAnswer(await late.open(late.uuid), gemma)
    await world.changeRequest(late.uuid, { expires_at: new Date(Date.now() - 1 * 1000) })
    expect(codeOf(await late.handIn(late.uuid, answer))).toEqual([410, 'expired'])
    expect((await late.check()).body['status']).toBe('expired')
  })
})

describe('a purchase with a wallet of the page', () => {
  test('is signed by the page, submitted by the marketplace and settled', async () => {
    const { nft, offer } = await listed(7_000_000n)
    const calls = world.signer.counters()
    const uuid = await ask(world, 'buyNow', session, {
      account: gemma.address,
      user_token: session.userToken,
      owner: artist.address,
      nftokenID: nft,
      sellOfferIndex: offer,
    })
    // The wallet's platform knows nothing about the request.
    const handed = await signOnPage(world, uuid, session)
    expectContract('handInSignature', handed)
    const outcome = await world.outcomeOf(uuid, session)
    expect(world.signer.counters()).toEqual(calls)
    expect(outcome).toMatchObject({ status: 'success', outcome: { nftokenID: nft, paidDrops: '7070000' } })
    expect(await world.ownerOf(nft, [gemma, artist])).toBe(gemma.address)
  })

  longTest('is taken as the JSON of WalletConnect, too', async () => {
    const { uuid, txjson, handIn } = await opened()
    const { decode } = await import('ripple-binary-codec')
    const handed = await handIn(uuid, { tx_json: { ...decode(signedBlob(txjson, gemma)), hash: 'x' } })
    expect(handed.body).toMatchObject({ status: 'signed' })
    expect((await world.outcomeOf(uuid, session))['status']).toBe('success')
  })
})

describe('what is not exactly what was asked for', () => {
  test('is refused, and the request stays open', async () => {
    const { uuid, txjson, handIn } = await opened()
    const foreign = await opened()
    const limit = asJson(txjson['LimitAmount'])
    const tampered: Json[] = [
      { ...txjson, LimitAmount: { ...limit, value: '1' } },
      { ...txjson, Sequence: Number(txjson['Sequence']) + 1 },
      { ...txjson, LastLedgerSequence: Number(txjson['LastLedgerSequence']) + 1 },
      { ...txjson, Fee: '100' },
      { ...txjson, Memos: [{ Memo: { MemoData: 'AB' } }] },
      { ...txjson, SourceTag: 7 },
      { ...txjson, Account: cross.address },
      { ...txjson, NetworkID: 21_337 },
    ]
    for (const tx of tampered)
      expect(codeOf(await handIn(uuid, { blob: signedBlob(tx, gemma) }))).toEqual([409, 'signature_mismatch'])
    const original = signedBlob(txjson, gemma)
    // The server refuses another account's wallet, a changed byte, a missing signature, and the signature of another
    // request.
    const more = [
      signedBlob({ ...txjson, Account: cross.address }, cross),
      signedBlob(txjson, cross),
      original.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      '1200',
    ]
    for (const blob of more) expect(codeOf(await handIn(uuid, { blob }))).toEqual([409, 'signature_mismatch'])
    const elsewhere = signedBlob(foreign.txjson, gemma)
    expect(codeOf(await handIn(uuid, { blob: elsewhere }))).toEqual([409, 'signature_mismatch'])
    expect(codeOf(await handIn(uuid, { blob: original, network: 'mainnet' }))).toEqual([409, 'wrong_network'])
    expect(await stateOf(uuid)).toBe('created')
    // The server refuses another session, a visitor, and a request of Xaman.
    expect(codeOf(await pageCalls(world, { session: other }).handIn(uuid, { blob: original }))).toEqual([
      404,
      'not_found',
    ])
    expect(codeOf(await pageCalls(world, { session: other }).open(uuid))).toEqual([404, 'not_found'])
    expect(codeOf(await pageCalls(world, { session: other }).decline(uuid))).toEqual([404, 'not_found'])
    expect(codeOf(await pageCalls(world, {}).handIn(uuid, { blob: original }))).toEqual([
      401,
      'unauthenticated',
    ])
    const phone = await world.connect(gemma)
    const onPhone = await trust(phone)
    expect(codeOf(await pageCalls(world, { session: phone }).open(onPhone))).toEqual([404, 'not_found'])
    await foreign.decline(foreign.uuid)
    expect(await stateOf(foreign.uuid)).toBe('rejected')
    // The correct signature, twice and concurrently.
    const replies = await Promise.all([handIn(uuid, { blob: original }), handIn(uuid, { blob: original })])
    expect(replies.map(({ body }) => body)).toEqual([replies[0]?.body, replies[0]?.body])
    expect(replies[0]?.body).toMatchObject({ status: 'signed' })
    expect((await world.outcomeOf(uuid, session))['status']).toBe('success')
    expect((await handIn(uuid, { blob: original.toLowerCase() })).body).toEqual(replies[0]?.body)
    expect(codeOf(await handIn(uuid, { blob: elsewhere }))).toEqual([409, 'already_pending'])
  })

  test('hostile bodies are refused before they are read as transactions', async () => {
    const { uuid, handIn } = await opened()
    const deep = `{"tx_json":{"Memos":${'['.repeat(5000)}${']'.repeat(5000)}}}`
    const bodies: [unknown, string][] = [
      [{}, 'validation_failed'],
      [{ blob: 'xyz' }, 'validation_failed'],
      [{ blob: 'AB'.repeat(30_000) }, 'validation_failed'],
      [{ blob: 'AB', more: 1 }, 'validation_failed'],
      [{ tx_json: [] }, 'signature_mismatch'],
      [{ tx_json: 'AB' }, 'validation_failed'],
      [{ blob: 'AB', network: 'moon' }, 'validation_failed'],
      [`{"blob":"${'AB'.repeat(50_000)}"}`, 'payload_too_large'],
      ['{', 'malformed_json'],
      [deep, 'validation_failed'],
      [{ tx_json: { __proto__: { TransactionType: 'Payment' } } }, 'signature_mismatch'],
      [{ tx_json: { TransactionType: 'TrustSet', Fee: { toString: 1 } } }, 'signature_mismatch'],
      [{ tx_json: { TransactionType: 'Nothing' } }, 'signature_mismatch'],
      [{ blob: 'AB' }, 'signature_mismatch'],
      [{ account: gemma.address, publicKey: 'AB', signature: 'AB' }, 'signature_mismatch'],
    ]
    for (const [body, code] of bodies) {
      const reply = await handIn(uuid, body)
      expect([JSON.stringify(body).slice(0, 80), reply.body['code']]).toEqual([
        JSON.stringify(body).slice(0, 80),
        code,
      ])
    }
    expect(await stateOf(uuid)).toBe('created')
  })
})

describe('time and other transactions', () => {
  longTest('a used Sequence is filled in again when the page asks its wallet again', async () => {
    const { uuid, txjson, open, handIn } = await opened()
    // Opened again without a change: the transaction in the wallet's open window stays valid.
    expect(asJson((await open(uuid)).body['txjson'])).toEqual(txjson)
    await world.run(gemma, { TransactionType: 'AccountSet' })
    const stale = await handIn(uuid, { blob: signedBlob(txjson, gemma) })
    expect(codeOf(stale)).toEqual([409, 'would_fail'])
    const fresh = asJson((await open(uuid)).body['txjson'])
    expect(Number(fresh['Sequence'])).toBeGreaterThan(Number(txjson['Sequence']))
    expect(codeOf(await handIn(uuid, { blob: signedBlob(txjson, gemma) }))).toEqual([
      409,
      'signature_mismatch',
    ])
    expect((await handIn(uuid, { blob: signedBlob(fresh, gemma) })).body).toMatchObject({ status: 'signed' })
    expect((await world.outcomeOf(uuid, session))['status']).toBe('success')
  })

  test('after its time a request is over, and nothing was submitted', async () => {
    const [late, swept] = [await opened(), await opened()]
    await world.changeRows(
      'sign_requests',
      { uuid: [late.uuid, swept.uuid] },
      { expires_at: secondsAgo(1), asked_at: null },
    )
    const before = await world.balanceOf(gemma.address)
    const blob = signedBlob(late.txjson, gemma)
    expect(codeOf(await late.handIn(late.uuid, { blob }))).toEqual([410, 'expired'])
    expect(codeOf(await late.open(late.uuid))).toEqual([410, 'expired'])
    expect(codeOf(await late.decline(late.uuid))).toEqual([410, 'expired'])
    await cronUntil(world, 'sweep', async () => (await stateOf(swept.uuid)) === 'expired')
    expect(await world.balanceOf(gemma.address)).toBe(before)
  })

  test('a declined purchase is over at once, and declining again changes nothing', async () => {
    const { uuid, txjson, decline, handIn, open } = await opened()
    for (const reply of [await decline(uuid), await decline(uuid)])
      expect(reply.body).toEqual({ status: 'rejected' })
    expect(codeOf(await handIn(uuid, { blob: signedBlob(txjson, gemma) }))).toEqual([409, 'rejected'])
    expect(codeOf(await open(uuid))).toEqual([409, 'rejected'])
    expect((await world.outcomeOf(uuid, session))['status']).toBe('rejected')
  })

  longTest('a signature that was stored before a crash is submitted by the sweep', async () => {
    const { uuid, txjson } = await opened()
    const blob = signedBlob(txjson, gemma)
    const { hashes } = await import('xrpl')
    // The state after the transition, before the submission.
    await world.changeRequest(uuid, {
      state: 'signed',
      blob,
      txid: hashes.hashSignedTx(blob),
      last_ledger: txjson['LastLedgerSequence'],
      signed_at: new Date(),
      asked_at: null,
    })
    await cronUntil(world, 'success', async () => (await stateOf(uuid)) === 'success')
    expect((await world.outcomeOf(uuid, session))['txid']).toBe(hashes.hashSignedTx(blob))
  })
})

test('a wallet that signs one transaction at a time is asked for nothing else', async () => {
  const signing = await world.call('/api/account/signing', { session })
  expect(signing.body).toEqual({ oneSignature: false, reason: 'wallet_cannot' })
  const { nft } = await listed(5_000_000n)
  const swap = await world.call('/api/swap/propose', {
    session,
    body: { partner: artist.address, gives: ['0'.repeat(64)], gets: [nft] },
  })
  const many = await world.call('/api/nft/list_many', {
    session,
    headers: { prefer: 'respond-async' },
    body: {
      rows: [listing(nft), listing('0'.repeat(64))],
    },
  })
  expect([swap.body['data'], many.body['data']]).toEqual([
    'GemWallet signs one transaction at a time, but this needs several at once. Connect with Xaman instead.',
    'GemWallet signs one transaction at a time: request each row separately.',
  ])
  // On the phone, the same account gets requests for whole sales.
  expect((await world.call('/api/account/signing', { session: await world.connect(gemma) })).body).toEqual({
    oneSignature: true,
    reason: null,
  })
})

longTest('what a page began to draw is brought to its wallet, whoever makes the draw', async () => {
  const shop = await openShop(world, { random: true, items: 1, priceDrops: 3_000_000n })
  const request = await askReply(world, 'buyRandom', session, {
    account: gemma.address,
    user_token: session.userToken,
    collection_id: shop.collectionId,
  })
  const draw = String(asJson(request.body['data'])['uuid'])
  const requestOfDraw = async () => (await world.rowsOf('sign_requests', { id: draw, state: 'created' }))[0]
  // The cron makes the draw while no page is open.
  await cronUntil(world, 'drawn', async () => (await requestOfDraw()) !== undefined)
  expect(await requestOfDraw()).toMatchObject({ wallet: 'gemwallet' })
  const check = await world.call(`/api/xumm/check/${draw}`, { session })
  expectContract('checkSignRequest', check)
  const references = asJson(check.body['references'])
  expect(references).toMatchObject({ wallet: 'gemwallet', next: { always: '' } })
  const handed = await signOnPage(world, String(references['uuid']), session)
  expect(handed.body).toMatchObject({ status: 'signed' })
  expect(await world.outcomeOf(draw, session)).toMatchObject({
    status: 'success',
    outcome: { paidDrops: '3000000' },
  })
})

test('what waits in the app is taken back from it by its account alone, until it is signed', async () => {
  const [app, own] = [pageCalls(world, { session: await world.connect(artist) }), await world.connect(artist)]
  const burn = async () =>
    ask(world, 'requestTransaction', own, {
      txjson: {
        TransactionType: 'NFTokenBurn',
        Account: artist.address,
        NFTokenID: await world.mint(artist),
      },
    })
  const waiting = await burn()
  expect(codeOf(await pageCalls(world, { session: other }).decline(waiting))).toEqual([404, 'not_found'])
  expect(codeOf(await pageCalls(world, {}).decline(waiting))).toEqual([401, 'unauthenticated'])
  expect(codeOf(await app.open(waiting))).toEqual([404, 'not_found'])
  expect(await stateOf(waiting)).toBe('created')
  const reply = await app.decline(waiting)
  expectContract('declineSignature', reply)
  expect([reply.body, await stateOf(waiting)]).toEqual([{ status: 'rejected' }, 'rejected'])
  expect((await app.decline(waiting)).body).toEqual({ status: 'rejected' })
  await expect(world.sign(waiting, artist)).rejects.toThrow('The site has withdrawn this request.')

  const signed = await burn()
  await world.sign(signed, artist)
  expect(codeOf(await app.decline(signed))).toEqual([409, 'already_pending'])
  expect((await world.outcomeOf(signed, own))['status']).toBe('success')
})
