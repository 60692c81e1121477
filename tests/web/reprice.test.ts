import { putRow } from '#web/wallet/runs/run-state.ts'
import { describe, expect, it } from 'vitest'
import {
  cancelRow,
  changeRow,
  listedRows,
  type RepriceState,
  requestOf,
  rowOf,
  retryReprice,
  standsBeside,
  startReprice,
  stopUncancelled,
  withoutDone,
} from '#web/features/profile/offers/reprice-state.ts'
import { offerActs } from '#web/features/profile/offers/offer-acts.ts'
import { priceError } from '#web/wallet/selling/new-price.ts'
import { dateToRippleTime, lsfSellNFToken, tfSellNFToken } from '#contract/rules/ledger.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'

const account = 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1'
const now = new Date('2026-11-22T12:00:00Z')
const empty: RepriceState = { rows: {}, queue: [] }

const offer = (id: string, nft: string, more: Partial<AccountOffer> = {}): AccountOffer => ({
  OfferID: id,
  NFTokenID: nft,
  Flags: lsfSellNFToken,
  Destination: null,
  Amount: '5000000',
  Owner: account,
  Expiration: null,
  problem: null,
  beforeChange: false,
  name: `Work ${nft}`,
  image: null,
  unsolicited: false,
  floorDrops: null,
  otherFloorDrops: null,
  onAuction: false,
  ...more,
})

const offers = [
  offer('1', 'A'),
  offer('2', 'A', { Amount: '6000000' }),
  offer('3', 'B'),
  offer('4', 'C', { Flags: 0 }),
]

const priced = (state: RepriceState, prices: Record<string, string>) =>
  Object.entries(prices).reduce((next, [id, value]) => changeRow(next, id, { value, selected: true }), state)

/** Starts a run of A and B at new prices. */
function startRun(isOneSignature: boolean) {
  const state = priced(empty, { A: '7', B: '8.5' })
  const rows = listedRows(state, offers).filter(({ listed }) => listed)
  return startReprice(state, rows, { account, isOneSignature, now })
}

describe('the rows', () => {
  it('are one per listed work, and one per other offer', () => {
    expect(listedRows(empty, offers).map((own) => [own.id, own.offers.length, own.listed])).toEqual([
      ['A', 2, true],
      ['B', 1, true],
      ['4', 1, false],
    ])
  })

  it('have no new price for the offer of a running auction, which can only be cancelled', () => {
    const auctioned = offer('1', 'A', { onAuction: true })
    expect(listedRows(empty, [auctioned]).map(({ id, listed }) => [id, listed])).toEqual([['1', false]])
    const names = (of: AccountOffer) => offerActs(of, account).map(({ action }) => action)
    expect([names(auctioned), names(offer('1', 'A'))]).toEqual([
      ['cancelOffer'],
      ['changePrice', 'cancelOffer'],
    ])
  })

  it('take prices of 0.1 or more', () => {
    const [own] = listedRows(empty, offers)
    if (own === undefined) throw new Error('There is a row.')
    expect(['', '0.09', 'x', '0.1'].map((value) => priceError(own.terms, value) === null)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe('a run', () => {
  it('replaces every offer of a work by one, with its destination and its end', () => {
    expect(startRun(true).queue).toEqual(['A', 'B'])
    expect(requestOf(startRun(true), 'A')).toMatchObject({
      txjson: { NFTokenID: 'A', Amount: '7000000', Flags: tfSellNFToken },
      replaces: ['1', '2'],
    })
    const ahead = dateToRippleTime(now) + 60
    const entries = [
      offer('1', 'A', { Destination: account, Expiration: ahead }),
      offer('2', 'B', { Expiration: ahead - 60 }),
    ]
    const state = priced(empty, { A: '7', B: '8' })
    const run = startReprice(state, listedRows(state, entries), { account, isOneSignature: true, now })
    expect(requestOf(run, 'A')).toMatchObject({ txjson: { Destination: account, Expiration: ahead } })
    expect(rowOf(run, 'B').next?.txjson).not.toHaveProperty('Expiration')
  })

  it('cancels all old offers first where each row is signed on its own, and stops when that fails', () => {
    const run = startRun(false)
    expect(run.queue).toEqual([cancelRow, 'A', 'B'])
    expect(requestOf(run, cancelRow)).toEqual({
      txjson: { TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: ['1', '2', '3'] },
      replaces: [],
    })
    for (const status of ['failed', 'rejected', 'signed'] as const)
      expect(stopUncancelled(changeRow(run, cancelRow, { status })).queue).toEqual([])
    const cancelled = changeRow(run, cancelRow, { status: 'success' })
    expect(stopUncancelled(cancelled)).toBe(cancelled)
  })

  it('is retried in the way in which the wallet is asked now, and never beside an old offer', () => {
    const rejected = ['A', 'B'].reduce(
      (state, id) => changeRow({ ...state, queue: [] }, id, { status: 'rejected', again: true }),
      startRun(true),
    )
    const retried = (isOneSignature: boolean, state = rejected, list = offers) => {
      const rows = listedRows(state, list).filter(({ listed }) => listed)
      return retryReprice(state, rows, { account, isOneSignature, now })
    }
    expect(retried(true).queue).toEqual(['A', 'B'])
    expect(retried(false).queue).toEqual([cancelRow, 'A', 'B'])
    // A cancellation of an earlier run does not cover the offers of this run.
    const earlier = putRow(rejected, cancelRow, { status: 'success' })
    expect(standsBeside(earlier, { replaces: ['1'] })).toBe(false)
    expect(standsBeside(retried(true, earlier), { replaces: ['1'] })).toBe(true)
    expect(standsBeside(retried(true, earlier), { replaces: [] })).toBe(false)
  })

  it('keeps its works in the list when their old offers are gone, until they are done', () => {
    const run = startRun(false)
    expect(listedRows(run, []).map(({ id, name }) => [id, name])).toEqual([
      ['A', 'Work A'],
      ['B', 'Work B'],
    ])
    // Starts again with nothing left to cancel.
    const again = startReprice({ ...run, queue: [] }, listedRows(run, []), {
      account,
      isOneSignature: false,
      now,
    })
    expect(again.queue).toEqual(['A', 'B'])
    const state = changeRow(run, 'A', { status: 'success' })
    expect(listedRows(state, []).map(({ id }) => id)).toEqual(['B'])
    expect(Object.keys(withoutDone(state).rows)).not.toContain('A')
  })
})
