import { randomUUID } from 'node:crypto'
import { decode } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LedgerSession, openLedgerSession } from '#local/lib/ledger-session.ts'
import { asJson, type Json, numberOf, callRpc } from '#local/lib/rpc.ts'
import { nftOfferKeylet } from 'local-ledger/entries/keylets.ts'
import { type RunningLedger, startLedger } from 'local-ledger/start.ts'
import { type Signer, startSigner } from '#local/signer/start.ts'
import type { DemoAccount, Faults } from '#local/signer/types.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { nftokenFlags, tfAllOrNothing, tfInnerBatchTxn, tfSellNFToken } from '#contract/rules/ledger.ts'
import { readBatchPart } from '#worker/ledger/batch-signature.ts'
import type { SignerPort } from '#worker/ports/signer/port.ts'
import { createXamanSigner } from '#worker/ports/signer/xaman.ts'
import { longTest } from '#tests/support/sample.ts'

function person(
  name: string,
  role: DemoAccount['role'],
  algorithm: 'ed25519' | 'ecdsa-secp256k1',
): DemoAccount {
  const seed = generateSeed({ algorithm })
  return { name, role, address: deriveAddress(deriveKeypair(seed).publicKey), seed }
}

const ann = person('Ann', 'collector', 'ed25519')
const bob = person('Bob', 'collector', 'ecdsa-secp256k1')
const cid = person('Cid', 'marketplace', 'ed25519')
let ledger: RunningLedger
let wallet: Signer
let session: LedgerSession
let port: SignerPort

async function mint(holder: DemoAccount): Promise<string> {
  await session.run(holder, {
    TransactionType: 'NFTokenMint',
    NFTokenTaxon: 0,
    TransferFee: 5000,
    Flags: nftokenFlags.transferable,
  })
  const tokens = await session.tokensOf(holder.address)
  return tokens.at(-1) ?? ''
}

beforeAll(async () => {
  ledger = await startLedger({ port: 0 })
  wallet = await startSigner({ port: 0, ledgerUrl: ledger.url, accounts: [ann, bob, cid] })
  const { key, secret } = wallet.app
  port = createXamanSigner({ url: wallet.url, key, secret, forceNetwork: null })
  session = await openLedgerSession(ledger.url)
  for (const { address } of [ann, bob, cid]) {
    await session.send(genesisAccount, {
      TransactionType: 'Payment',
      Destination: address,
      Amount: '100000000',
    })
  }
  await session.settle()
})
afterAll(async () => {
  await wallet.close()
  await ledger.close()
})

async function sequenceOf({ address }: DemoAccount): Promise<number> {
  const info = await callRpc(ledger.url, 'account_info', { account: address, ledger_index: 'current' })
  return numberOf(asJson(info['account_data'])['Sequence'], 'Sequence')
}

const inner = (account: DemoAccount, Sequence: number, fields: Json) => ({
  RawTransaction: {
    Account: account.address,
    Fee: '0',
    SigningPubKey: '',
    Sequence,
    Flags: tfInnerBatchTxn,
    ...fields,
  },
})

/** Builds a swap: Ann, who is the outer account, gives her token and 3 XRP for Bob's token. */
async function swapOf(annsToken: string, bobsToken: string, changes: Json = {}) {
  const [annAt, bobAt] = [await sequenceOf(ann), await sequenceOf(bob)]
  const sell = { TransactionType: 'NFTokenCreateOffer', Flags: tfInnerBatchTxn + tfSellNFToken }
  const annsOffer = { ...sell, NFTokenID: annsToken, Amount: '0', Destination: bob.address }
  const bobsOffer = { ...sell, NFTokenID: bobsToken, Amount: '3000000', Destination: ann.address }
  const accept = (maker: DemoAccount, sequence: number) => ({
    TransactionType: 'NFTokenAcceptOffer',
    NFTokenSellOffer: nftOfferKeylet(maker.address, sequence).key,
  })
  return {
    TransactionType: 'Batch',
    Account: ann.address,
    Sequence: annAt,
    Flags: tfAllOrNothing,
    Fee: '140',
    LastLedgerSequence: 5000,
    RawTransactions: [
      inner(ann, annAt + 1, annsOffer),
      inner(bob, bobAt, accept(ann, annAt + 1)),
      inner(bob, bobAt + 1, bobsOffer),
      inner(ann, annAt + 2, accept(bob, bobAt + 1)),
    ],
    ...changes,
  }
}

