import { describe, expect, it } from 'vitest'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { reminderOf } from '#web/features/profile/offers/reminders.ts'
import { rippleTimeOf } from '#web/kit/ripple-time.ts'
import { groupNfts } from '#web/features/profile/works/group-nfts.ts'
import { listUncorrected } from '#web/features/profile/edit/profile-draft.ts'
import { linkProblems } from '#web/kit/accounts/sent-links.ts'
import { statusOf } from '#web/features/profile/edit/status-store.ts'

describe('the status of a request', () => {
  it('is shown with the server’s message', () => {
    expect(statusOf({ status: 'success', data: 'You follow this account now' })).toEqual({
      state: 'success',
      title: 'Request completed successfully',
      text: 'You follow this account now',
    })
    expect(statusOf({ status: 'failed', data: 'You cannot follow yourself.' })).toMatchObject({
      title: 'The request is failed.',
      text: 'You cannot follow yourself.',
    })
  })

  it('has its own message when the server sends none', () => {
    for (const data of ['', null, undefined, 'The request is failed.']) {
      expect(statusOf({ status: 'failed', data })).toEqual({
        state: 'failed',
        title: 'The request is failed.',
        text: null,
      })
    }
  })

  it('is passed on when it is neither success nor failed', () => {
    expect(statusOf({ status: 'under review', data: 'Later' })).toEqual({
      state: 'other',
      title: 'under review',
      text: 'Later',
    })
  })
})

describe('owned NFTs', () => {
  const nft = (name: string, nftokenTaxon: number, collectionName: string | null = null) => ({
    nftokenID: `${name}${nftokenTaxon}`,
    issuer: 'rIssuer',
    nftokenTaxon,
    name,
    image: null,
    kind: null,
    metadata: { name, image: null, image_url: null },
    collectionId: null,
    collectionName,
    floorDrops: null,
    priceDrops: null,
    issuedPrice: null,
    auctionEndsAt: null,
  })

  it('are grouped by issuer and taxon under their name without its number, also in a collection', () => {
    const groups = groupNfts([
      nft('Night #12', 1, 'The Nights'),
      nft('Noon 3', 2),
      nft('Night #2', 1, 'The Nights'),
      nft('2049', 3),
    ])
    expect(
      groups.map(({ name, collectionName, taxon, nfts }) => [name, collectionName, taxon, nfts.length]),
    ).toEqual([
      ['Night', 'The Nights', 1, 2],
      ['Noon', null, 2, 1],
      ['2049', null, 3, 1],
    ])
  })
})

describe('refused links', () => {
  it('are reported until they are corrected, and links typed later are not', () => {
    const refusals = linkProblems({ website: 'no site', twitter: 'a b' })
    expect(refusals).toHaveLength(2)
    expect(listUncorrected(refusals, { website: 'mara.example', twitter: 'a b', medium: 'm m' })).toEqual([
      refusals[1],
    ])
    expect(listUncorrected(refusals, { website: 'mara.example' })).toEqual([])
  })
})

describe('reminders of an account', () => {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const inHours = (hours: number) => rippleTimeOf(now + hours * 3_600_000)
  const listing: AccountOffer = {
    OfferID: 'A'.repeat(64),
    NFTokenID: '0'.repeat(64),
    Flags: lsfSellNFToken,
    Destination: null,
    Amount: '5000000',
    Owner: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    Expiration: null,
    problem: null,
    beforeChange: false,
    name: 'Work',
    image: null,
    unsolicited: false,
    floorDrops: '4000000',
    otherFloorDrops: '5000000',
    onAuction: false,
  }
  const bid = { ...listing, Flags: 0 }

  it('name what ends within a day, what is below the floor, and what nobody can accept', () => {
    const reasons = [
      { ...listing, Expiration: inHours(23) },
      { ...bid, Expiration: inHours(23) },
      { ...listing, Amount: '4999999' },
      { ...bid, problem: 'buyer_unfunded' as const },
    ].map((offer) => reminderOf(offer, now))
    expect(reasons).toEqual([
      'Ends within a day: a new price starts a new listing',
      'Ends within a day: bid again to keep it',
      'Below the floor: the next buyer gets it for less than any other work',
      'The bidder no longer has the funds',
    ])
  })

  it('leave out gifts, auctions, and bids below the floor', () => {
    const offers = [
      listing,
      { ...bid, Amount: '1' },
      { ...listing, Amount: '0' },
      { ...listing, Amount: '1', onAuction: true },
      { ...listing, Expiration: inHours(12), onAuction: true },
      { ...listing, Amount: '0', Expiration: inHours(12) },
      { ...listing, Expiration: inHours(25) },
    ]
    expect(offers.map((offer) => reminderOf(offer, now))).toEqual(offers.map(() => null))
  })
})
