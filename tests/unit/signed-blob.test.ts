import { encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, generateSeed, sign } from 'ripple-keypairs'
import { expect, test } from 'vitest'
import { tfFullyCanonicalSig, tfSellNFToken } from '#worker/contract/ledger.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { findDifference, readSignedBlob, signerAddress } from '#worker/ledger/signed-blob.ts'

const keys = deriveKeypair(generateSeed())
const account = deriveAddress(keys.publicKey)
const other = deriveAddress(deriveKeypair(generateSeed()).publicKey)

const asked: Fields = {
  TransactionType: 'NFTokenCreateOffer',
  Account: account,
  Owner: other,
  NFTokenID: '0008000143D763265D82A0CDFE08ACB2E2F68ABF44AFB53344B17C9E00000003',
  Amount: '1010000',
  Destination: other,
  Expiration: 800_000_000,
}

function signed(tx: Fields): string {
  const filled = { Fee: '12', Sequence: 7, LastLedgerSequence: 90, ...tx, SigningPubKey: keys.publicKey }
  return encode({ ...filled, TxnSignature: sign(encodeForSigning(filled), keys.privateKey) })
}

function differenceOf(change: Fields): string | null {
  const read = readSignedBlob(signed({ ...asked, ...change }))
  if (read === null) throw new Error('the signature should hold')
  return findDifference(asked, read.tx)
}

test('the requested transaction is recognised with the fields that the wallet fills in', () => {
  expect(differenceOf({})).toBeNull()
  expect(differenceOf({ Flags: tfFullyCanonicalSig })).toBeNull()
  expect(signerAddress(keys.publicKey)).toBe(account)
})

const changes: [string, Fields][] = [
  ['Amount', { Amount: '2010000' }],
  ['Destination', { Destination: account }],
  ['NFTokenID', { NFTokenID: '0008000143D763265D82A0CDFE08ACB2E2F68ABF44AFB53344B17C9E00000004' }],
  ['Owner', { Owner: account }],
  ['Expiration', { Expiration: 900_000_000 }],
  ['Account', { Account: other }],
  ['Flags', { Flags: tfSellNFToken }],
  ['Memos', { Memos: [{ Memo: { MemoData: 'AB' } }] }],
  ['NetworkID', { NetworkID: 21_338 }],
  ['TicketSequence', { TicketSequence: 9 }],
]

test.each(changes)('a different %s is detected', (field, change) => {
  expect(differenceOf(change)).toBe(field)
})

test('a missing field is detected', () => {
  const { Destination: _gone, ...rest } = asked
  const read = readSignedBlob(signed(rest))
  expect(read === null ? null : findDifference(asked, read.tx)).toBe('Destination')
})

test('a broken signature or blob is not a signed transaction', () => {
  const blob = signed(asked)
  const at = blob.indexOf('7440') + 10
  const broken = `${blob.slice(0, at)}${blob[at] === '0' ? '1' : '0'}${blob.slice(at + 1)}`
  expect(readSignedBlob(broken)).toBeNull()
  expect(readSignedBlob('00')).toBeNull()
})
