import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { Metadata, TransactionJson, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { noRereads } from '#worker/ledger/rereads.ts'

// Transactions of all kinds as validated by a real server (xrpld 3.2.0). The synthetic fields, which not every server
// adds, are stored separately in `server`: the parser must reach the same result without them. Times and hashes that
// differ between runs are replaced by constants.
const Captured = v.object({
  name: v.string(),
  tx: TransactionJson,
  hash: v.string(),
  ledgerIndex: v.number(),
  server: v.object({
    nftoken_id: v.optional(v.string()),
    nftoken_ids: v.optional(v.array(v.string())),
    offer_id: v.optional(v.string()),
  }),
  meta: Metadata,
})
const file = new URL('../fixtures/captured-transactions.jsonl', import.meta.url)
const captured = (await readFile(file, 'utf8'))
  .trim()
  .split('\n')
  .map((line) => v.parse(Captured, JSON.parse(line)))

const closedAt = new Date('2026-01-01T00:00:00Z')
const changesOf = (entry: v.InferOutput<typeof Captured>) => {
  const transaction: ValidatedTransaction = { ...entry, closedAt }
  return indexChanges([transaction])
}
const of = (type: string, result = 'tesSUCCESS') =>
  captured.filter((one) => one.tx.TransactionType === type && one.meta.TransactionResult === result)
const named = (entries: typeof captured) => entries.map((entry) => [entry.name, entry] as const)

test('the captured files cover every kind', () => {
  const kinds = new Set(captured.map((one) => one.tx.TransactionType))
  expect([...kinds].toSorted()).toEqual([
    'NFTokenAcceptOffer',
    'NFTokenBurn',
    'NFTokenCancelOffer',
    'NFTokenCreateOffer',
    'NFTokenMint',
    'NFTokenModify',
  ])
  const scenarios = new Set(captured.map((one) => one.name.split(':')[0]))
  for (const scenario of [
    'accept-brokered',
    'accept-direct',
    'accept-expired',
    'accept-iou',
    'accept-iou-authorised',
    'burn',
    'mint-flags',
    'mint-for-issuer',
    'mint-with-offer',
    'modify',
    'offers-buy',
    'offers-cancel',
    'offers-sell',
  ])
    expect(scenarios).toContain(scenario)
})

describe('a mint', () => {
  test.each(named(of('NFTokenMint')))('adds the token that the server names: %s', (_name, entry) => {
    const { nfts, offers, history } = changesOf(entry)
    expect([...nfts.keys()]).toEqual([entry.server.nftoken_id])
    const [token] = nfts.values()
    // The minter owns tokens that it mints for another issuer.
    expect(token).toMatchObject({
      owner: entry.tx.Account,
      issuer: entry.tx['Issuer'] ?? entry.tx.Account,
      taxon: entry.tx['NFTokenTaxon'],
      transferFee: entry.tx['TransferFee'] ?? 0,
      flags: entry.tx['Flags'] ?? 0,
      uri: entry.tx['URI'] ?? null,
      burned: false,
      mintedAt: closedAt,
    })
    expect([...offers.keys()]).toEqual(entry.server.offer_id === undefined ? [] : [entry.server.offer_id])
    expect(history.map((event) => event.type).toSorted()).toEqual(
      entry.server.offer_id === undefined ? ['mint'] : ['mint', 'sell_offer'],
    )
  })
})

describe('an offer', () => {
  test.each(named(of('NFTokenCreateOffer')))('adds the offer that the server names: %s', (_name, entry) => {
    const { nfts, offers } = changesOf(entry)
    expect(nfts.size).toBe(0)
    expect([...offers.keys()]).toEqual([entry.server.offer_id])
    const [offer] = offers.values()
    expect(offer).toMatchObject({
      nftId: entry.tx['NFTokenID'],
      owner: entry.tx.Account,
      isSell: (Number(entry.tx['Flags'] ?? 0) & 1) === 1,
      amount: entry.tx['Amount'],
      destination: entry.tx['Destination'] ?? null,
      expiration: entry.tx['Expiration'] ?? null,
      state: 'open',
    })
  })
})

describe('a sale', () => {
  test.each(named(of('NFTokenAcceptOffer')))('moves the token and ends its offers: %s', (_name, entry) => {
    const { nfts, offers, history } = changesOf(entry)
    expect([...nfts.keys()]).toEqual([entry.server.nftoken_id])
    const offerIds = [entry.tx['NFTokenSellOffer'], entry.tx['NFTokenBuyOffer']].filter(Boolean)
    expect([...offers.keys()].toSorted()).toEqual(offerIds.toSorted())
    expect([...offers.values()].every((offer) => offer.state === 'accepted')).toBe(true)
    const sell = [...offers.values()].find((offer) => offer.isSell)
    const buy = [...offers.values()].find((offer) => !offer.isSell)
    const [token] = nfts.values()
    expect(token?.owner).toBe(buy?.owner ?? entry.tx.Account)
    expect(history).toHaveLength(1)
    expect(history[0]).toMatchObject({
      type: (buy ?? sell)?.amount === '0' ? 'transfer' : 'sale',
      seller: sell?.owner ?? entry.tx.Account,
      buyer: buy?.owner ?? entry.tx.Account,
      amount: (buy ?? sell)?.amount,
    })
  })
})

describe('a cancellation', () => {
  test.each(named(of('NFTokenCancelOffer')))('ends the offers that the server names: %s', (_name, entry) => {
    const { nfts, offers, history } = changesOf(entry)
    expect(nfts.size).toBe(0)
    // The server names each token once and omits ids that are no longer offers.
    const tokens = new Set([...offers.values()].map((offer) => offer.nftId))
    expect([...tokens].toSorted()).toEqual((entry.server.nftoken_ids ?? []).toSorted())
    expect([...offers.values()].every((offer) => offer.state === 'cancelled')).toBe(true)
    expect(history.every((event) => event.type === 'offer_cancelled')).toBe(true)
  })
})

describe('a burn or modification', () => {
  test.each(named(of('NFTokenBurn')))('ends the token and its offers: %s', (_name, entry) => {
    const { nfts, offers } = changesOf(entry)
    const id = String(entry.tx['NFTokenID'])
    expect([...nfts.values()]).toMatchObject([
      { id, burned: true, owner: entry.tx['Owner'] ?? entry.tx.Account },
    ])
    expect([...offers.values()].every((offer) => offer.nftId === id && offer.state === 'cancelled')).toBe(
      true,
    )
  })
  test.each(named(of('NFTokenModify')))('changes the URI of one token: %s', (_name, entry) => {
    const changed = [...changesOf(entry).nfts.values()]
    // Setting the current value changes nothing.
    expect(changed.length).toBeLessThan(2)
    for (const token of changed)
      expect(token).toMatchObject({
        id: entry.tx['NFTokenID'],
        uri: entry.tx['URI'] ?? null,
        owner: entry.tx['Owner'] ?? entry.tx.Account,
        burned: false,
      })
  })
})

describe('a failed transaction', () => {
  test.each(named(of('NFTokenAcceptOffer', 'tecEXPIRED')))(
    '%s: expired offers are deleted',
    (_name, entry) => {
      const { nfts, offers, history } = changesOf(entry)
      expect(nfts.size).toBe(0)
      expect(offers.size).toBeGreaterThan(0)
      expect([...offers.values()].every((offer) => offer.state === 'cancelled')).toBe(true)
      expect(history.every((event) => event.type === 'offer_cancelled')).toBe(true)
    },
  )
  const nothing = captured.filter(
    ({ tx, meta }) =>
      meta.TransactionResult !== 'tesSUCCESS' &&
      !(tx.TransactionType === 'NFTokenAcceptOffer' && meta.TransactionResult === 'tecEXPIRED'),
  )
  test.each(named(nothing))('%s changes nothing', (_name, entry) => {
    expect(changesOf(entry)).toEqual({
      nfts: new Map(),
      offers: new Map(),
      history: [],
      rereads: noRereads(),
    })
  })
})
