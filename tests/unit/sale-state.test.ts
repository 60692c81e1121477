import { expect, test } from 'vitest'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Offer } from '#contract/schemas/nfts.ts'
import { countsAsBid, saleState } from '#contract/rules/sale-state.ts'

const marketplace = 'rMarketplacexxxxxxxxxxxxxxxxxxxxxx'
const viewer = 'rViewerxxxxxxxxxxxxxxxxxxxxxxxxxxx'
let next = 0

function offer(change: Partial<Offer>): Offer {
  next += 1
  return {
    nft_offer_index: next.toString(16).padStart(64, '0').toUpperCase(),
    owner: 'rSeller',
    destination: marketplace,
    amount: '1000000',
    expiration: null,
    flags: lsfSellNFToken,
    problem: null,
    broker: null,
    beforeChange: false,
    ...change,
  }
}

const auction = {
  offerIndex: 'A'.repeat(64),
  startAmount: '1000000',
  topBid: null,
  endsAt: '2026-11-20T00:00:00.000Z',
  extends: false,
}

test('an auction takes precedence over any listing', () => {
  expect(saleState({ sellOffers: [offer({})], onAuction: auction }, viewer, marketplace).kind).toBe('auction')
})

test('the main sell offer is the cheapest one that the viewer can accept, including the fee', () => {
  const foreign = offer({ destination: 'rSomebodyElse', amount: '1' })
  const direct = offer({ destination: null, amount: '1005000' })
  const brokered = offer({ amount: '1000000' })
  const state = saleState({ sellOffers: [foreign, direct, brokered], onAuction: null }, viewer, marketplace)
  // 1.00 XRP through the marketplace costs 1.01, so the direct listing at 1.005 is cheaper.
  expect(state).toMatchObject({ kind: 'listed', brokered: false, offer: direct })
  const addressed = offer({ destination: viewer, amount: '900000' })
  expect(
    saleState({ sellOffers: [brokered, addressed], onAuction: null }, viewer, marketplace),
  ).toMatchObject({ offer: addressed })
  expect(saleState({ sellOffers: [addressed], onAuction: null }, null, marketplace)).toEqual({
    kind: 'not_listed',
  })
})

test('dust, free offers to the marketplace and dead offers are not listings', () => {
  const dust = offer({ amount: '99999' })
  const free = offer({ amount: '0' })
  const dead = offer({ problem: 'expired' })
  expect(saleState({ sellOffers: [dust, free, dead], onAuction: null }, viewer, marketplace)).toEqual({
    kind: 'not_listed',
  })
})

test('an offer of zero is a transfer, to an account or to the public', () => {
  const gift = offer({ amount: '0', destination: viewer })
  expect(saleState({ sellOffers: [gift], onAuction: null }, viewer, marketplace)).toMatchObject({
    kind: 'transfer',
    to: viewer,
  })
  const open = offer({ amount: '0', destination: null })
  expect(saleState({ sellOffers: [open], onAuction: null }, viewer, marketplace)).toMatchObject({
    to: 'Public',
  })
  const other = offer({ amount: '0', destination: 'rOther' })
  expect(saleState({ sellOffers: [other, gift], onAuction: null }, viewer, marketplace)).toMatchObject({
    to: viewer,
    offer: gift,
  })
})

test('a bid counts only when it is addressed to the marketplace and covers the start price after the fee', () => {
  expect(countsAsBid(offer({ flags: 0, amount: '1010102' }), '1000000', marketplace)).toBe(true)
  expect(countsAsBid(offer({ flags: 0, amount: '1010000' }), '1000000', marketplace)).toBe(false)
  expect(countsAsBid(offer({ flags: 0, amount: '9000000', destination: null }), '1000000', marketplace)).toBe(
    false,
  )
  expect(
    countsAsBid(offer({ flags: 0, amount: '9000000', problem: 'buyer_unfunded' }), '1000000', marketplace),
  ).toBe(false)
  const issued = { currency: 'USD', issuer: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', value: '9' }
  expect(countsAsBid(offer({ flags: 0, amount: issued }), '1000000', marketplace)).toBe(false)
})
