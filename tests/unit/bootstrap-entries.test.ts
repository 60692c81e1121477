import { decode, encode } from 'ripple-binary-codec'
import { describe, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { asJson } from '#local/lib/rpc.ts'
import { readEntries } from '#ops/bootstrap/state-entries.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

const chance = chanceOf(22)
const hex = (bytes: number) =>
  Array.from({ length: bytes }, () => chance.int(256).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
const people = Array.from({ length: 5 }, () => Wallet.generate().classicAddress)
const someone = () => people[chance.int(people.length)] ?? ''
const previous = () => ({ PreviousTxnID: hex(32), PreviousTxnLgrSeq: chance.int(90_000_000) })

/** Returns a random token id with valid flags and fee. */
const tokenId = () => `00${chance.pick(['08', '09', '1B'])}${chance.pick(['0000', 'C350', '1388'])}${hex(28)}`

const pages = Array.from({ length: 60 }, () => ({
  index: hex(32),
  json: {
    LedgerEntryType: 'NFTokenPage',
    Flags: 0,
    ...previous(),
    ...(chance.hits(0.5) ? { PreviousPageMin: hex(32) } : {}),
    ...(chance.hits(0.5) ? { NextPageMin: hex(32) } : {}),
    NFTokens: Array.from({ length: 1 + chance.int(32) }, () => ({
      // Length prefixes of one and two bytes.
      NFToken: { NFTokenID: tokenId(), ...(chance.hits(0.8) ? { URI: hex(1 + chance.int(256)) } : {}) },
    })),
  },
}))

const offers = Array.from({ length: 60 }, () => ({
  index: hex(32),
  json: {
    LedgerEntryType: 'NFTokenOffer',
    Flags: chance.int(2),
    ...previous(),
    NFTokenID: tokenId(),
    Owner: someone(),
    OwnerNode: '0',
    NFTokenOfferNode: '12',
    Amount: chance.hits(0.7)
      ? String(chance.int(2 ** 31))
      : {
          currency: chance.pick(['USD', hex(20)]),
          issuer: someone(),
          value: chance.pick(['12.5', '0', '1e30']),
        },
    ...(chance.hits(0.5) ? { Destination: someone() } : {}),
    ...(chance.hits(0.5) ? { Expiration: chance.int(2 ** 31) } : {}),
  },
}))

const roots = Array.from({ length: 30 }, () => ({
  index: hex(32),
  json: {
    LedgerEntryType: 'AccountRoot',
    Flags: 0,
    ...previous(),
    Account: someone(),
    Balance: String(chance.int(2 ** 31)),
    OwnerCount: chance.int(200),
    Sequence: 5,
    ...(chance.hits(0.5) ? { Domain: hex(200), EmailHash: hex(16), RegularKey: someone(), TickSize: 5 } : {}),
  },
}))

const binary = (entries: { index: string; json: Record<string, unknown> }[]) =>
  entries.map(({ index, json }) => ({ index, data: encode(json) }))

describe('entries of the ledger in their binary form', () => {
  test('tokens are those that the codec reads', () => {
    const expected = binary(pages).flatMap(({ data }) => {
      const { NFTokens: tokens } = asJson(decode(data))
      return (Array.isArray(tokens) ? tokens : []).map((one) => {
        const { NFTokenID: id, URI: uri = null } = asJson(asJson(one)['NFToken'])
        return { id, uri, ...identifyToken(String(id)) }
      })
    })
    expect(expected.length).toBeGreaterThan(500)
    expect(readEntries(binary(pages)).tokens).toMatchObject(expected)
  })

  test('offers are those that the codec reads', () => {
    const entries = readEntries(binary(offers)).offers
    expect(entries).toEqual(
      binary(offers).map(({ index, data }) => {
        const json = decode(data)
        return {
          id: index,
          nftId: json['NFTokenID'],
          issuer: identifyToken(String(json['NFTokenID'])).issuer,
          owner: json['Owner'],
          isSell: json['Flags'] === lsfSellNFToken,
          amount: json['Amount'],
          destination: json['Destination'] ?? null,
          expiration: json['Expiration'] ?? null,
          createdLedger: json['PreviousTxnLgrSeq'],
        }
      }),
    )
  })

  test('balances are those that the codec reads', () => {
    expect(readEntries(binary(roots)).accounts).toEqual(
      roots.map(({ json }) => ({
        account: json.Account,
        balanceDrops: BigInt(json.Balance),
        ownerCount: json.OwnerCount,
      })),
    )
  })

  test('other types are skipped, and an incomplete entry is refused', () => {
    const [offer = { index: '', data: '' }] = binary(offers)
    const directory = { index: hex(32), data: `110064${offer.data.slice(6)}` }
    expect(readEntries([directory])).toEqual({ tokens: [], offers: [], accounts: [] })
    expect(() => readEntries([{ ...offer, data: offer.data.slice(0, -7) }])).toThrow('is incomplete')
  })
})
