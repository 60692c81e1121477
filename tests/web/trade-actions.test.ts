import { describe, expect, it } from 'vitest'
import type { NftReply, Offer } from '#contract/schemas/nfts.ts'
import { directOffers } from '#web/features/nft/record/direct-offers.ts'
import { bidExpiration, bidError } from '#web/features/trade/offer/auction-bid.ts'
import { auctionEndSeconds } from '#contract/rules/offers.ts'
import { readableBid, smallestBid } from '#contract/rules/sale-state.ts'
import type { BuyerProblem } from '#web/wallet/buyer-problem.ts'
import { emptyDraft } from '#web/wallet/offer-draft.ts'
import { fieldsOf, formErrors } from '#web/features/trade/offer/offer-fields.ts'
import { offerTransaction } from '#web/wallet/offer-transaction.ts'
import { offerActionName } from '#web/features/trade/offer-action-name.ts'
import { swapOf, tradeActions } from '#web/features/trade/trade-actions.ts'
import { lsfSellNFToken, rippleEpochSeconds } from '#contract/rules/ledger.ts'

const marketplace = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
const owner = 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd'
const viewer = 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1'
const now = Date.parse('2026-11-20T00:00:00Z')

function offer(change: Partial<Offer>): Offer {
  return {
    nft_offer_index: 'A'.repeat(64),
    owner,
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

const flags = { burnable: false, onlyXRP: false, trustLine: false, transferable: true, mutable: false }

function reply(nft: Partial<NftReply['nft']>): NftReply {
  return {
    nft: {
      _id: '1',
      nftokenID: 'B'.repeat(64),
      owner,
      issuer: 'rIssuer',
      sequence: 1,
      nftokenTaxon: 0,
      nft_taxon: 0,
      transferFee: 0,
      flags,
      uri: null,
      metadata: null,
      demandPrice: null,
      floorPrice: null,
      collectionInfo: null,
      demand: null,
      metadataState: 'none',
      metadataProblem: null,
      metadataNextTry: null,
      metadataCanRetry: false,
      metadataLink: null,
      onDemandMint: false,
      onAuction: null,
      rarity: null,
      traitCounts: [],
      burned: false,
      sellOffers: [],
      buyOffers: [],
      history: [],
      ...nft,
    },
    collection: null,
    ledgerIndex: 1,
    xrpPrice: null,
  }
}

const auction = (endsAt: string) => ({
  offerIndex: 'A'.repeat(64),
  startAmount: '50000000',
  topBid: null,
  endsAt,
  extends: false,
})

describe('the actions on a work', () => {
  const names = (work: Partial<NftReply['nft']>, who: string | null, problem: BuyerProblem | null = null) => {
    const { main, moreActions } = tradeActions(reply(work), who, marketplace, now, problem)
    return [...main, ...moreActions].map(({ name, barred }) => (barred === undefined ? name : `(${name})`))
  }

  it('let its owner sell, give away and burn it', () => {
    expect(names({}, owner)).toEqual(['Sell Now', 'Open Auction', 'Transfer', 'Create Sell Offer', 'Burn'])
    expect(names({ sellOffers: [offer({})] }, owner)).toEqual(['Change Price', 'Cancel the listing', 'Burn'])
    expect(names({ onAuction: auction('2026-11-21T00:00:00Z') }, owner)).toEqual(['End the auction', 'Burn'])
    const bound = { ...flags, transferable: false }
    expect(names({ flags: bound }, owner)).toEqual(['Transfer', 'Burn'])
  })

  it('bar accounts that may not buy from the issuer', () => {
    const blacklisted: BuyerProblem = { code: 'blacklisted', message: 'No.' }
    const unpaid: BuyerProblem = { code: 'too_many_unpaid', message: 'No.' }
    const listing = { sellOffers: [offer({})] }
    const running = { onAuction: auction('2026-11-21T00:00:00Z') }
    for (const problem of [blacklisted, unpaid]) expect(names(listing, viewer, problem)[0]).toBe('(Buy Now)')
    expect(names(running, viewer, blacklisted)[0]).toBe('(Auction Bid)')
    // Bids reserve nothing, so unpaid reservations do not count.
    expect(names(running, viewer, unpaid)[0]).toBe('Auction Bid')
    const gift = { sellOffers: [offer({ amount: '0', destination: viewer })] }
    expect(names(gift, viewer, blacklisted)[0]).toBe('Accept Transfer')
  })

  it('let other accounts buy it, bid on it and contact its owner', () => {
    expect(names({}, viewer)).toEqual(['Place a Bid', 'Contact NFT Owner'])
    expect(names({ sellOffers: [offer({})] }, null)).toEqual(['Buy Now', 'Place a Bid', 'Contact NFT Owner'])
    const gift = offer({ amount: '0', destination: viewer })
    expect(names({ sellOffers: [gift] }, viewer)).toContain('Accept Transfer')
    expect(names({ sellOffers: [gift] }, null)).not.toContain('Accept Transfer')
    expect(names({ onAuction: auction('2026-11-21T00:00:00Z') }, viewer)[0]).toBe('Auction Bid')
    expect(names({ onAuction: auction('2026-11-19T00:00:00Z') }, viewer)[0]).toBe('(Auction Bid)')
    expect(names({ burned: true }, viewer)).toEqual([])
  })

  it('say who leads an auction to those who have bid', () => {
    const bid = (who: string) => offer({ flags: 0, owner: who })
    const leads = (who: string | null, top: string, bidders: string[]) => {
      const onAuction = { ...auction('2026-11-21T00:00:00Z'), topBid: bid(top) }
      const work = reply({ onAuction, buyOffers: bidders.map(bid) })
      return tradeActions(work, who, marketplace, now, null).main[0]?.leads
    }
    expect(leads(viewer, viewer, [viewer])).toBe(true)
    expect(leads(viewer, 'rOther', ['rOther', viewer])).toBe(false)
    expect(leads(viewer, 'rOther', ['rOther'])).toBeUndefined()
    expect(leads(null, 'rOther', ['rOther'])).toBeUndefined()
  })

  it('accept, cancel or buy one offer', () => {
    const bid = offer({ flags: 0, owner: viewer })
    const name = (item: Offer, who: string | null) => offerActionName({ owner }, item, who, marketplace)
    expect(name(bid, owner)).toBe('Accept Bid')
    expect(name(bid, viewer)).toBe('Cancel')
    expect(name(bid, null)).toBeNull()
    expect(name({ ...bid, problem: 'buyer_unfunded' }, owner)).toBeNull()
    expect(name(offer({ destination: null }), viewer)).toBe('Accept')
    expect(name(offer({}), viewer)).toBeNull()
  })

  it('list direct offers besides the one that has a button', () => {
    const cheap = offer({ destination: null, amount: '1000000', nft_offer_index: 'C'.repeat(64) })
    const expensive = offer({ destination: null, amount: '2000000', nft_offer_index: 'D'.repeat(64) })
    const { nft } = reply({ sellOffers: [cheap, expensive] })
    expect(directOffers(nft, viewer, marketplace)).toEqual([expensive])
  })
})

describe('the offer form', () => {
  const errors = (kind: Parameters<typeof formErrors>[0], change: object) => {
    const draft = { ...emptyDraft(kind), ...change }
    return formErrors(kind, draft, fieldsOf(kind, draft, [], now), owner).map(({ field }) => field)
  }

  it('reports errors at their fields', () => {
    expect(errors('listForSale', {})).toEqual(['value'])
    expect(errors('listForSale', { amount: '1' })).toEqual([])
    expect(errors('transfer', {})).toEqual(['destination'])
    expect(errors('transfer', { destination: owner })).toEqual(['destination'])
    expect(errors('transfer', { open: true })).toEqual(['open'])
    expect(errors('transfer', { open: true, openAgreed: true })).toEqual([])
    expect(errors('runAuction', { amount: '1', expires: 'date', expiresAt: '' })).toEqual(['expiration'])
    expect(errors('offerDirectly', { amount: '1', currency: 'custom' })).toEqual(['currency', 'issuer'])
  })

  it('lets an auction end when its seller says, and its offer expire 12 hours later', () => {
    const expires = (kind: Parameters<typeof formErrors>[0]) => {
      const fields = fieldsOf(kind, { ...emptyDraft(kind), expires: '1' }, [], now)
      return (fields.expiration ?? 0) - fields.now
    }
    expect([expires('offerDirectly'), expires('runAuction')]).toEqual([86_400, 86_400 + auctionEndSeconds])
  })

  it('builds the transaction that it describes', () => {
    const terms = { account: viewer, nftokenID: 'B', owner, amount: '5', destination: '', expiration: null }
    expect(offerTransaction({ ...terms, side: 'buyer', broker: marketplace })).toEqual({
      TransactionType: 'NFTokenCreateOffer',
      Account: viewer,
      NFTokenID: 'B',
      Amount: '5',
      Owner: owner,
      Destination: marketplace,
    })
    expect(offerTransaction({ ...terms, side: 'seller', broker: null })).not.toHaveProperty('Destination')
  })

  it('knows the minimum amount and lifetime of a bid', () => {
    const running = auction('2026-11-21T00:00:00Z')
    // 50 XRP after 1 %: 50.505050... rounded up to the next drop.
    expect(smallestBid('50000000')).toBe('50505050')
    // Buttons and hints show the amount rounded up to hundredths, so that a bid of that amount reaches the start price.
    expect(readableBid('50505050')).toBe('50510000')
    expect(readableBid('50510000')).toBe('50510000')
    expect(bidError('50505050', running)).toBeNull()
    expect(bidError('50505049', running)).toMatch(/start price/)
    const topBid = offer({ amount: '60000000' })
    expect(bidError('60000000', { ...running, topBid })).toMatch(/top bid/)
    expect(bidError('60000001', { ...running, topBid })).toBeNull()
    const solo = (value: string) => ({ currency: 'SOL', issuer: owner, value })
    expect(smallestBid(solo('100'))).toEqual(solo('101.0101010101011'))
    expect(bidError(solo('101'), { ...running, startAmount: solo('100') })).toMatch(/start price/)
    expect(bidError(solo('101.0101010101011'), { ...running, startAmount: solo('100') })).toBeNull()
    expect(bidError('500000000', { ...running, startAmount: solo('100') })).toMatch(/start price/)
    expect(bidExpiration(running)).toBe(Date.parse(running.endsAt) / 1000 - rippleEpochSeconds + 43_200)
  })
})

describe('a swap can be proposed', () => {
  const id = 'B'.repeat(64)
  const swap = (nft: Partial<NftReply['nft']>, who = viewer) => swapOf(reply(nft), who, marketplace)

  it('with an own work, and for a work of another collector', () => {
    expect(swap({}, owner)).toEqual({ gives: id })
    expect(swap({})).toEqual({ with: owner, gets: id })
  })

  it('not with what is burned, the marketplace’s, or not transferable', () => {
    expect(swap({ burned: true })).toBeNull()
    expect(swap({ owner: marketplace })).toBeNull()
    expect(swap({ flags: { ...flags, transferable: false } })).toBeNull()
    expect(swap({ flags: { ...flags, transferable: false }, issuer: owner })).toEqual({
      with: owner,
      gets: id,
    })
  })
})
