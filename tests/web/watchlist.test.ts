import { describe, expect, test } from 'vitest'
import type { CheckWatchedReply, Watched } from '#contract/schemas/watchlist.ts'
import { batchesOf, changeSince, rowsOf } from '#web/features/watchlist/watch-rows.ts'

const at = '2026-11-01T00:00:00.000Z'
const id = 'A'.repeat(64)
const usd = (value: string) => ({ currency: 'USD', issuer: 'rIssuer', value })
const none: CheckWatchedReply = { nfts: [], items: [], collections: [], accounts: [] }

type Card = CheckWatchedReply['nfts'][number]
const card = (more: Partial<Card>): Card => ({
  _id: id,
  nftokenID: id,
  name: 'Vane',
  image: null,
  kind: null,
  metadata: { name: 'Vane', image: null, image_url: null },
  flags: { burnable: false, onlyXRP: false, trustLine: false, transferable: true, mutable: false },
  owner: 'rOwner',
  issuer: 'rArtist',
  artist: null,
  collectionId: null,
  collectionName: null,
  collectionVerified: false,
  rarity: null,
  priceDrops: null,
  issuedPrice: null,
  auction: null,
  onAuction: null,
  floorPrice: null,
  sequence: 1,
  nftokenTaxon: 1,
  onDemandMint: false,
  demandPrice: null,
  lastSale: null,
  ...more,
})

const watched = (price: Watched['price']): Watched => ({ kind: 'nft', id, price, at })
const rowOf = (price: Watched['price'], reply: CheckWatchedReply) =>
  rowsOf([watched(price)], reply, (account) => account)[0]?.state

describe('the change of a price', () => {
  test('is known between two prices in XRP', () => {
    expect(changeSince('20000000', '15000000')).toMatchObject({ text: '−25.0 %', direction: 'down' })
    expect(changeSince('20000000', '20000000')?.direction).toBe('same')
    for (const [before, now] of [
      [null, '1'],
      ['1', null],
      [usd('1'), '1'],
      [usd('1'), usd('2')],
      ['0', '1'],
    ] as const)
      expect([before, now, changeSince(before, now)]).toEqual([before, now, null])
  })

  test('is not that of a bid in an auction, which nobody can buy at', () => {
    const auction = { offerIndex: id, startAmount: '5000000', endsAt: at, extends: false, topBid: null }
    expect(rowOf('20000000', { ...none, nfts: [card({ auction })] })).toMatchObject({
      price: '5000000',
      change: null,
      auctionEndsAt: at,
    })
    expect(rowOf('20000000', { ...none, nfts: [card({ priceDrops: '10000000' })] })).toMatchObject({
      name: 'Vane',
      note: 'No collection',
      change: { direction: 'down' },
    })
  })

  test('is known of artists, by their floor, and of items on demand', () => {
    const at10 = { account: 'rArtist', collectionsCount: 1, itemsCount: 2, floorDrops: '10000000' }
    const [artist] = rowsOf(
      [{ kind: 'account', id: 'rArtist', price: '20000000', at }],
      { ...none, accounts: [at10] },
      () => 'Mara',
    )
    expect(artist?.state).toMatchObject({ name: 'Mara', change: { text: '−50.0 %' } })
    const item = { ...card({ priceDrops: '30000000' }), _id: 'an-item', nftokenID: null }
    const [work] = rowsOf(
      [{ kind: 'nft', id: 'an-item', price: '20000000', at }],
      { ...none, items: [item] },
      () => '',
    )
    expect(work?.state).toMatchObject({ name: 'Vane', change: { direction: 'up' } })
  })

  test('is missing for what no longer exists', () => {
    expect(rowOf('20000000', none)).toBeNull()
  })
})

test('a list is asked for in groups that a call accepts', () => {
  const items = Array.from(
    { length: 130 },
    (_, place): Watched => ({ kind: 'collection', id: `c${place}`, price: null, at }),
  )
  const batches = batchesOf(items)
  expect(batches.map((batch) => batch.length)).toEqual([60, 60, 10])
  expect(batches[2]?.[9]).toEqual({ kind: 'collection', id: 'c129' })
})
