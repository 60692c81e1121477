import { bulkFlows } from './bulk-flows.ts'
import { cart, cartFlows } from './cart-flows.ts'
import { askAndRetry, reject, runUntil, sign, statusOf } from './drive.ts'
import { acceptBid, buyNow, expectStatus, type Flow, inOne, listed, lostRace, noSaleOpen } from './flows.ts'
import {
  buyAndPay,
  createDemandCollection,
  demandBuy,
  ending,
  lastDemandCollection,
  nothingOpen,
} from './issuer-flows.ts'
import { guardedBuy } from './owing-flows.ts'
import { swap, swapFlows } from './swap-flows.ts'

/** Returns the same flow with the last signature using the Sequence as a ticket. */
const byTicket = (flow: Flow): Flow => ({ ...flow, name: `${flow.name}_by_ticket`, byTicket: true })

/** The listing is withdrawn after the buyer's request was sent. Nothing is bought, and nothing is left behind. */
const gone: Flow = {
  name: 'batch_gone',
  batch: true,
  prepare: listed,
  run: async (market, { nft, offer }) => {
    const { buyer, seller } = market.people
    const uuid = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft })
    await market.session.run(seller, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer] })
    await sign(market, uuid, buyer)
    await runUntil(market, 'undone', [[uuid, buyer]], noSaleOpen(market, nft))
    expectStatus('batch_gone', await statusOf(market, uuid, buyer), 'failed')
    return { owner: seller, moved: {} }
  },
}

/** The buyer signs, but has used the Sequence for another transaction. The lent ticket returns to the pool. */
const superseded: Flow = {
  name: 'batch_superseded',
  batch: true,
  prepare: listed,
  run: async (market, { nft, offer }) => {
    const { buyer, seller } = market.people
    const uuid = await askAndRetry(market, 'buyNow', buyer, { nftokenID: nft })
    await market.session.run(buyer, { TransactionType: 'AccountSet' })
    await sign(market, uuid, buyer)
    await runUntil(market, 'given up', [[uuid, buyer]], noSaleOpen(market, nft))
    expectStatus('batch_superseded', await statusOf(market, uuid, buyer), 'failed')
    await market.session.run(seller, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer] })
    return { owner: seller, moved: {} }
  },
}

/** The request for an on-demand work is rejected. Nothing is minted, and another account buys the work. */
const demandRejected: Flow = {
  name: 'batch_demand_rejected',
  batch: true,
  prepare: (market) => createDemandCollection(market, 1, false),
  run: async (market) => {
    const { buyer, rival } = market.people
    const demand = lastDemandCollection()
    const [id] = demand.items
    await market.changeRows('reservations', {}, { unpaid: false })
    const uuid = await askAndRetry(market, 'buyOnDemand', buyer, { nftDatabaseID: id })
    await reject(market, uuid)
    await market.session.run(buyer, { TransactionType: 'AccountSet' })
    await runUntil(market, 'released', [[uuid, buyer]], nothingOpen(market, demand))
    await buyAndPay(market, rival, 'buyOnDemand', { nftDatabaseID: id })
    return ending(market, rival, 'rival')
  },
}

export const batchFlows: Flow[] = [
  ...[buyNow, lostRace, acceptBid, demandBuy, guardedBuy].map(inOne),
  gone,
  superseded,
  demandRejected,
  ...cartFlows,
  ...bulkFlows,
  ...swapFlows,
  ...[...[buyNow, acceptBid, demandBuy].map(inOne), cart, swap].map(byTicket),
]
