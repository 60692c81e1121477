import { Wallet } from 'xrpl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { nftokenFlags, tfSellNFToken, tfSetNoRipple } from '#contract/rules/ledger.ts'
import { nftSortNames } from '#contract/rules/list-addresses.ts'
import { subtractAmounts } from '#contract/rules/money.ts'
import {
  advanceClock,
  askAndSign,
  askReply,
  cronUntil,
  indexed,
  ledgerSeconds,
  openForBusiness,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { notNull } from '#tests/support/state.ts'

const otherBroker = Wallet.generate().classicAddress
/** The issuer of TPR is created before the world that lists its token. */
const issuer: DemoAccount = (() => {
  const { classicAddress, seed = '' } = Wallet.generate()
  return { name: 'issuer', role: 'artist', address: classicAddress, seed }
})()

let world: TestWorld
let artist: DemoAccount
let seller: DemoAccount
let buyer: DemoAccount
let sellerSession: Session
let buyerSession: Session
const tpr = (value: string) => ({ currency: 'TPR', issuer: issuer.address, value })
const odd = (value: string) => ({ currency: 'ODD', issuer: issuer.address, value })

beforeAll(async () => {
  world = await createTestWorld({
    bindings: { TOKEN_ISSUERS: `TPR=${issuer.address}`, OTHER_BROKERS: `${otherBroker}=Elsewhere` },
  })
  artist = await world.fund('artist')
  seller = await world.fund('seller')
  buyer = await world.fund('buyer')
  await world.ledger.run(await world.fund('bank', 300), {
    TransactionType: 'Payment',
    Destination: issuer.address,
    Amount: '100000000',
  })
  // Holders can pay each other, and the issuer charges 0.2 %.
  await world.run(issuer, { TransactionType: 'AccountSet', SetFlag: 8, TransferRate: 1_002_000_000 })
  for (const account of [artist, seller, world.marketplace]) {
    await world.run(account, { TransactionType: 'TrustSet', LimitAmount: tpr('1000000') })
  }
  await openForBusiness(world)
  sellerSession = await world.connect(seller)
  buyerSession = await world.connect(buyer)
})
afterAll(() => world.close())

async function balance(account: DemoAccount): Promise<string> {
  const reply = await callRpc(world.ledgerUrl, 'account_lines', {
    account: account.address,
    peer: issuer.address,
    ledger_index: 'validated',
  })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  return String(lines.find((line) => line['currency'] === 'TPR')?.['balance'])
}

async function gained(account: DemoAccount, before: string | undefined): Promise<string> {
  const [now, then] = [await balance(account), before ?? '0'].map((value) => ({ ...tpr(''), value }))
  if (now === undefined || then === undefined) throw new Error('no balance')
  const gain = subtractAmounts(now, then)
  return typeof gain === 'string' ? gain : gain.value
}

async function held(owner: DemoAccount, transferFee = 5000) {
  const nft = await world.mint(artist, { transferFee })
  const offer = await world.list(artist, nft, 0n, { destination: owner.address })
  await world.run(owner, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  await indexed(world, nft)
  await cronUntil(world, 'owner known', async () => (await world.tokenOf(nft))?.['owner'] === owner.address)
  return nft
}

const line = async (session: Session, currency: string) => {
  const reply = await world.call(`/api/account/trust_line?currency=${currency}&issuer=${issuer.address}`, {
    session,
  })
  expectContract('getTrustLine', reply)
  return reply.body
}

function offer(account: DemoAccount, nft: string, more: Record<string, unknown>) {
  return { TransactionType: 'NFTokenCreateOffer', Account: account.address, NFTokenID: nft, ...more }
}

test('the settings contain the listed tokens and reserves', async () => {
  const reply = await world.call('/api/marketplace/settings')
  expectContract('getSettings', reply)
  expect(reply.body).toMatchObject({
    tokens: [{ symbol: 'TPR', currency: 'TPR', issuer: issuer.address }],
    baseReserveDrops: '1000000',
    ownerReserveDrops: '200000',
  })
})

test('a missing trust line is reported, set with the wallet, and found', async () => {
  expect(await line(buyerSession, 'TPR')).toMatchObject({
    exists: false,
    brokered: true,
    transferRate: 1_002_000_000,
    issuerExists: true,
  })
  expect(
    await askAndSign(world, 'setTrustLine', buyerSession, { currency: 'TPR', issuer: issuer.address }),
  ).toMatchObject({ status: 'success', outcome: { purpose: 'trust_line' } })
  expect(await line(buyerSession, 'TPR')).toMatchObject({ exists: true, balance: '0', limit: '1000000000' })
  const again = await askReply(world, 'setTrustLine', buyerSession, {
    currency: 'TPR',
    issuer: issuer.address,
  })
  expect(again.body).toMatchObject({ code: 'already_pending' })
  expect(await line(buyerSession, 'ODD')).toMatchObject({ exists: false, brokered: false })
})

test('a listing in a listed token is brokered to the last digit, with transfer rate and royalty', async () => {
  const nft = await held(seller)
  const txjson = offer(seller, nft, {
    Amount: tpr('100.50'),
    Destination: world.marketplace.address,
    Flags: tfSellNFToken,
  })
  expect(await askAndSign(world, 'requestTransaction', sellerSession, { txjson })).toMatchObject({
    status: 'success',
  })
  // Lists show the price in the issued currency.
  const { body } = await world.call(`/api/marketplace/search?query=${nft}`)
  expect(body['nfts']).toMatchObject([{ nftokenID: nft, priceDrops: null, issuedPrice: tpr('100.5') }])
  // Enough for price and fee, but not for the transfer rate.
  await world.run(issuer, { TransactionType: 'Payment', Destination: buyer.address, Amount: tpr('101.6') })
  const short = await askReply(world, 'buyNow', buyerSession, {
    nftokenID: nft,
    expectedAmount: tpr('100.5'),
  })
  expect(short.body).toMatchObject({ code: 'insufficient_funds' })
  await world.run(issuer, { TransactionType: 'Payment', Destination: buyer.address, Amount: tpr('100') })
  const outcome = await askAndSign(world, 'buyNow', buyerSession, {
    nftokenID: nft,
    expectedAmount: tpr('100.5'),
  })
  expect(outcome).toMatchObject({
    status: 'success',
    outcome: { paid: tpr('101.505'), fee: tpr('1.005'), paidDrops: null },
  })
  expect(await world.ownerOf(nft, [seller, buyer])).toBe(buyer.address)
  // Price 100.5, fee 1.005, royalty 5 % of 100.5; the buyer also pays the issuer 0.2 % of the total.
  expect(await balance(world.marketplace)).toBe('1.005')
  expect(await balance(artist)).toBe('5.025')
  expect(await balance(seller)).toBe('95.475')
  expect(await balance(buyer)).toBe('99.89199')
})

test('a bid in a listed token is accepted, with the fee rounded down at 15 digits', async () => {
  const nft = await held(seller, 0)
  const before = await balance(seller)
  const bid = '12.3456789012345'
  const txjson = offer(buyer, nft, {
    Owner: seller.address,
    Amount: tpr(bid),
    Destination: world.marketplace.address,
  })
  expect(await askAndSign(world, 'requestTransaction', buyerSession, { txjson })).toMatchObject({
    status: 'success',
  })
  const [row] = await world.offersOf(nft, { is_sell: false, state: 'open' })
  expect(
    await askAndSign(world, 'acceptBid', sellerSession, { nftokenID: nft, buyOfferIndex: row?.['id'] }),
  ).toMatchObject({ status: 'success', outcome: { fee: tpr('0.123456789012345') } })
  expect(await balance(world.marketplace)).toBe('1.128456789012345')
  expect([before, await balance(seller)]).toEqual(['95.475', '107.6972221122222'])
})

longTest(
  'an auction in a listed token takes bids in that currency only and settles to the last digit',
  async () => {
    const nft = await held(seller)
    const [seller0, buyer0, artist0, broker0] = await Promise.all(
      [seller, buyer, artist, world.marketplace].map(balance),
    )
    const expiration = (await ledgerSeconds(world)) + 14 * 3600
    const opening = { Destination: world.marketplace.address, Expiration: expiration, Flags: tfSellNFToken }
    const inOdd = offer(seller, nft, { ...opening, Amount: odd('10') })
    expect((await askReply(world, 'runAuction', sellerSession, { txjson: inOdd })).body).toMatchObject({
      code: 'transaction_not_allowed',
    })
    const txjson = offer(seller, nft, { ...opening, Amount: tpr('10') })
    expect(await askAndSign(world, 'runAuction', sellerSession, { txjson })).toMatchObject({
      status: 'success',
    })
    const bid = (Amount: unknown) => ({
      txjson: offer(buyer, nft, {
        Owner: seller.address,
        Amount,
        Destination: world.marketplace.address,
        Expiration: expiration,
      }),
    })
    const bidding = (amount: unknown) => askReply(world, 'bidAtAuction', buyerSession, bid(amount))
    expect((await bidding('20000000')).body).toMatchObject({ code: 'validation_failed' })
    expect((await bidding(tpr('10.1'))).body).toMatchObject({ code: 'bid_too_low' })
    expect((await bidding(tpr('90'))).body).toMatchObject({ code: 'insufficient_funds' })
    expect(await askAndSign(world, 'bidAtAuction', buyerSession, bid(tpr('20.5')))).toMatchObject({
      status: 'success',
    })
    const page = await world.call(`/api/nft?id=${nft}`)
    expectContract('getNft', page)
    expect(page.body['nft']).toMatchObject({
      onAuction: { startAmount: tpr('10'), topBid: { owner: buyer.address, amount: tpr('20.5') } },
    })
    await advanceClock(world, 3 * 3600)
    await cronUntil(world, 'auction settled', () =>
      world.hasRow('auctions', { nft_id: nft, state: 'settled' }),
    )
    expect(await world.ownerOf(nft, [seller, buyer])).toBe(buyer.address)
    // Bid 20.5, fee 0.205, royalty 5 % of 20.295; the buyer also pays the currency's issuer 0.2 % of the total.
    expect(await gained(seller, seller0)).toBe('19.28025')
    expect(await gained(artist, artist0)).toBe('1.01475')
    expect(await gained(world.marketplace, broker0)).toBe('0.205')
    expect(await gained(buyer, buyer0)).toBe('-20.541')
  },
)

test('a currency that the marketplace does not broker works for direct offers only', async () => {
  const nft = await held(seller, 0)
  const txjson = offer(seller, nft, {
    Amount: odd('5'),
    Destination: world.marketplace.address,
    Flags: tfSellNFToken,
  })
  expect((await askReply(world, 'requestTransaction', sellerSession, { txjson })).body).toMatchObject({
    code: 'transaction_not_allowed',
  })
  await world.run(seller, { TransactionType: 'TrustSet', LimitAmount: odd('1000') })
  await world.run(seller, txjson)
  await cronUntil(world, 'offer indexed', () =>
    world.hasRow('offers', { nft_id: nft, is_sell: true, state: 'open' }),
  )
  const page = await world.call(`/api/nft?id=${nft}`)
  expectContract('getNft', page)
  expect(page.body['nft']).toMatchObject({ sellOffers: [{ problem: 'currency_not_brokered' }] })
  expect((await askReply(world, 'buyNow', buyerSession, { nftokenID: nft })).body).toMatchObject({
    code: 'not_for_sale',
  })
})

test('without the creator’s trust line a token cannot be sold in that currency, and the reply gives this reason', async () => {
  const creator = await world.fund('creator')
  const [nft, later] = [
    await world.mint(creator, { transferFee: 5000 }),
    await world.mint(creator, { transferFee: 5000 }),
  ]
  for (const id of [nft, later]) {
    const gift = await world.list(creator, id, 0n, { destination: seller.address })
    await world.run(seller, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  await indexed(world, later)
  const expected = {
    code: 'royalty_no_line',
    data: 'The creator of this NFT has no trust line for TPR, so the royalty cannot be paid. Use another currency: only the creator can set up that trust line.',
  }
  const m = { Destination: world.marketplace.address, Flags: tfSellNFToken, Amount: tpr('5') }
  const selling = await askReply(world, 'requestTransaction', sellerSession, {
    txjson: offer(seller, nft, m),
  })
  expect(selling.body).toMatchObject(expected)
  // The creator had the trust line at the time of the listing, and removed it later.
  // tfSetNoRipple allows the ledger to delete the line when its limit becomes zero.
  const limit = (value: string) => ({
    TransactionType: 'TrustSet',
    LimitAmount: tpr(value),
    Flags: tfSetNoRipple,
  })
  await world.run(creator, limit('1000'))
  await world.run(seller, offer(seller, later, m))
  await world.run(creator, limit('0'))
  await cronUntil(world, 'listing without its line', () =>
    world.hasRow('offers', { nft_id: later, problem: 'royalty_no_line' }),
  )
  expect((await askReply(world, 'buyNow', buyerSession, { nftokenID: later })).body).toMatchObject(expected)
})

test('a listing of another marketplace is named and cannot be bought here', async () => {
  const nft = await held(seller, 0)
  await world.run(await world.fund('second bank', 300), {
    TransactionType: 'Payment',
    Destination: otherBroker,
    Amount: '100000000',
  })
  await world.run(
    seller,
    offer(seller, nft, { Amount: '5000000', Destination: otherBroker, Flags: tfSellNFToken }),
  )
  await cronUntil(
    world,
    'offer indexed',
    async () => (await world.offersOf(nft, { is_sell: true })).length > 1,
  )
  const page = await world.call(`/api/nft?id=${nft}`)
  expect(page.body['nft']).toMatchObject({
    sellOffers: [{ problem: 'other_marketplace', broker: 'Elsewhere' }],
  })
  expect((await askReply(world, 'buyNow', buyerSession, { nftokenID: nft })).body).toMatchObject({
    code: 'not_for_sale',
    data: 'This NFT is listed on another marketplace. It cannot be bought here.',
  })
})

longTest('dead offers are found with their reason, and one transaction cancels them', async () => {
  const nft = await held(seller, 0)
  const dormant = await world.list(seller, nft, 3_000_000n)
  const gift = await world.list(seller, nft, 0n, { destination: buyer.address })
  await world.run(buyer, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  await cronUntil(world, 'dormant', () => world.hasRow('offers', { id: dormant, problem: notNull }))
  const reply = await world.call('/api/account/dead_offers', { session: sellerSession })
  expectContract('getDeadOffers', reply)
  const dead = Array.isArray(reply.body['offers']) ? reply.body['offers'].map(asJson) : []
  expect(dead.find((entry) => entry['nft_offer_index'] === dormant)).toMatchObject({
    nftokenID: nft,
    problem: 'seller_not_owner',
  })
  expect(reply.body['reserveDrops']).toBe(String(dead.length * 200_000))
  const ids = dead.map((entry) => entry['nft_offer_index'])
  const txjson = { TransactionType: 'NFTokenCancelOffer', Account: seller.address, NFTokenOffers: ids }
  expect(await askAndSign(world, 'requestTransaction', sellerSession, { txjson })).toMatchObject({
    status: 'success',
  })
  const left = await world.call('/api/account/dead_offers', { session: sellerSession })
  expect(left.body).toMatchObject({ offers: [], reserveDrops: '0' })
})

longTest(
  'a work listed only in an issued currency is found among those for sale, as its card shows',
  async () => {
    const toMarket = { Destination: world.marketplace.address, Flags: tfSellNFToken }
    const works: string[] = []
    for (let n = 0; n < 6; n += 1) works.push(await world.mint(seller, { taxon: 77 }))
    const [xrp, dearer, issued, open, elsewhere, unlisted] = works
    const listings: [string | undefined, Record<string, unknown>][] = [
      [xrp, { ...toMarket, Amount: '1000000' }],
      [dearer, { ...toMarket, Amount: '9000000' }],
      [issued, { ...toMarket, Amount: tpr('5') }],
      [open, { Flags: tfSellNFToken, Amount: tpr('0.5') }],
      [elsewhere, { Flags: tfSellNFToken, Amount: tpr('5'), Destination: otherBroker }],
    ]
    for (const [nft = '', more] of listings) await world.run(seller, offer(seller, nft, more))
    await world.addCollection({ id: 'coins', issuer: seller.address, taxon: 77, name: 'Coins' })
    await cronUntil(world, 'listings indexed', async () => {
      const works = await world.rowsOf('nfts', { issuer: seller.address, taxon: 77 })
      return (await world.countRows('offers', { nft_id: works.map(({ id }) => id) })) === listings.length
    })
    const resultsOf = async (query: string) => {
      const reply = await world.call(`/api/collection/nfts?id=coins&${query}`)
      expectContract('getCollectionNfts', reply)
      const cards = Array.isArray(reply.body['nfts']) ? reply.body['nfts'].map(asJson) : []
      expect([query, reply.body['count']]).toEqual([query, cards.length])
      return cards
    }
    const idsOf = async (query: string) => (await resultsOf(query)).map((card) => card['nftokenID'])
    const forSale = [xrp, dearer, issued, open].toSorted()
    for (const sort of nftSortNames) {
      for (const filter of ['status=listed', 'buyable=true'])
        expect((await idsOf(`${filter}&sort=${sort}`)).toSorted()).toEqual(forSale)
      for (const filter of ['status=unlisted', 'buyable=false'])
        expect((await idsOf(`${filter}&sort=${sort}`)).toSorted()).toEqual([elsewhere, unlisted].toSorted())
    }
    // Works priced in XRP come first, ordered by price.
    expect((await idsOf('status=listed&sort=price_inc')).slice(0, 2)).toEqual([xrp, dearer])
    expect((await idsOf('status=listed&sort=price_dec')).slice(0, 2)).toEqual([dearer, xrp])
    expect((await idsOf('sort=price_inc')).slice(0, 2)).toEqual([xrp, dearer])
    for (const card of await resultsOf('sort=unset'))
      expect(card['priceDrops'] !== null || card['issuedPrice'] !== null).toBe(
        forSale.includes(String(card['nftokenID'])),
      )
    // The minter still owns all of them, so nothing is on secondary sale.
    expect(await idsOf('status=sale')).toEqual([])
  },
)

describe('a refusal gives its true reason', () => {
  let nft: string
  let holder: Session

  beforeAll(async () => {
    nft = await world.mint(seller, {})
    holder = await world.connect(await world.fund('Holder'))
    await world.run(holder.account, { TransactionType: 'TrustSet', LimitAmount: tpr('100') })
    await world.run(issuer, {
      TransactionType: 'Payment',
      Destination: holder.account.address,
      Amount: tpr('50'),
    })
  })

  const reasonOf = async (session: Session, fields: object) => {
    const txjson = { TransactionType: 'NFTokenCreateOffer', Account: session.account.address, ...fields }
    return String((await askReply(world, 'requestTransaction', session, { txjson })).body['data'])
  }
  const bid = (amount: unknown) => ({ NFTokenID: nft, Owner: seller.address, Amount: amount })
  const sale = (id: string, amount: unknown, to?: string) => ({
    NFTokenID: id,
    Amount: amount,
    Flags: tfSellNFToken,
    ...(to === undefined ? {} : { Destination: to }),
  })
  const setFlag = (account: DemoAccount, flag: number) =>
    world.run(account, { TransactionType: 'AccountSet', SetFlag: flag })
  const clearFlag = (account: DemoAccount, flag: number) =>
    world.run(account, { TransactionType: 'AccountSet', ClearFlag: flag })

  test('when the issuer has frozen the currency', async () => {
    const { account } = holder
    const toMarketplace = { Destination: world.marketplace.address }
    await world.run(seller, offer(seller, nft, { Amount: tpr('1'), ...toMarketplace, Flags: tfSellNFToken }))
    await world.run(
      account,
      offer(account, nft, { Owner: seller.address, Amount: tpr('2'), ...toMarketplace }),
    )
    const bidsOn = () => world.offersOf(nft, { is_sell: false })
    await cronUntil(world, 'both indexed', async () => (await bidsOn()).length > 0)
    const [placed] = await bidsOn()
    const refusedBid = async () => {
      const fields = { owner: seller.address, nftokenID: nft, buyOfferIndex: placed?.['id'] }
      return String((await askReply(world, 'acceptBid', sellerSession, fields)).body['data'])
    }
    const frozenBid =
      'The currency of this bid is frozen for one of the two accounts, so nothing can be paid in it now.'
    await setFlag(issuer, 7)
    // The ledger shows the freeze before the index does.
    expect(await refusedBid()).toBe(frozenBid)
    expect(await reasonOf(holder, bid(tpr('1')))).toBe(
      'The issuer has frozen TPR for your account, so you cannot pay with it.',
    )
    await cronUntil(world, 'frozen', () => world.hasRow('account_settings', { global_freeze: true }))
    expect(await refusedBid()).toBe(frozenBid)
    const items = [{ nftokenID: nft, sellOfferIndex: null, expectedAmount: tpr('1') }]
    const cart = await world.call('/api/cart/check', { session: holder, body: { items } })
    expectContract('checkCart', cart)
    expect(cart.body['totals']).toMatchObject([{ frozen: false }, { frozen: true }])
    await clearFlag(issuer, 7)
  })

  test('when the creator has limited the work to XRP', async () => {
    const onlyXrp = await world.mint(seller, { flags: nftokenFlags.transferable + nftokenFlags.onlyXRP })
    await indexed(world, onlyXrp)
    expect(await reasonOf(sellerSession, sale(onlyXrp, tpr('1')))).toBe(
      'This NFT can only be sold for XRP: its creator decided this when it was minted.',
    )
  })

  test('when the receiver requires destination tags, as an exchange does', async () => {
    const { account } = holder
    await setFlag(account, 1)
    const gift = sale(nft, '0', account.address)
    expect(await reasonOf(sellerSession, gift)).toContain('requires a destination tag')
    const txjson = { TransactionType: 'NFTokenCreateOffer', Account: seller.address, ...gift }
    const warned = await askReply(world, 'requestTransaction', sellerSession, { txjson, toTagged: true })
    expect(warned.status).toBe(202)
    await clearFlag(account, 1)
  })

  test('when an account accepts no NFT offers', async () => {
    const { account } = holder
    await setFlag(account, 12)
    expect(await reasonOf(sellerSession, sale(nft, '0', account.address))).toBe(
      'The account that the offer is for does not accept NFT offers.',
    )
    await setFlag(seller, 12)
    expect(await reasonOf(buyerSession, bid('1000000'))).toBe(
      'The owner of this NFT does not accept bids: their account blocks NFT offers.',
    )
    await clearFlag(seller, 12)
  })

  test('when the offer is addressed to another account', async () => {
    const gift = await world.list(seller, nft, 0n, { destination: buyer.address })
    const txjson = {
      TransactionType: 'NFTokenAcceptOffer',
      Account: holder.account.address,
      NFTokenSellOffer: gift,
    }
    const accepted = await askReply(world, 'requestTransaction', holder, { txjson })
    expect(accepted.body['data']).toBe('This offer is for another account: only that account can accept it.')
  })
})
