import { expect, test } from 'vitest'
import type { Nft } from '#contract/schemas/nfts.ts'
import { standingBids } from '#web/features/nft/record/standing-bids.ts'

type Entry = Nft['history'][number]

const bid = (buyer: string, amount: string, date: string): Entry => ({
  type: 'buy_offer',
  seller: null,
  buyer,
  amount,
  date,
  txid: 'A'.repeat(64),
  ledgerIndex: 1,
  nft: 'B'.repeat(64),
  step: false,
  payments: [],
})
const offer = (owner: string, amount: string): Nft['buyOffers'][number] => ({
  nft_offer_index: `${owner} ${amount}`,
  owner,
  destination: 'rMarket',
  amount,
  expiration: null,
  flags: 0,
  problem: null,
  broker: null,
  beforeChange: false,
})
const auction = {
  offerIndex: 'O',
  startAmount: '1',
  topBid: null,
  endsAt: '2026-11-30T00:00:00Z',
  extends: true,
}
// Newest first. Ada has placed a bid, cancelled it and placed it again; Cem's bid is cancelled.
const history = [
  bid('rAda', '30', '2026-11-29T03:00:00Z'),
  bid('rBen', '20', '2026-11-29T02:00:00Z'),
  bid('rAda', '30', '2026-11-29T01:00:00Z'),
  bid('rCem', '10', '2026-11-29T00:00:00Z'),
]
const buyOffers = [offer('rAda', '30'), offer('rBen', '20'), offer('rDan', '15')]

test('the list of bids has the time of each bid that stands, and the history keeps the others', () => {
  const bids = standingBids({ onAuction: auction, buyOffers, history })
  expect([...bids].map(([index, { date }]) => [index, date])).toEqual([
    ['rAda 30', '2026-11-29T03:00:00Z'],
    ['rBen 20', '2026-11-29T02:00:00Z'],
  ])
})

test('without an auction the history has all bids', () => {
  expect(standingBids({ onAuction: null, buyOffers, history }).size).toBe(0)
})
