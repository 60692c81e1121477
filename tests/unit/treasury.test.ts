import { decodeAccountID } from 'ripple-address-codec'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { describe, expect, test } from 'vitest'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { anchorMemos, epochMemos } from '#worker/ledger/draw-memos.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { createTreasury } from '#worker/ports/treasury/local-key.ts'
import type { TreasuryOrder } from '#worker/ports/treasury/port.ts'

const seed = generateSeed()
const account = deriveAddress(deriveKeypair(seed).publicKey)
const treasury = createTreasury([seed], '')
const common = { Account: account, Fee: '12', Sequence: 0, TicketSequence: 5, LastLedgerSequence: 100 }

function broker(
  change: Partial<Extract<TreasuryOrder, { kind: 'broker' }>>,
  fields: Record<string, unknown> = {},
): TreasuryOrder {
  return {
    kind: 'broker',
    sell: '10000000',
    buy: '10100000',
    feeOf: 'listing',
    tx: {
      ...common,
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: 'A'.repeat(64),
      NFTokenBuyOffer: 'B'.repeat(64),
      NFTokenBrokerFee: '100000',
      ...fields,
    },
    ...change,
  }
}

test('signs a match with exactly the published fee', () => {
  expect(treasury.account).toBe(account)
  expect(treasury.sign(broker({})).hash).toMatch(/^[0-9A-F]{64}$/)
})