function ask(txjson: Json, { address }: DemoAccount, role?: 'inner') {
  return port.create({
    id: randomUUID(),
    txjson,
    instruction: 'Swap on OPX.',
    account: address,
    ...(role === undefined ? {} : { role }),
    pushToken: null,
    expiresInMinutes: 15,
    returnUrl: 'http://localhost',
  })
}

async function press(uuid: string, account: DemoAccount): Promise<{ status: number; error: unknown }> {
  const response = await fetch(`${wallet.url}/dev/sign`, {
    method: 'POST',
    body: JSON.stringify({ uuid, account: account.address }),
  })
  return { status: response.status, error: asJson(await response.json())['error'] }
}

/** Lets Bob sign his part and returns the wallet's answer. */
async function partOf(batch: Json, faults: Partial<Faults> = {}) {
  const { uuid } = await ask(batch, bob, 'inner')
  wallet.setFaults(faults)
  expect(await press(uuid, bob)).toMatchObject({ status: 200 })
  wallet.setFaults({})
  const state = await port.find(uuid)
  return { uuid, state, blob: state?.blob ?? '' }
}

const page = async (uuid: string) => (await fetch(`${wallet.url}/sign/${uuid}`)).text()

describe('an inner signer', () => {
  test('signs its part and submits nothing; the reply has one signature and none of the outer account', async () => {
    const batch = await swapOf(await mint(ann), await mint(bob))
    const { blob, state } = await partOf(batch)
    const { BatchSigners, ...rest } = decode(blob)
    expect(rest).toEqual({ ...batch, SigningPubKey: '' })
    expect(readBatchPart(batch, bob.address, blob)).toEqual({
      part: asJson(asJson(Object(BatchSigners)[0])['BatchSigner']),
    })
    expect(BatchSigners).toHaveLength(1)
    expect(state).toMatchObject({ signed: true, account: bob.address, dispatchedResult: null })
  })

  test('must be the account that the request names', async () => {
    const batch = await swapOf(await mint(ann), await mint(bob))
    const { uuid } = await ask(batch, bob, 'inner')
    expect(await press(uuid, ann)).toEqual({ status: 409, error: 'This request is for another account.' })
    const stranger = await ask(batch, cid, 'inner')
    expect(await press(stranger.uuid, cid)).toEqual({
      status: 409,
      error: 'This account has no part in this Batch.',
    })
    const submitting = await ask(batch, bob)
    expect(await press(submitting.uuid, bob)).toEqual({
      status: 409,
      error: 'Only the account of a Batch can submit it.',
    })
  })

  test('with an old wallet is recognised', async () => {
    const batch = await swapOf(await mint(ann), await mint(bob))
    const { blob } = await partOf(batch, { oldBatchFormat: true })
    expect(readBatchPart(batch, bob.address, blob)).toEqual({ problem: 'old_format' })
  })

  test('whose wallet changes the Batch gives no signature for ours', async () => {
    const batch = await swapOf(await mint(ann), await mint(bob))
    const { blob } = await partOf(batch, { tamper: { Sequence: batch.Sequence + 1 } })
    expect(readBatchPart(batch, bob.address, blob)).toEqual({ problem: 'invalid' })
    const { blob: others } = await partOf(batch, { signWith: ann.address })
    expect(readBatchPart(batch, bob.address, others)).toEqual({ problem: 'missing' })
  })
})

