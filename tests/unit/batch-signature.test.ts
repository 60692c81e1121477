import { encode } from 'ripple-binary-codec'
import { deriveKeypair, sign } from 'ripple-keypairs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { loadScenarios, recordings } from 'local-ledger/tests/replay/scenario.ts'
import { recordedLedgers } from '#tests/support/recorded-ledgers.ts'
import { tfAllOrNothing, tfFullyCanonicalSig } from '#contract/rules/ledger.ts'
import { batchSigningPayload, innerHash, readBatchPart } from '#worker/ledger/batch-signature.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { readLedger } from '#worker/ledger/read-ledger.ts'

const Inner = v.object({ RawTransaction: v.record(v.string(), v.unknown()) })
const Batch = v.looseObject({ Account: v.string(), RawTransactions: v.array(Inner) })
const Signers = v.array(v.object({ BatchSigner: v.looseObject({ Account: v.string() }) }))

/** Batches that a real server accepted, or refused because of their signatures. */
const recorded = loadScenarios(recordings)
  .filter(({ name }) => name.startsWith('batch-'))
  .flatMap(({ name, accounts, steps }) =>
    steps.flatMap(({ step, recorded: { submit } }) => {
      const batch = v.safeParse(Batch, step.tx_json)
      if (!batch.success || batch.output['TransactionType'] !== 'Batch' || step.tx_blob === undefined)
        return []
      const signers = v.safeParse(Signers, batch.output['BatchSigners'])
      const names = signers.success ? signers.output.map(({ BatchSigner }) => BatchSigner.Account) : []
      const isApplied = Reflect.get(Object(submit), 'engine_result') === 'tesSUCCESS'
      return [
        { id: `${name}:${step.id}`, batch: batch.output, blob: step.tx_blob, names, isApplied, accounts },
      ]
    }),
  )

function recording(id: string) {
  const match = recorded.find((one) => one.id === id)
  if (match === undefined) throw new Error(`no recording ${id}`)
  return match
}

const readSigners = ({ batch, blob, names }: (typeof recorded)[number], account = names[0] ?? '') =>
  readBatchPart(batch, account, blob)

test('the hash of an inner transaction is the one that the ledger shows', () => {
  const ledgers = recordedLedgers().filter(({ name }) => name.startsWith('batch-'))
  const accounts = new Set(
    ledgers.flatMap(({ result, index }) =>
      (readLedger(result, index)?.transactions ?? [])
        .filter(({ meta }) => meta.ParentBatchID !== undefined)
        .map(({ hash }) => hash),
    ),
  )
  expect(accounts.size).toBeGreaterThan(200)
  const computed = new Set(
    recorded.flatMap(({ batch }) =>
      batch.RawTransactions.map(({ RawTransaction }) => innerHash(RawTransaction)),
    ),
  )
  expect([...accounts].filter((hash) => !computed.has(hash))).toEqual([])
})

describe('signatures that a real server took', () => {
  const samples = recorded.filter(({ isApplied, names }) => isApplied && names.length > 0)

  test('there are many, by both kinds of key', () => {
    expect(samples.length).toBeGreaterThan(50)
  })

  test.for(samples)('the part of each signer is read as the server took it: $id', (one) => {
    for (const { BatchSigner } of v.parse(Signers, one.batch['BatchSigners'])) {
      const part = readBatchPart(one.batch, BatchSigner.Account, one.blob)
      // A signer list signs with several keys, so there is no single signature to copy.
      const isList = BatchSigner['Signers'] !== undefined
      expect(part).toEqual(isList ? { problem: 'missing' } : { part: BatchSigner })
    }
  })
})

