import { askAndRetry, runUntil, sign, statusOf } from './drive.ts'
import type { Flow } from './flows.ts'
import {
  askWhileClosing,
  ending,
  createDemandCollection,
  lastDemandCollection,
  newTaxon,
  nothingOpen,
  price,
  setDemandCollection,
} from './issuer-flows.ts'
import type { CrashMarket } from './market.ts'

/** The fee is 1 % on top of a listing's price. */
const brokerFee = 100_000n
const requireDestination = 1

/** Makes the account accept payments without a tag, because an earlier run may have changed that. */
async function acceptAnyPayment(market: CrashMarket): Promise<void> {
  const { seller } = market.people
  await market.removeRows('payout_tags', { account: seller.address })
  await market.session.run(seller, { TransactionType: 'AccountSet', ClearFlag: requireDestination })
}

/** The artist cannot be paid at first. The payout stays owed and is paid once as soon as possible. */
const payoutRefused: Flow = {
  name: 'payout_refused',
  prepare: async (market) => {
    await acceptAnyPayment(market)
    return createDemandCollection(market, 1, false)
  },
  run: async (market) => {
    const { buyer, seller } = market.people
    const demand = lastDemandCollection()
    const uuid = await askWhileClosing(market, 'buyOnDemand', buyer, { nftDatabaseID: demand.items[0] })
    await market.session.run(seller, { TransactionType: 'AccountSet', SetFlag: requireDestination })
    await sign(market, uuid, buyer)
    const refused = `select 1 from payouts where collection_id = $1 and state = 'owed' and result = 'tecDST_TAG_NEEDED'`
    await runUntil(
      market,
      'sold, and the payout refused',
      [[uuid, buyer]],
      async () => (await market.query(refused, [demand.collection])).length === 1,
    )
    await market.addRow('payout_tags', { account: seller.address, tag: 4711 })
    await market.changeRows('payouts', { artist: seller.address, state: 'owed' }, { due_at: new Date() })
    await runUntil(market, 'paid out', [], nothingOpen(market, demand))
    const end = await ending(market, buyer, 'buyer')
    await acceptAnyPayment(market)
    return { ...end, told: { seller: ['sold', 'payout_refused'] } }
  },
}

/** A listing of the issuer in a collection with a whitelist. It is reserved for the buyer until the sale is done. */
export const guardedBuy: Flow = {
  name: 'guarded_buy',
  prepare: async (market) => {
    const { seller, buyer, marketplace } = market.people
    const taxon = newTaxon()
    const collection = `guarded-${taxon}`
    await market.addCollection({ id: collection, issuer: seller.address, taxon, name: 'Guarded' })
    await market.setRules(collection, { whitelist_enabled: true })
    await market.addToWhitelist(collection, buyer.address, 1)
    setDemandCollection({ collection, items: [] })
    const nft = await market.mint(seller, { taxon })
    return { nft, offer: await market.list(seller, nft, price, { destination: marketplace.address }) }
  },
  run: async (market, { nft }) => {
    const { buyer } = market.people
    const demand = lastDemandCollection()
    const uuid = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft })
    await sign(market, uuid, buyer)
    await runUntil(market, 'sold', [[uuid, buyer]], nothingOpen(market, demand))
    const status = await statusOf(market, uuid, buyer)
    const reservations = await market.reservationsOf(demand.collection)
    if (status !== 'success' || reservations.length !== 1 || reservations[0]?.['state'] !== 'sold')
      throw new Error(`guarded_buy ended as ${status}, its reservations as ${JSON.stringify(reservations)}.`)
    return {
      owner: buyer,
      moved: { seller: price, buyer: -(price + brokerFee), marketplace: brokerFee },
      told: { seller: ['sold'] },
    }
  },
}

export const owingFlows: Flow[] = [payoutRefused, guardedBuy]