describe('the outer account', () => {
  test.for(['object', 'blob', 'uuid'] as const)(
    'signs last, with the other signature as %s',
    async (form) => {
      const [annsToken, bobsToken] = [await mint(ann), await mint(bob)]
      const batch = await swapOf(annsToken, bobsToken)
      const { uuid, blob } = await partOf(batch)
      const entries = { object: Object(decode(blob)['BatchSigners'])[0] as unknown, blob, uuid }
      const draft = { ...batch, BatchSigners: [entries[form]] }
      const { uuid: outer } = await ask(draft, ann)
      expect(await press(outer, ann)).toMatchObject({ status: 200 })
      const state = await port.find(outer)
      expect(state).toMatchObject({ signed: true, account: ann.address, dispatchedResult: 'tesSUCCESS' })
      const signed = decode(state?.blob ?? '')
      expect(signed).toMatchObject({ ...batch, BatchSigners: [entries.object] })
      expect(Object.keys(signed).toSorted()).toEqual(
        [...Object.keys(draft), 'SigningPubKey', 'TxnSignature'].toSorted(),
      )
      await callRpc(ledger.url, 'ledger_accept')
      expect(await session.tokensOf(ann.address)).toContain(bobsToken)
      expect(await session.tokensOf(bob.address)).toContain(annsToken)
    },
  )

  longTest('gets several signatures in the order of the ledger', async () => {
    const [a, b, c] = await Promise.all([ann, bob, cid].map(sequenceOf))
    const pay = (from: DemoAccount, to: DemoAccount, at = 0) =>
      inner(from, at, { TransactionType: 'Payment', Destination: to.address, Amount: '1' })
    const batch = {
      ...(await swapOf('', '')),
      RawTransactions: [pay(ann, bob, (a ?? 0) + 1), pay(bob, cid, b), pay(cid, ann, c)],
    }
    const parts = await Promise.all(
      [bob, cid].map(async (account) => {
        const { uuid } = await ask(batch, account, 'inner')
        await press(uuid, account)
        return uuid
      }),
    )
    for (const order of [parts, parts.toReversed()]) {
      const { uuid } = await ask({ ...batch, BatchSigners: order }, ann)
      await press(uuid, ann)
      const state = await port.find(uuid)
      expect(readBatchPart(batch, bob.address, state?.blob ?? '')).toHaveProperty('part')
      expect(readBatchPart(batch, cid.address, state?.blob ?? '')).toHaveProperty('part')
    }
    await callRpc(ledger.url, 'ledger_accept')
    expect(await sequenceOf(ann)).toBe((a ?? 0) + 2)
  })

  test('is told when a signature is missing', async () => {
    const batch = await swapOf(await mint(ann), await mint(bob))
    const { uuid: open } = await ask(batch, bob, 'inner')
    for (const [entry, error] of [
      [open, 'A signature of this Batch is missing: its request is not signed.'],
      ['00', 'An entry of BatchSigners is not a signed Batch.'],
    ]) {
      const { uuid } = await ask({ ...batch, BatchSigners: [entry] }, ann)
      expect(await press(uuid, ann)).toEqual({ status: 409, error })
    }
  })
})

test('a Batch without what its signers cover is refused', async () => {
  const batch = await swapOf(await mint(ann), await mint(bob))
  for (const field of ['Account', 'Sequence', 'Flags', 'RawTransactions']) {
    const { [field]: _gone, ...rest } = asJson(batch)
    await expect(ask(rest, ann)).rejects.toMatchObject({ code: 'signer_unavailable' })
  }
})

longTest('the page shows each side what it gives and gets', async () => {
  const [annsToken, bobsToken] = [await mint(ann), await mint(bob)]
  const batch = await swapOf(annsToken, bobsToken)
  const sides = [
    {
      account: ann,
      role: undefined,
      gives: [annsToken, '3.00 XRP', '0.00014 XRP', '3.00014 XRP'],
      gets: [bobsToken],
    },
    { account: bob, role: 'inner' as const, gives: [bobsToken], gets: [annsToken, '3.00 XRP'] },
  ]
  for (const { account, role, gives, gets } of sides) {
    const { uuid } = await ask(batch, account, role)
    const text = await page(uuid)
    const [left = '', got = ''] =
      /<h2>You give<\/h2>(.*?)<h2>You get<\/h2>(.*?)<h2>/s.exec(text)?.slice(1) ?? []
    for (const what of gives) expect(left).toContain(what)
    for (const what of gets) expect(got).toContain(what)
    expect(text).toContain('Everything changes hands, or nothing does.')
    expect(text.match(/This transaction as JSON/g)).toHaveLength(4)
  }
})
