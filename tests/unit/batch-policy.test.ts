import { deriveAddress, deriveKeypair, generateSeed, verify } from 'ripple-keypairs'
import { describe, expect, test } from 'vitest'
import { loadScenarios, recordings } from 'local-ledger/tests/replay/scenario.ts'
import type { BatchSale, DemandSale } from '#contract/schemas/batch.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { batchCostDrops, batchModes, innerTransactions, offerIdOf } from '#worker/ledger/batch.ts'
import { type BatchTerms, buildSaleBatch, ticketsOf } from '#worker/ledger/batch-sale.ts'
import { batchSigningPayload } from '#worker/ledger/batch-signature.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { createTreasury } from '#worker/ports/treasury/local-key.ts'

const seed = generateSeed()
const marketplace = deriveAddress(deriveKeypair(seed).publicKey)
const newAddress = () => deriveAddress(deriveKeypair(generateSeed()).publicKey)
const customer = newAddress()
const seller = newAddress()
const artist = newAddress()
const treasury = createTreasury([seed], '')
const id = (digit: string) => digit.repeat(64)

const listing: BatchSale = {
  kind: 'listing',
  nftId: id('1'),
  owner: seller,
  sellOfferId: id('A'),
  price: '10000000',
}
const bid: BatchSale = { kind: 'bid', nftId: id('2'), buyOfferId: id('B'), bidder: seller, bid: '10000000' }
const mint: DemandSale = {
  kind: 'demand',
  itemId: 'a',
  artist,
  priceDrops: '20000000',
  payoutTag: 7,
  offer: { tokenId: null, taxon: 1, transferFee: 10_000, flags: nftokenFlags.transferable, uri: 'AB' },
}

/** A work minted for a buyer who did not pay, with a royalty of 10 %. */
const inventory: DemandSale = { ...mint, offer: { tokenId: `00082710${'1'.repeat(56)}` } }

/** A free print. */
const claim: DemandSale = { ...mint, priceDrops: '0', isClaim: true }

const payee = (account: string, perMille: number, inBatch = true) => ({
  account,
  perMille,
  tag: null,
  inBatch,
})
/** A print whose revenue is shared; the third payee is paid afterwards. */
const shared: DemandSale = {
  ...mint,
  payees: [payee(artist, 334), payee(seller, 333), payee(newAddress(), 333, false)],
}

const termsOf = (sales: BatchSale[]): BatchTerms => ({
  customer,
  marketplace,
  sequence: 50,
  tickets: Array.from({ length: sales.reduce((sum, sale) => sum + ticketsOf(sale), 0) }, (_, i) => 4 + i),
  lastLedger: 300,
  expiration: 900,
  cost: 100n,
})

const order = (sales: BatchSale[], change: Partial<BatchTerms> = {}) => {
  const terms = { ...termsOf(sales), ...change }
  return { sales, terms, batch: buildSaleBatch(sales, terms) }
}

describe('the marketplace signs its part', () => {
  test.each<[string, BatchSale[]]>([
    ['of a listing', [listing]],
    ['of a bid', [bid]],
    ['of a work on demand', [mint]],
    ['of a work that is minted already', [inventory]],
    ['of a print that is free', [claim]],
    ['of a print with payees', [shared]],
    ['of a cart', [listing, { ...listing, nftId: id('3'), sellOfferId: id('C') }]],
  ])('%s, for exactly this Batch', (_what, sales) => {
    const batch = order(sales)
    const { SigningPubKey, TxnSignature, Account } = treasury.signPart(batch)
    expect(Account).toBe(marketplace)
    const holds = (batch: Fields) =>
      verify(batchSigningPayload(batch, marketplace), TxnSignature, SigningPubKey)
    expect(holds(batch.batch)).toBe(true)
    expect(holds({ ...batch.batch, Sequence: 51 })).toBe(false)
    expect(holds({ ...batch.batch, Account: seller })).toBe(false)
    expect(holds({ ...batch.batch, Flags: batchModes.independent })).toBe(false)
  })

  test('with the amounts of a recorded sale', () => {
    const recorded = loadScenarios(recordings)
      .find(({ name }) => name === 'batch-brokered')
      ?.steps.find(({ step }) => step.id === 's16')
    const [offer = {}, accept = {}] = innerTransactions(recorded?.step.tx_json ?? {})
    const [ourOffer = {}, ourAccept = {}] = innerTransactions(order([listing]).batch)
    expect(ourOffer.Amount).toBe(offer.Amount)
    expect(ourAccept.NFTokenBrokerFee).toBe(accept.NFTokenBrokerFee)
    expect(offerIdOf(String(offer.Account), Number(offer.Sequence))).toBe(accept.NFTokenBuyOffer)
  })

  test('and pays the artist what the ledger does not: 20 XRP less 2 % less 10 % royalty', () => {
    const inner = innerTransactions(order([mint]).batch)
    expect(inner.map(({ TransactionType }) => TransactionType)).toEqual([
      'NFTokenMint',
      'NFTokenAcceptOffer',
      'Payment',
    ])
    expect(inner[2]).toMatchObject({ Amount: '17600000', Destination: artist, DestinationTag: 7 })
  })
})

