import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { Metadata, TransactionJson, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

// Responses of a real server (xrpld 3.2.0), without the synthetic fields that some endpoints omit.
const Fixtures = v.record(v.string(), v.object({ tx: TransactionJson, hash: v.string(), meta: Metadata }))
const text = await readFile(new URL('../fixtures/ledger-metadata.json', import.meta.url), 'utf8')
const fixtures = v.parse(Fixtures, JSON.parse(text))

function entry(name: string, ledgerIndex = 10): ValidatedTransaction {
  const fixture = fixtures[name]
  if (fixture === undefined) throw new Error(`no fixture ${name}`)
  return { ...fixture, ledgerIndex, closedAt: new Date('2026-01-01T00:00:00Z') }
}

const only = <T>(values: Iterable<T>): T => {
  const [first, ...rest] = [...values]
  if (first === undefined || rest.length > 0) throw new Error('expected exactly one')
  return first
}

test('a mint creates a token with its owner', () => {
  const changes = indexChanges([entry('mint')])
  expect(only(changes.nfts.values())).toMatchObject({
    owner: 'rQw2ejTXq4oKoABjAYcqqgUHDQVX77PHQN',
    burned: false,
    sequence: 3,
  })
  expect(only(changes.history).type).toBe('mint')
})

test('a burn keeps the last owner and marks the token as burned', () => {
  const changes = indexChanges([entry('burn')])
  expect(only(changes.nfts.values()).burned).toBe(true)
  expect(only(changes.history)).toMatchObject({ type: 'burn', buyer: null })
})

test('a modification changes the URI only', () => {
  const changes = indexChanges([entry('modify')])
  expect(only(changes.history).type).toBe('modify')
  expect(only(changes.nfts.values()).uri).toMatch(/^[0-9A-F]+$/)
})

test('a created offer is open', () => {
  const changes = indexChanges([entry('sellOffer')])
  expect(only(changes.offers.values())).toMatchObject({ isSell: true, state: 'open', endedLedger: null })
  expect(only(changes.history).type).toBe('sell_offer')
})

test('a direct sale takes seller and buyer from the offer, not from the sender', () => {
  const sale = entry('directSale')
  const changes = indexChanges([sale])
  const event = only(changes.history)
  expect(event).toMatchObject({ type: 'sale', buyer: sale.tx.Account, brokerFeeDrops: null })
  expect(event.seller).not.toBe(sale.tx.Account)
  expect(only(changes.nfts.values()).owner).toBe(sale.tx.Account)
  expect(only(changes.offers.values())).toMatchObject({ state: 'accepted', endedLedger: 10 })
})

test('the sender of an accepted bid is the seller', () => {
  const sale = entry('acceptedBid')
  expect(only(indexChanges([sale]).history)).toMatchObject({ type: 'sale', seller: sale.tx.Account })
})

test('a brokered sale closes both offers and contains fee and royalty', () => {
  const changes = indexChanges([entry('brokeredSale')])
  const event = only(changes.history)
  expect(event).toMatchObject({ type: 'sale', brokerFeeDrops: 1_500_000n })
  expect([...changes.offers.values()].map((offer) => offer.state)).toEqual(['accepted', 'accepted'])
  expect(event.royaltyDrops).toBeGreaterThan(0n)
})

test('accepting an expired offer deletes it although the transaction failed', () => {
  const changes = indexChanges([entry('expiredAccept')])
  expect(only(changes.offers.values()).state).toBe('cancelled')
  expect(changes.nfts.size).toBe(0)
  expect(only(changes.history).type).toBe('offer_cancelled')
})

test('splitting or merging a page moves no token', () => {
  expect(indexChanges([entry('pageSplit')]).history.map((event) => event.type)).toEqual(['mint'])
  expect(indexChanges([entry('pageMerge')]).history.map((event) => event.type)).toEqual(['burn'])
})
