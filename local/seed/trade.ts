import type { LedgerSession, Settled } from '#local/lib/ledger-session.ts'
import { createdOffer } from '#local/lib/metadata.ts'
import { asJson, type Json, numberOf, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { brokerFee } from '#contract/rules/fees.ts'
import type { Auction, Bid, Plan, Sale } from './plan.ts'

export interface RunningAuction extends Auction {
  offerId: string
  /** Expiration in seconds since the Ripple epoch. */
  expiration: number
}

const sellOffer = 1
/** Seconds from the end of an auction to the expiration of its sell offer. */
const settlementSeconds = 43_200
const day = 86_400
const reservationSeconds = 900

interface Order {
  holder: DemoAccount
  transaction: Json
}

/** Submits all orders in as few ledgers as possible. Throws unless each one succeeds. */
async function sendAll(ledger: LedgerSession, orders: Order[]): Promise<Settled[]> {
  const hashes: string[] = []
  for (const { holder, transaction } of orders) hashes.push(await ledger.send(holder, transaction))
  const outcomes = await ledger.settle(hashes)
  return hashes.map((hash, index) => {
    const outcome = outcomes.get(hash)
    if (outcome?.result === 'tesSUCCESS') return outcome
    const { transaction } = orders[index] ?? { transaction: {} }
    throw new Error(`${JSON.stringify(transaction)} ended with ${outcome?.result ?? 'nothing'}`)
  })
}

function sell(holder: DemoAccount, nftokenID: string, drops: bigint, fields: Json = {}): Order {
  return {
    holder,
    transaction: {
      TransactionType: 'NFTokenCreateOffer',
      Flags: sellOffer,
      NFTokenID: nftokenID,
      Amount: drops.toString(),
      ...fields,
    },
  }
}

function buy(
  holder: DemoAccount,
  owner: DemoAccount,
  nftokenID: string,
  drops: bigint,
  fields: Json = {},
): Order {
  return {
    holder,
    transaction: {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: nftokenID,
      Owner: owner.address,
      Amount: drops.toString(),
      ...fields,
    },
  }
}

/**
 * Creates the functions that trade the works. Each step is a transaction of its account; the marketplace matches offers
 * at its published fee.
 */
export function createTrade(ledger: LedgerSession, ledgerUrl: string, marketplace: DemoAccount) {
  const toMarketplace = { Destination: marketplace.address }

  async function closeTime(): Promise<number> {
    const { ledger: header } = await callRpc(ledgerUrl, 'ledger', { ledger_index: 'validated' })
    return numberOf(asJson(header)['close_time'], 'close_time')
  }

  async function sellThrough(sales: Sale[]): Promise<void> {
    const now = await closeTime()
    const offers = await sendAll(
      ledger,
      sales.map(({ seller, work, priceDrops, brokered }) =>
        sell(seller, work.nftokenID, priceDrops, brokered ? toMarketplace : {}),
      ),
    )
    const brokeredSales = sales.filter((sale) => sale.brokered)
    const bids = await sendAll(
      ledger,
      brokeredSales.map(({ buyer, seller, work, priceDrops }) =>
        buy(buyer, seller, work.nftokenID, priceDrops + brokerFee(priceDrops), {
          ...toMarketplace,
          // The same duration as the reservation of a purchase, so that the history shows both events as one line.
          Expiration: now + reservationSeconds,
        }),
      ),
    )
    await sendAll(
      ledger,
      sales.map((sale, index): Order => {
        const offer = createdOffer(offers[index]?.meta ?? {})
        if (!sale.brokered) {
          return {
            holder: sale.buyer,
            transaction: { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer },
          }
        }
        return {
          holder: marketplace,
          transaction: {
            TransactionType: 'NFTokenAcceptOffer',
            NFTokenSellOffer: offer,
            NFTokenBuyOffer: createdOffer(bids[brokeredSales.indexOf(sale)]?.meta ?? {}),
            NFTokenBrokerFee: brokerFee(sale.priceDrops).toString(),
          },
        }
      }),
    )
  }

  async function holdAuctions(auctions: Auction[]): Promise<RunningAuction[]> {
    const now = await closeTime()
    const openAuctions = auctions.map((auction) => ({
      ...auction,
      expiration: now + settlementSeconds + Math.round(auction.hours * 3600),
    }))
    const offers = await sendAll(
      ledger,
      openAuctions.map(({ seller, work, priceDrops, expiration }) =>
        sell(seller, work.nftokenID, priceDrops, { ...toMarketplace, Expiration: expiration }),
      ),
    )
    await sendAll(
      ledger,
      openAuctions.flatMap(({ bids, expiration }) =>
        bids.map(({ bidder, owner, work, drops }) =>
          buy(bidder, owner, work.nftokenID, drops, { ...toMarketplace, Expiration: expiration + 3600 }),
        ),
      ),
    )
    return openAuctions.map((auction, index) => ({
      ...auction,
      offerId: createdOffer(offers[index]?.meta ?? {}),
    }))
  }

  async function placeBids(bids: Bid[]): Promise<void> {
    const now = await closeTime()
    await sendAll(
      ledger,
      bids.map(({ bidder, owner, work, drops }, index) =>
        buy(bidder, owner, work.nftokenID, drops, {
          ...toMarketplace,
          // Two thirds of the bids expire; the others have no expiration.
          ...(index % 3 === 0 ? {} : { Expiration: now + (5 + index) * day }),
        }),
      ),
    )
  }

  async function give(gifts: Plan['gifts']): Promise<void> {
    const offers = await sendAll(
      ledger,
      gifts.map(({ from, to, work }) => sell(from, work.nftokenID, 0n, { Destination: to.address })),
    )
    await sendAll(
      ledger,
      gifts.flatMap(({ to, isAccepted }, index) =>
        isAccepted
          ? [
              {
                holder: to,
                transaction: {
                  TransactionType: 'NFTokenAcceptOffer',
                  NFTokenSellOffer: createdOffer(offers[index]?.meta ?? {}),
                },
              },
            ]
          : [],
      ),
    )
  }

  return async (plan: Plan): Promise<RunningAuction[]> => {
    await sellThrough(plan.sales)
    await sellThrough(plan.resales)
    await give(plan.gifts)
    await sendAll(ledger, [
      ...plan.listings.map(({ seller, work, priceDrops }) =>
        sell(seller, work.nftokenID, priceDrops, toMarketplace),
      ),
      ...plan.directListings.map(({ seller, work, priceDrops }) => sell(seller, work.nftokenID, priceDrops)),
      ...plan.burns.map(({ owner, work }) => ({
        holder: owner,
        transaction: { TransactionType: 'NFTokenBurn', NFTokenID: work.nftokenID },
      })),
    ])
    await placeBids(plan.bids)
    return holdAuctions(plan.auctions)
  }
}