test('the marketplace pays payees their shares, and not those who are paid afterwards', () => {
  const inner = innerTransactions(order([shared]).batch)
  // 20 XRP less 2 % less 10 % royalty are 17,600,000.
  expect(inner.slice(2)).toMatchObject([
    { Destination: artist, Amount: '5878400' },
    { Destination: seller, Amount: '5860800' },
  ])
  expect(inner).toHaveLength(4)
})

/** Builds a Batch whose inner transactions are changed afterwards. */
function changed(sales: BatchSale[], change: (inner: Fields[]) => Fields[]) {
  const original = order(sales)
  const inner = change(innerTransactions(original.batch))
  return {
    ...original,
    batch: { ...original.batch, RawTransactions: inner.map((RawTransaction) => ({ RawTransaction })) },
  }
}

describe('the marketplace refuses', () => {
  test.each([
    ['another order', changed([listing], (inner) => inner.toReversed())],
    ['a missing transaction', changed([mint], (inner) => inner.slice(0, 2))],
    [
      'an extra transaction',
      changed([listing], (inner) => [...inner, { TransactionType: 'Payment', Account: marketplace }]),
    ],
    ['the same twice', changed([listing], ([offer = {}, accept = {}]) => [offer, accept, accept])],
    [
      'another destination',
      changed([listing], ([offer = {}, ...rest]) => [{ ...offer, Destination: seller }, ...rest]),
    ],
    [
      'a smaller fee',
      changed([listing], ([offer = {}, accept = {}]) => [offer, { ...accept, NFTokenBrokerFee: '1' }]),
    ],
    [
      'a lower price',
      changed([listing], ([offer = {}, ...rest]) => [{ ...offer, Amount: '10099999' }, ...rest]),
    ],
    [
      'a payout to another account',
      changed([mint], (inner) => [...inner.slice(0, 2), { ...inner[2], Destination: customer }]),
    ],
    [
      'another mode',
      { ...order([listing]), batch: { ...order([listing]).batch, Flags: batchModes.independent } },
    ],
    ['another outer account', { ...order([listing]), batch: { ...order([listing]).batch, Account: seller } }],
    ['itself as the customer', order([listing], { customer: marketplace })],
    ['the marketplace of somebody else', order([listing], { marketplace: seller })],
    ['one ticket for two sales', order([listing, { ...listing, nftId: id('3') }], { tickets: [4, 4] })],
    ['one work sold twice', order([listing, listing], { tickets: [4, 5] })],
    ['a Batch without a part of the marketplace', order([{ ...listing, kind: 'direct' }])],
    ['a price below the minimum', order([{ ...listing, price: '99999' }])],
    [
      'a share of another size',
      changed([shared], ([first = {}, accept = {}, payment = {}, ...rest]) => [
        first,
        accept,
        { ...payment, Amount: '1' },
        ...rest,
      ]),
    ],
    ['shares that are not the whole', order([{ ...mint, payees: [payee(artist, 999)] }])],
    ['the same payee twice', order([{ ...mint, payees: [payee(artist, 500), payee(artist, 500)] }])],
    ['a work given away', order([{ ...mint, priceDrops: '0' }])],
    ['a free print with a price', order([{ ...claim, priceDrops: '20000000' }])],
    ['a work of the buyer', order([{ ...mint, artist: customer }])],
    [
      'a work that could not be sold',
      order([
        { ...mint, offer: { ...mint.offer, tokenId: null, taxon: 1, transferFee: 0, flags: 0, uri: '' } },
      ]),
    ],
    ['no end', order([listing], { lastLedger: 0 })],
  ])('%s', (_what, batch) => {
    expect(() => treasury.signPart(batch)).toThrow('refuses to sign')
  })
})

test('the cost follows the formula of the ledger, doubled', () => {
  // 10 × (2 + one signature) + two inner ones of 10 each. Source: XLS-56.
  expect(batchCostDrops(10n, 2, 1)).toBe(100n)
  expect(batchCostDrops(10n, 8, 1)).toBe(220n)
})
