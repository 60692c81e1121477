import { decode, encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, generateSeed, sign } from 'ripple-keypairs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tfFullyCanonicalSig, tfSellNFToken } from '#contract/rules/ledger.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import {
  canonicalBlob,
  encodeSigned,
  findDifference,
  isSignatureOf,
  readSignedBlob,
  signerAddress,
} from '#worker/ledger/signed-blob.ts'

const keys = deriveKeypair(generateSeed())
const account = deriveAddress(keys.publicKey)
const other = deriveAddress(deriveKeypair(generateSeed()).publicKey)

const order: Fields = {
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
  const blob = readSignedBlob(signed({ ...order, ...change }))
  if (blob === null) throw new Error('the signature should hold')
  return findDifference(order, blob.tx)
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
  const { Destination: _gone, ...rest } = order
  const blob = readSignedBlob(signed(rest))
  expect(blob === null ? null : findDifference(order, blob.tx)).toBe('Destination')
})

test('a broken signature or blob is not a signed transaction', () => {
  const blob = signed(order)
  const at = blob.indexOf('7440') + 10
  const broken = `${blob.slice(0, at)}${blob[at] === '0' ? '1' : '0'}${blob.slice(at + 1)}`
  expect(readSignedBlob(broken)).toBeNull()
  expect(readSignedBlob('00')).toBeNull()
})

const hexText = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF') })

describe('the text of a sign-in', () => {
  const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex')
  const signedText = (text: string, by = keys) => sign(hexOf(text), by.privateKey)
  const wellFormed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })

  test.each(['ecdsa-secp256k1', 'ed25519'] as const)('is signed by exactly one key (%s)', (algorithm) => {
    const own = deriveKeypair(generateSeed({ algorithm }))
    const foreign = deriveKeypair(generateSeed({ algorithm }))
    fc.assert(
      fc.property(wellFormed, wellFormed, (text, another) => {
        const signature = signedText(text, own)
        expect(isSignatureOf(text, signature, own.publicKey)).toBe(true)
        expect(isSignatureOf(text, signature, foreign.publicKey)).toBe(false)
        expect(isSignatureOf(another, signature, own.publicKey)).toBe(another === text)
      }),
      { numRuns: 10 },
    )
  })

  test('a signature with a changed digit, and anything that is none, is refused without an error', () => {
    const text = 'Sign in to OPX at https://opx.example.'
    const signature = signedText(text)
    fc.assert(
      fc.property(fc.nat(signature.length - 1), hexText, fc.string(), (at, hex, any) => {
        const digit = signature.charAt(at) === '0' ? '1' : '0'
        const changed = `${signature.slice(0, at)}${digit}${signature.slice(at + 1)}`
        for (const wrong of [changed, hex, any, ''])
          expect(isSignatureOf(text, wrong, keys.publicKey)).toBe(false)
        for (const wrong of [hex, any, '']) expect(isSignatureOf(text, signature, wrong)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})

describe('what a wallet returns', () => {
  test('as JSON it is the same transaction as its blob, and a blob has one form', () => {
    const blob = signed(order)
    expect(encodeSigned({ ...decode(blob), hash: 'AB' })).toBe(blob)
    expect(canonicalBlob(blob.toLowerCase())).toBe(blob)
  })

  test('anything else is refused without an error', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), hexText, (json, hex) => {
        const blobs = [encodeSigned(json), canonicalBlob(hex)].filter((blob) => blob !== null)
        expect(blobs.map(readSignedBlob).filter((result) => result !== null)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