test('signs a match in an issued currency with its fee, and refuses one in another currency', () => {
  const tpr = (value: string, issuer = account) => ({ currency: 'TPR', issuer, value })
  const match = (fee: unknown) =>
    treasury.sign(broker({ sell: tpr('10'), buy: tpr('10.1') }, { NFTokenBrokerFee: fee }))
  expect(match(tpr('0.1')).hash).toMatch(/^[0-9A-F]{64}$/)
  expect(() => match(tpr('0.11'))).toThrow('not the published one')
  expect(() => match('100000')).toThrow('the currencies differ')
  expect(() => match(tpr('0.1', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'))).toThrow('the currencies differ')
})

const refused: [string, TreasuryOrder][] = [
  ['a fee that keeps the spread', broker({ buy: '12000000' }, { NFTokenBrokerFee: '2000000' })],
  ['a fee that does not add up', broker({}, { NFTokenBrokerFee: '99999' })],
  ['a price below the minimum', broker({ sell: '99000', buy: '99990' }, { NFTokenBrokerFee: '990' })],
  ['a cost above the ceiling', broker({}, { Fee: '10001' })],
  ['a negative cost', broker({}, { Fee: '-1' })],
  ['a cost in another notation', broker({}, { Fee: '0x10' })],
  ['an expiry that never comes', broker({}, { LastLedgerSequence: 4_294_967_295 })],
  ['a field that does not belong', broker({}, { Memos: [] })],
  ['another account', broker({}, { Account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' })],
  ['a transaction that never expires', broker({}, { LastLedgerSequence: undefined })],
  [
    'a payment declared as a cancellation',
    {
      kind: 'cancel',
      offers: [],
      tx: { ...common, TransactionType: 'Payment', Amount: '1', Destination: account },
    },
  ],
  [
    'an empty cancellation',
    {
      kind: 'cancel',
      offers: [],
      tx: { ...common, TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [] },
    },
  ],
  [
    'too many tickets',
    { kind: 'tickets', tx: { ...common, TransactionType: 'TicketCreate', TicketCount: 251 } },
  ],
]

test.each(refused)('the key refuses %s', (_name, order) => {
  expect(() => treasury.sign(order)).toThrow('refuses to sign')
})

const artist = deriveAddress(deriveKeypair(generateSeed()).publicKey)
const buyer = deriveAddress(deriveKeypair(generateSeed()).publicKey)

describe('the treasury for an artist', () => {
  const mintTx = {
    ...common,
    TransactionType: 'NFTokenMint',
    Issuer: artist,
    NFTokenTaxon: 7,
    TransferFee: 5000,
    Flags: nftokenFlags.transferable,
    URI: 'AB',
    Amount: '100000000',
    Destination: buyer,
    Expiration: 800_000_000,
  }
  const mint = (
    fields: Record<string, unknown> = {},
    priceDrops = 100_000_000n,
    isClaim = false,
  ): TreasuryOrder => ({
    kind: 'mint',
    artist,
    buyer,
    priceDrops,
    currency: null,
    isClaim,
    tx: { ...mintTx, ...fields },
  })
  const payout = (
    Amount: string,
    royaltyDrops = 5_000_000n,
    fields: Record<string, unknown> = {},
  ): TreasuryOrder => ({
    kind: 'payout',
    artist,
    priceDrops: 100_000_000n,
    royaltyDrops,
    currency: null,
    split: null,
    tx: { ...common, TransactionType: 'Payment', Destination: artist, Amount, ...fields },
  })

  test('mints with an offer to the one buyer, at the price, for a limited time', () => {
    expect(treasury.sign(mint()).hash).toMatch(/^[0-9A-F]{64}$/)
    expect(treasury.sign(mint({ Amount: '0' }, 0n, true)).hash).toMatch(/^[0-9A-F]{64}$/)
    for (const invalid of [
      mint({ Amount: '99999999' }),
      mint({ Amount: '99999' }, 99_999n),
      mint({ Amount: '0' }, 0n),
      mint({ Amount: '1' }, 0n, true),
      mint({}, 100_000_000n, true),
      mint({ Destination: artist }),
      mint({ Issuer: account }),
      mint({ Expiration: undefined }),
      mint({ Flags: nftokenFlags.burnable }),
      mint({ Memos: [] }),
    ])
      expect(() => treasury.sign(invalid)).toThrow('refuses to sign')
  })

  test('pays exactly the price less 2 % and the royalty that the ledger has paid', () => {
    expect(treasury.sign(payout('93000000', 5_000_000n, { DestinationTag: 7 })).hash).toMatch(
      /^[0-9A-F]{64}$/,
    )
    for (const invalid of [
      payout('93000001'),
      payout('92999999'),
      payout('93000000', 4_000_000n),
      payout('93000000', 5_000_000n, { Destination: buyer }),
      payout('93000000', 5_000_000n, { SendMax: '1' }),
      payout('98000000', -1n),
    ])
      expect(() => treasury.sign(invalid)).toThrow('refuses to sign')
  })

  test('sells and pays in an issued currency at exactly the price and the part', () => {
    const gold = { currency: 'GLD', issuer: buyer }
    const amount = { ...gold, value: '20.000003' }
    const sale = { ...mint({ Amount: amount }, 20_000_003n), currency: gold } as TreasuryOrder
    expect(treasury.sign(sale).hash).toMatch(/^[0-9A-F]{64}$/)
    const owed = (value: string, issued: object = gold): TreasuryOrder => ({
      kind: 'payout',
      artist,
      priceDrops: 20_000_003n,
      royaltyDrops: 1_000_001n,
      currency: gold,
      split: null,
      tx: { ...common, TransactionType: 'Payment', Destination: artist, Amount: { ...issued, value } },
    })
    expect(treasury.sign(owed('18.600002')).hash).toMatch(/^[0-9A-F]{64}$/)
    // The royalty of 50 % of an odd price is rounded up.
    const half = { ...owed('9.600001'), royaltyDrops: 10_000_002n } as TreasuryOrder
    expect(treasury.sign(half).hash).toMatch(/^[0-9A-F]{64}$/)
    for (const wrong of [
      owed('18.600003'),
      owed('18.600002', { ...gold, currency: 'USD' }),
      mint({ Amount: amount }),
    ])
      expect(() => treasury.sign(wrong)).toThrow('refuses to sign')
  })

  test('writes a total only into a print of its artist, with the metadata of the print', () => {
    const tokenId = `00180000${Buffer.from(decodeAccountID(artist)).toString('hex').toUpperCase()}${'0'.repeat(16)}`
    const total = (fields: Fields = {}, print: object = {}): TreasuryOrder => ({
      kind: 'total',
      print: { tokenId, artist, uri: 'AB', ...print },
      tx: {
        ...common,
        TransactionType: 'NFTokenModify',
        NFTokenID: tokenId,
        Owner: buyer,
        URI: 'AB',
        ...fields,
      },
    })
    expect(treasury.sign(total()).hash).toMatch(/^[0-9A-F]{64}$/)
    for (const wrong of [
      total({ URI: 'CD' }),
      total({ NFTokenID: '1'.repeat(64) }),
      total({}, { artist: buyer }),
      total({ Amount: '1' }),
    ])
      expect(() => treasury.sign(wrong)).toThrow('refuses to sign')
  })

  test('offers inventory to its buyer only', () => {
    const offer = (fields: Record<string, unknown> = {}): TreasuryOrder => ({
      kind: 'offer',
      buyer,
      priceDrops: 100_000_000n,
      currency: null,
      isClaim: false,
      tx: {
        ...common,
        TransactionType: 'NFTokenCreateOffer',
        NFTokenID: 'C'.repeat(64),
        Flags: tfSellNFToken,
        Amount: '100000000',
        Destination: buyer,
        Expiration: 800_000_000,
        ...fields,
      },
    })
    expect(treasury.sign(offer()).hash).toMatch(/^[0-9A-F]{64}$/)
    for (const invalid of [offer({ Flags: 0 }), offer({ Destination: undefined }), offer({ Amount: '1' })])
      expect(() => treasury.sign(invalid)).toThrow('refuses to sign')
  })
})

describe('cancelling and burning', () => {
  const stranger = deriveAddress(deriveKeypair(generateSeed()).publicKey)
  const [own, toUs, foreign, open] = ['1', '2', '3', '4'].map((digit) => digit.repeat(64))
  const offers = [
    { id: String(own), owner: account, destination: buyer },
    { id: String(toUs), owner: buyer, destination: account },
    { id: String(foreign), owner: buyer, destination: stranger },
    { id: String(open), owner: buyer, destination: null },
  ]
  const cancel = (...ids: unknown[]): TreasuryOrder => ({
    kind: 'cancel',
    offers,
    tx: { ...common, TransactionType: 'NFTokenCancelOffer', NFTokenOffers: ids },
  })

  test('cancels its own offers and those addressed to it only', () => {
    expect(treasury.sign(cancel(own, toUs)).hash).toMatch(/^[0-9A-F]{64}$/)
    for (const invalid of [cancel(foreign), cancel(own, open), cancel('5'.repeat(64)), cancel(toUs, 7)])
      expect(() => treasury.sign(invalid)).toThrow('none of the marketplace')
  })

  const hex = (address: string) => Buffer.from(decodeAccountID(address)).toString('hex').toUpperCase()
  const token = (issuer: string, serial: string) => `00081388${hex(issuer)}00000007${serial}`
  const ofArtist = token(artist, '00000001')
  const burn = (
    item: Partial<Extract<TreasuryOrder, { kind: 'burn' }>['item']> = {},
    NFTokenID = ofArtist,
  ): TreasuryOrder => ({
    kind: 'burn',
    item: { removed: true, tokenId: ofArtist, artist, ...item },
    tx: { ...common, TransactionType: 'NFTokenBurn', NFTokenID },
  })

  test('burns the token of a removed item only', () => {
    expect(treasury.sign(burn()).hash).toMatch(/^[0-9A-F]{64}$/)
    const others = token(stranger, '00000001')
    for (const invalid of [
      burn({ removed: false }),
      burn({}, token(artist, '00000002')),
      burn({ tokenId: others }),
      burn({ tokenId: others }, others),
    ])
      expect(() => treasury.sign(invalid)).toThrow('refuses to sign')
  })

  const terms = {
    collection: 'c',
    issuer: artist,
    taxon: 7,
    epoch: 1,
    firstNumber: 1,
    count: 10,
    priceDrops: '1000000',
    currency: null,
    root: 'A'.repeat(64),
    drawKey: 'B'.repeat(64),
    chainTip: 'C'.repeat(64),
    chainNumber: 0,
  }
  const settings = { ...common, TransactionType: 'AccountSet' }
  const epoch = (more: Fields = {}, ordered = terms): TreasuryOrder => ({
    kind: 'epoch',
    terms: ordered,
    tx: { ...settings, Memos: epochMemos(terms), ...more },
  })
  const anchor = (more: Fields = {}, count = 3, root = 'A'.repeat(64)): TreasuryOrder => ({
    kind: 'anchor',
    root,
    count,
    tx: { ...settings, Memos: anchorMemos({ root: 'A'.repeat(64), count: 3 }), ...more },
  })

  test('writes the memos of draws, byte for byte, and nothing else of its settings', () => {
    for (const right of [epoch(), anchor()]) expect(treasury.sign(right).hash).toMatch(/^[0-9A-F]{64}$/)
    const [memo] = anchorMemos({ root: 'A'.repeat(64), count: 3 })
    for (const invalid of [
      epoch({ SetFlag: 4 }),
      epoch({ Domain: '00' }),
      epoch({ Memos: undefined }),
      epoch({ Memos: anchorMemos({ root: 'A'.repeat(64), count: 3 }) }),
      epoch({}, { ...terms, count: 11 }),
      epoch({}, { ...terms, root: 'none' }),
      epoch({ TransactionType: 'Payment' }),
      anchor({ Memos: [memo, memo] }),
      anchor({ Memos: [{ Memo: { ...memo?.Memo, MemoFormat: '00' } }] }),
      anchor({}, 4),
      anchor({}, 0),
      anchor({}, 3, 'D'.repeat(64)),
      anchor({ RegularKey: stranger }),
    ])
      expect(() => treasury.sign(invalid)).toThrow('refuses to sign')
  })
})
