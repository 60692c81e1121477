import { parseNFTokenID } from 'xrpl'
import { expect, test } from 'vitest'
import type { FundedBid } from '#db/queries/event/offer-facts.ts'
import { Funding, type LedgerFunds } from '#worker/domain/event/funding.ts'
import { prepareLedger } from '#worker/domain/ledger-index/prepare-ledgers.ts'
import { stretchesOf } from '#worker/domain/ledger-index/stretches.ts'
import { type IndexChanges, mergeChanges } from '#worker/ledger/index-changes.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { noRereads } from '#worker/ledger/rereads.ts'

const idOf = (n: number) => n.toString(16).toUpperCase().padStart(64, '0')
const alice = 'rQw2ejTXq4oKoABjAYcqqgUHDQVX77PHQN'

test('an NFTokenID has the fields that xrpl.js finds in it', () => {
  let state = 1
  const digit = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 28).toString(16).toUpperCase()
  }
  for (let n = 0; n < 300; n += 1) {
    const id = Array.from({ length: 64 }, digit).join('')
    const { Flags, TransferFee, Issuer, Taxon, Sequence } = parseNFTokenID(id)
    expect(identifyToken(id)).toEqual({
      flags: Flags,
      transferFee: TransferFee,
      issuer: Issuer,
      taxon: Taxon,
      sequence: Sequence,
    })
  }
})

const ledger = (index: number, at: string, doubt: string[] = []) => {
  const prepared = prepareLedger({
    index,
    hash: idOf(index),
    closedAt: new Date(at),
    isOrdered: true,
    isPlaced: true,
    transactions: [],
    rereads: noRereads(),
  })
  for (const id of doubt) prepared.changes.rereads.ids.add(id)
  return prepared
}
const indexes = (stretches: ReturnType<typeof stretchesOf>) =>
  stretches.map((stretch) => stretch.map((one) => one.ledger.index))

test('a stretch ends with its day, and before and after a ledger with a token in doubt', () => {
  const ledgers = [
    ledger(1, '2026-01-01T23:59:50Z'),
    ledger(2, '2026-01-01T23:59:59Z'),
    ledger(3, '2026-01-02T00:00:00Z'),
    ledger(4, '2026-01-02T00:00:04Z', [idOf(8)]),
    ledger(5, '2026-01-02T00:00:08Z'),
    // The id of an offer. No token has these flags and this fee.
    ledger(6, '2026-01-02T00:00:12Z', ['F'.repeat(64)]),
    ledger(7, '2026-01-02T00:00:16Z'),
  ]
  expect(indexes(stretchesOf(ledgers))).toEqual([[1, 2], [3], [4], [5, 6, 7]])
})

const changesOf = (changes: Partial<IndexChanges>): IndexChanges => ({
  nfts: new Map(),
  offers: new Map(),
  history: [],
  rereads: noRereads(),
  ...changes,
})

test('ledgers as one: the last state, when it was minted, where an offer began, and all that was not understood', () => {
  const id = idOf(8)
  const token = { id, ...identifyToken(id), uri: null, burned: false, statePosition: 0 }
  const mintedAt = new Date('2026-01-01T00:00:00Z')
  const offer = {
    id: idOf(9),
    nftId: id,
    owner: alice,
    isSell: true,
    amount: '5',
    destination: null,
    expiration: null,
  }
  const [first, second] = [noRereads(), noRereads()]
  first.ids.add(idOf(1))
  second.ids.add(idOf(2))
  const merged = mergeChanges([
    changesOf({
      nfts: new Map([[id, { ...token, owner: alice, stateLedger: 5, mintedAt }]]),
      offers: new Map([[offer.id, { ...offer, state: 'open', createdLedger: 5, endedLedger: null }]]),
      rereads: first,
    }),
    changesOf({
      nfts: new Map([
        [id, { ...token, owner: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', stateLedger: 7, mintedAt: null }],
      ]),
      offers: new Map([[offer.id, { ...offer, state: 'accepted', createdLedger: 7, endedLedger: 7 }]]),
      rereads: second,
    }),
  ])
  expect(merged.nfts.get(id)).toMatchObject({
    owner: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    stateLedger: 7,
    mintedAt,
  })
  expect(merged.offers.get(offer.id)).toMatchObject({ state: 'accepted', createdLedger: 5, endedLedger: 7 })
  expect([...merged.rereads.ids]).toEqual([idOf(1), idOf(2)])
  expect([...first.ids]).toEqual([idOf(1)])
})

test('the funding of bids is that after each ledger, and only what differs in the end is written', () => {
  const bid = (n: number, more: Partial<FundedBid> = {}): FundedBid => ({
    id: idOf(n),
    nftId: idOf(100),
    owner: alice,
    amount: '50',
    amountDrops: 50n,
    destination: null,
    expiration: null,
    createdLedger: 1,
    endedLedger: null,
    funded: true,
    ...more,
  })
  const after = (index: number, drops: bigint): LedgerFunds => ({
    index,
    closeTime: index * 10,
    accounts: new Map([[alice, { account: alice, drops, entry: entryOf(index) }]]),
  })
  const entryOf = (ledgerIndex: number) => ({
    hash: idOf(ledgerIndex),
    ledgerIndex,
    closedAt: new Date(0),
    tx: { TransactionType: 'Payment', Account: alice },
    meta: { AffectedNodes: [], TransactionIndex: 0, TransactionResult: 'tesSUCCESS' },
  })
  const funding = new Funding([
    bid(1),
    bid(2, { createdLedger: 6 }),
    bid(3, { endedLedger: 5 }),
    bid(4, { expiration: 50 }),
    bid(5, { amountDrops: 500n, funded: false }),
  ])
  const ids = (changes: ReturnType<Funding['changesIn']>) =>
    changes.map((one) => `${Number.parseInt(one.bid.id, 16)} ${one.funded}`)
  expect(ids(funding.changesIn(after(5, 40n)))).toEqual(['1 false'])
  expect(ids(funding.changesIn(after(6, 45n)))).toEqual(['2 false'])
  expect(ids(funding.changesIn(after(7, 50n)))).toEqual(['1 true', '2 true'])
  expect(ids(funding.changesIn(after(8, 10n)))).toEqual(['1 false', '2 false'])
  expect(ids(funding.changesIn(after(9, 600n)))).toEqual(['1 true', '2 true', '5 true'])
  expect(funding.changingFor(idOf(100)).toSorted()).toEqual([idOf(1), idOf(2), idOf(5)])
  expect([4, 5, 6, 7, 8, 9].map((index) => funding.isFunded(idOf(1), index))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
  expect(funding.isFunded(idOf(5), 8)).toBe(false)
  expect(funding.listChanges()).toEqual([{ id: idOf(5), funded: true }])
})
