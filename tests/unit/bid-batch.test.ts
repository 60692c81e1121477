import { expect, test } from 'vitest'
import { maxBidWorks, maxSoldAtOnce, ticketsPerWork } from '#contract/limits/standing-bids.ts'
import { minimumOfferDrops, computeRoyalty } from '#contract/rules/fees.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { batchCostDrops, batchModes, innerTransactions, offerIdOf } from '#worker/ledger/batch.ts'
import { bidSaleFee, bidSaleInnerCount, buildBidBatch } from '#worker/ledger/bid-batch.ts'

const [bidder, seller, issuer, marketplace] = [
  'rw3GEXNsDARoj5RHw1bPknDbF3doxUG1gA',
  'rCXW3yFT3bts2rDgnKYx5LgPW4TNN2fyF',
  'rhW81Ndu4PWhyW4LbEcjQeC2FL3xMK4UKn',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
]
const baseDrops = 10n

type Inner = ReturnType<typeof innerTransactions>[number]

/**
 * Applies the inner transactions of a sale as the ledger does: an acceptance moves the amount of the offer it names,
 * and takes the royalty out of it. Returns the change of each account's drops, and the works that the bidder gets.
 */
function applied(inner: Inner[], transferFee: number) {
  const drops = new Map<string, bigint>()
  const add = (account: string, change: bigint) => drops.set(account, (drops.get(account) ?? 0n) + change)
  const offers = new Map(
    inner
      .filter(({ TransactionType }) => TransactionType === 'NFTokenCreateOffer')
      .map((offer) => [offerIdOf(String(offer['Account']), Number(offer['Sequence'])), offer]),
  )
  const works: string[] = []
  for (const { TransactionType, Account, Amount, Destination, NFTokenSellOffer } of inner) {
    if (TransactionType === 'Payment') {
      add(String(Account), -BigInt(String(Amount)))
      add(String(Destination), BigInt(String(Amount)))
    }
    const offer = TransactionType === 'NFTokenAcceptOffer' ? offers.get(String(NFTokenSellOffer)) : undefined
    if (offer === undefined) continue
    const price = BigInt(String(offer['Amount']))
    const share = computeRoyalty(price, transferFee, false)
    add(String(Account), -price)
    add(issuer, share)
    add(String(offer['Account']), price - share)
    works.push(String(offer['NFTokenID']))
  }
  return { drops, works }
}

/** Returns the works of a bid in parts of at most three, as owners sell them. */
function partsOf(chance: ReturnType<typeof chanceOf>, works: number): number[] {
  const parts: number[] = []
  for (let left = works; left > 0; left -= parts.at(-1) ?? left)
    parts.push(1 + chance.int(Math.min(left, maxSoldAtOnce)))
  return parts
}

test('no standing bid ever costs its bidder more than its terms say', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const chance = chanceOf(seed)
    const works = 1 + chance.int(maxBidWorks)
    const priceDrops = minimumOfferDrops + BigInt(chance.int(2_000_000_000)) * BigInt(1 + chance.int(50_000))
    const transferFee = chance.int(50_001)
    const first = 1 + chance.int(4_000_000)
    const free = Array.from({ length: works * ticketsPerWork }, (_ticket, place) => first + place)
    const usedTickets: number[] = []
    let paid = 0n
    for (const [sale, count] of partsOf(chance, works).entries()) {
      const tickets = free.splice(0, count + 1)
      const nftIds = Array.from({ length: count }, (_work, place) => `${sale}-${place}`)
      const cost = batchCostDrops(baseDrops, bidSaleInnerCount(count), 1)
      const batch = buildBidBatch(
        { bidder, seller, nftIds, priceDrops, marketplace },
        { tickets, sellerSequence: 1 + chance.int(4_000_000), expiration: 800, lastLedger: 9, cost },
      )
      const inner = innerTransactions(batch)
      const { drops, works: bought } = applied(inner, transferFee)
      const total = priceDrops * BigInt(count)
      const fee = bidSaleFee(priceDrops, count)
      paid -= drops.get(bidder) ?? 0n
      expect(-(drops.get(bidder) ?? 0n)).toBe(total)
      expect(drops.get(marketplace)).toBe(fee)
      expect((drops.get(seller) ?? 0n) + (drops.get(issuer) ?? 0n) + fee).toBe(total)
      // The seller never pays for selling, not even at the highest royalty.
      expect((drops.get(seller) ?? 0n) > 0n).toBe(true)
      expect(bought).toEqual(nftIds)
      // The Batch lets the bidder do nothing but accept offers, and it is applied completely or not at all.
      const own = inner.filter(({ Account }) => Account === bidder)
      expect(new Set(own.map(({ TransactionType }) => TransactionType))).toEqual(
        new Set(['NFTokenAcceptOffer']),
      )
      expect(batch['Flags']).toBe(batchModes.allOrNothing)
      expect(batch['Fee']).toBe(cost.toString())
      usedTickets.push(
        ...[batch, ...own].map(({ Sequence, TicketSequence }) =>
          Sequence === 0 ? Number(TicketSequence) : 0,
        ),
      )
    }
    expect(paid).toBe(priceDrops * BigInt(works))
    expect(new Set(usedTickets).size).toBe(usedTickets.length)
    expect(usedTickets.every((ticket) => ticket >= first && ticket < first + works * ticketsPerWork)).toBe(
      true,
    )
  }
})
