import type { DemoAccount } from '#local/signer/types.ts'
import { demoAccounts } from '#local/stack/people.ts'
import { createRandom, type Random } from './art/random.ts'
import type { MintedWork } from './mint.ts'

interface Offered {
  work: MintedWork
  seller: DemoAccount
  priceDrops: bigint
}

export interface Sale extends Offered {
  buyer: DemoAccount
  /** True for a sale through the marketplace; false if the buyer accepts the owner's open offer. */
  brokered: boolean
}

export interface Bid {
  work: MintedWork
  owner: DemoAccount
  bidder: DemoAccount
  drops: bigint
}

export interface Auction extends Offered {
  /** Hours until the auction ends. */
  hours: number
  bids: Bid[]
}

export interface Plan {
  /** First sales, from artists to collectors. */
  sales: Sale[]
  /** Resales of some sold works. */
  resales: Sale[]
  /** Sell offers addressed to the marketplace. */
  listings: Offered[]
  /** Sell offers that anyone may accept directly on the ledger. */
  directListings: Offered[]
  bids: Bid[]
  auctions: Auction[]
  gifts: { work: MintedWork; from: DemoAccount; to: DemoAccount; isAccepted: boolean }[]
  burns: { work: MintedWork; owner: DemoAccount }[]
  featured: MintedWork[]
  /** Three works of the artist who is shown on the home page. */
  room: MintedWork[]
}

const collectors = demoAccounts.filter((account) => account.role === 'collector') as [
  DemoAccount,
  ...DemoAccount[],
]

/** Returns a typical price around this many XRP, in steps of 0.1, or 0.5 above 20 XRP. */
function price(random: Random, aroundXrp: number): bigint {
  const tenths = Math.round(aroundXrp * random.range(0.45, 2.1) * 2) * 5
  return BigInt(tenths) * 100_000n
}

function shareOf(drops: bigint, percent: number): bigint {
  return ((drops * BigInt(percent)) / 100n / 100_000n) * 100_000n
}

function shuffle<T>(random: Random, items: T[]): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const to = random.int(0, at)
    const [a, b] = [items[at], items[to]]
    if (a !== undefined && b !== undefined) [items[at], items[to]] = [b, a]
  }
}

const auctionHours = [1.4, 3, 6, 11, 21, 34]

/** Plans all sales, bids and gifts before anything is signed. The plan is the same on every machine. */
export function planMarket(collections: MintedWork[][]): Plan {
  const random = createRandom('a market in November')
  const plan: Plan = {
    sales: [],
    resales: [],
    listings: [],
    directListings: [],
    bids: [],
    auctions: [],
    gifts: [],
    burns: [],
    featured: [],
    room: collections.find(([work]) => work?.entry.slug === 'tidewriting')?.slice(3, 6) ?? [],
  }
  const accountBut = (...not: DemoAccount[]) =>
    random.pick(collectors.filter((account) => !not.includes(account)) as [DemoAccount, ...DemoAccount[]])

  collections.forEach((works, index) => {
    const [first] = works
    if (first === undefined) return
    const { artist, priceXrp, cover } = first.entry
    const rest = works.filter((work) => work.number !== cover)
    shuffle(random, rest)
    const take = (): MintedWork => {
      const work = rest.pop()
      if (work === undefined) throw new Error(`${first.entry.name} has too few works for the plan.`)
      return work
    }
    const offerOf = (work: MintedWork, seller: DemoAccount, percent = 100): Offered => ({
      work,
      seller,
      priceDrops: shareOf(price(random, priceXrp), percent),
    })

    const cover0 = works.find((work) => work.number === cover)
    if (cover0 !== undefined) {
      const listing = offerOf(cover0, artist, 140)
      plan.listings.push(listing)
      for (const percent of [78, 91]) {
        plan.bids.push({
          work: cover0,
          owner: artist,
          bidder: accountBut(),
          drops: shareOf(listing.priceDrops, percent),
        })
      }
      if (index < 5) plan.featured.push(cover0)
    }
    for (let count = 0; count < (index < 5 ? 3 : 2); count += 1) {
      const sale = { ...offerOf(take(), artist), buyer: accountBut(), brokered: true }
      plan.sales.push(sale)
      if (count === 0) {
        const resale = {
          work: sale.work,
          seller: sale.buyer,
          priceDrops: shareOf(sale.priceDrops, random.int(115, 190)),
        }
        if (index % 2 === 0) plan.resales.push({ ...resale, buyer: accountBut(sale.buyer), brokered: true })
        else plan.listings.push(resale)
      }
    }
    if (index % 2 === 1) plan.sales.push({ ...offerOf(take(), artist), buyer: accountBut(), brokered: false })
    if (index < auctionHours.length) {
      const start = offerOf(take(), artist, 80)
      const bidders = [accountBut(), accountBut()].slice(0, index % 3)
      const bids = bidders.map((bidder, at) => ({
        work: start.work,
        owner: artist,
        bidder,
        drops: shareOf(start.priceDrops, 108 + at * 17),
      }))
      plan.auctions.push({ ...start, hours: auctionHours[index] ?? 6, bids })
    }
    if (index < 3) plan.gifts.push({ work: take(), from: artist, to: accountBut(), isAccepted: true })
    if (index === 3) plan.gifts.push({ work: take(), from: artist, to: accountBut(), isAccepted: false })
    if (index === 4) plan.burns.push({ work: take(), owner: artist })
    plan.directListings.push(offerOf(take(), artist))
    const listedCount = Math.max(2, Math.floor(rest.length * 0.6))
    for (let count = 0; count < listedCount && rest.length > 0; count += 1) {
      const listing = offerOf(take(), artist)
      plan.listings.push(listing)
      if (count < 1)
        plan.bids.push({
          work: listing.work,
          owner: artist,
          bidder: accountBut(),
          drops: shareOf(listing.priceDrops, 82),
        })
    }
    // The remaining works stay with the artist, and some of them receive bids.
    rest.slice(0, 1).forEach((work) => {
      const drops = price(random, priceXrp * 0.7)
      const bidder = accountBut()
      plan.bids.push({ work, owner: artist, bidder, drops })
      plan.bids.push({ work, owner: artist, bidder: accountBut(bidder), drops: shareOf(drops, 113) })
    })
  })
  return plan
}