describe('a Batch that a real server refused', () => {
  test.for([
    ['a damaged signature', 's25', 'invalid'],
    ['an empty signature', 's26', 'invalid'],
    ['no signature', 's27', 'missing'],
    ['no key', 's28', 'invalid'],
    ['another outer account', 's29', 'invalid'],
    ['another Sequence', 's30', 'invalid'],
    ['another mode', 's31', 'invalid'],
    ['no account at the end', 's32', 'invalid'],
    ['the outer account at the end', 's33', 'invalid'],
    ['fewer inner transactions', 's34', 'invalid'],
    ['an earlier batch', 's35', 'invalid'],
    ['an inner amount changed afterwards', 's36', 'invalid'],
    ['the account twice', 's18', 'missing'],
  ] as const)('is refused because of %s', ([_about, step, problem]) => {
    const one = recording(`batch-signers:${step}`)
    const problems = one.names.map((account) => readSigners(one, account)).filter((part) => 'problem' in part)
    expect(problems).toContainEqual({ problem })
  })
})

describe('a reply of a wallet', () => {
  const one = recording('batch-signers:s7')
  const [account = ''] = one.names
  const { BatchSigners, ...ours } = one.batch
  const others: [string, Fields][] = [
    ['Account', { Account: account }],
    ['Sequence', { Sequence: 4 }],
    ['TicketSequence', { Sequence: 0, TicketSequence: 4 }],
    ['Flags', { Flags: tfAllOrNothing + tfFullyCanonicalSig }],
    ['order', { RawTransactions: ours.RawTransactions.toReversed() }],
    ['missing inner transaction', { RawTransactions: ours.RawTransactions.slice(1) }],
    ['additional inner transaction', { RawTransactions: [...ours.RawTransactions, ours.RawTransactions[0]] }],
  ]

  test('is read without an outer signature, and whatever else it contains', () => {
    const reply = { ...ours, Fee: '1', Memos: [{ Memo: { MemoData: 'AB' } }], BatchSigners }
    expect(readBatchPart(ours, account, encode(reply))).toMatchObject({ part: { Account: account } })
  })

  test.each(others)('with another %s is refused', (_name, change) => {
    expect(readBatchPart({ ...ours, ...change }, account, one.blob)).toEqual({ problem: 'invalid' })
  })

  test('over the ticket is valid for the ticket', () => {
    const seed = Object.values(one.accounts).find(({ address }) => address === account)?.seed ?? ''
    const { publicKey, privateKey } = deriveKeypair(seed)
    const batch = { ...ours, Sequence: 0, TicketSequence: 3 }
    expect(batchSigningPayload(batch, account)).toBe(batchSigningPayload(ours, account))
    const part = {
      Account: account,
      SigningPubKey: publicKey,
      TxnSignature: sign(batchSigningPayload(batch, account), privateKey),
    }
    const blob = encode({ ...batch, SigningPubKey: '', BatchSigners: [{ BatchSigner: part }] })
    expect(readBatchPart(batch, account, blob)).toEqual({ part })
  })

  test('in the format of old wallets is recognised', () => {
    const seed = Object.values(one.accounts).find(({ address }) => address === account)?.seed ?? ''
    const { publicKey, privateKey } = deriveKeypair(seed)
    const inner = ours.RawTransactions.map(({ RawTransaction }) => innerHash(RawTransaction))
    const old = `42434800${'00010000'}${'00000003'}${inner.join('')}`
    const part = { Account: account, SigningPubKey: publicKey, TxnSignature: sign(old, privateKey) }
    const blob = encode({ ...ours, SigningPubKey: '', BatchSigners: [{ BatchSigner: part }] })
    expect(readBatchPart(ours, account, blob)).toEqual({ problem: 'old_format' })
  })

  test('of another account, without signatures, or that is no transaction is refused', () => {
    expect(readBatchPart(ours, ours.Account, one.blob)).toEqual({ problem: 'missing' })
    expect(readBatchPart(ours, account, encode(ours))).toEqual({ problem: 'missing' })
    for (const blob of ['', '00', 'signed', one.blob.slice(2)])
      expect(readBatchPart(ours, account, blob)).toEqual({ problem: 'missing' })
  })
})
