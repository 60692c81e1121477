import { createRequire } from 'node:module'
import type * as Codec from 'ripple-binary-codec'
import type * as Keypairs from 'ripple-keypairs'
import { expect, test } from 'vitest'
import { parseTransaction, signatureProblem } from '#ledger/chain/parse-transaction.ts'
import { batchSigningData } from '#ledger/transactions/batch-signing.ts'
import type { BatchSigner, TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { makeActors } from './workload.ts'

// Tests the bytes that the other accounts of a Batch sign. Source: XLS-56 with BatchV1_1.

const load = createRequire(import.meta.url)
const { encode, encodeForSigning, encodeForSigningBatch }: typeof Codec = load('ripple-binary-codec')
const { sign, generateSeed, deriveKeypair, deriveAddress }: typeof Keypairs = load('ripple-keypairs')

const [outer, inner, member] = makeActors(3)
if (outer === undefined || inner === undefined || member === undefined) throw new Error('no actors')

const payment = (sequence: number) => ({
  TransactionType: 'Payment',
  Account: inner.address,
  Destination: outer.address,
  Amount: '1',
  Fee: '0',
  Flags: 0x40000000,
  Sequence: sequence,
  SigningPubKey: '',
})

const unsigned = {
  TransactionType: 'Batch',
  Account: outer.address,
  Fee: '60',
  Flags: 0x80010000,
  Sequence: 7,
  SigningPubKey: outer.publicKey,
  RawTransactions: [{ RawTransaction: payment(4) }, { RawTransaction: payment(5) }],
} satisfies TransactionFields

/** Returns the Batch with these signers, signed by the outer account. */
const signed = (signers: BatchSigner[], batch: TransactionFields = unsigned) => {
  const TxnSignature = sign(encodeForSigning(batch), outer.privateKey)
  const BatchSigners = signers.map((signer) => ({ BatchSigner: signer }))
  return parseTransaction(encode({ ...batch, TxnSignature, BatchSigners }))
}

const { hashes } = signed([]).batch ?? { hashes: [] }

test('the bytes are prefix, outer account, sequence, flags, count, hashes, signer', () => {
  const data = batchSigningData(unsigned, hashes, inner.address)
  expect(data).toHaveLength(120 * 2)
  expect({
    prefix: data.slice(0, 8),
    sequence: data.slice(48, 56),
    flags: data.slice(56, 64),
    count: data.slice(64, 72),
    hashes: data.slice(72, 200),
  }).toEqual({
    prefix: '42434800',
    sequence: '00000007',
    flags: '80010000',
    count: '00000002',
    hashes: hashes.join(''),
  })
  const { RawTransactions: _raw, ...fields } = unsigned
  const byClients = encodeForSigningBatch({
    account: fields.Account,
    sequence: fields.Sequence,
    flags: fields.Flags,
    txIDs: [...hashes],
  })
  expect(data.slice(0, -40)).toBe(byClients)
})

test('with a ticket its number takes the place of the sequence', () => {
  const ticket = { ...unsigned, Sequence: 0, TicketSequence: 300 }
  expect(batchSigningData(ticket, hashes, inner.address).slice(48, 56)).toBe('0000012C')
})

test('a signature by either kind of key is valid, and only for its own account', () => {
  const data = batchSigningData(unsigned, hashes, inner.address)
  const secp256k1 = deriveKeypair(generateSeed({ algorithm: 'ecdsa-secp256k1' }))
  for (const { publicKey, privateKey } of [inner, secp256k1]) {
    const signer = { Account: inner.address, SigningPubKey: publicKey, TxnSignature: sign(data, privateKey) }
    expect(signatureProblem(signed([signer]))).toBeNull()
    const other = { ...signer, Account: deriveAddress(secp256k1.publicKey) }
    expect(signatureProblem(signed([other]))).toBe('Invalid signature.')
  }
})

test('fee, memos and time limit of the outer transaction may change after the signature, nothing else', () => {
  const data = batchSigningData(unsigned, hashes, inner.address)
  const signer = {
    Account: inner.address,
    SigningPubKey: inner.publicKey,
    TxnSignature: sign(data, inner.privateKey),
  }
  const allowed = { ...unsigned, Fee: '99', LastLedgerSequence: 9, Memos: [{ Memo: { MemoData: 'AB' } }] }
  expect(signatureProblem(signed([signer], allowed))).toBeNull()
  for (const change of [
    { Sequence: 8 },
    { Flags: 0x00010000 },
    { RawTransactions: unsigned.RawTransactions.toReversed() },
  ])
    expect(signatureProblem(signed([signer], { ...unsigned, ...change }))).toBe('Invalid signature.')
})

test('a member of a signer list appends its own account', () => {
  const data = batchSigningData(unsigned, hashes, inner.address)
  const id = data.slice(-40)
  const memberId = batchSigningData(unsigned, hashes, member.address).slice(-40)
  const by = (bytes: string) => ({
    Account: inner.address,
    Signers: [
      {
        Signer: {
          Account: member.address,
          SigningPubKey: member.publicKey,
          TxnSignature: sign(bytes, member.privateKey),
        },
      },
    ],
  })
  expect(signatureProblem(signed([by(data + memberId)]))).toBeNull()
  for (const bytes of [data, data + id, data.slice(0, -40) + memberId])
    expect(signatureProblem(signed([by(bytes)]))).toBe(`Invalid signature on account ${member.address}.`)
})
