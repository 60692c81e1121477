import { isDeepStrictEqual } from 'node:util'
import type { BatchSale, DemandSale } from '#contract/schemas/batch.ts'
import { bidLessFee, priceWithFee } from '#contract/rules/money.ts'
import { innerTransactions, standingAlone } from '#worker/ledger/batch.ts'
import { buildSaleBatch, demandShares, innerCountOf, ticketsOf } from '#worker/ledger/batch-sale.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { checkBroker, checkEnd, checkPayout, checkPrimarySale, refuse } from './policy.ts'
import type { PartOrder } from './port.ts'

/** Checks the mint or the offer to the customer, and the payments to the artist or the payees. */
function checkDemandSale(
  sale: DemandSale,
  inner: Fields[],
  { customer, marketplace }: Pick<PartOrder['terms'], 'customer' | 'marketplace'>,
) {
  const [first = {}, , ...payments] = inner
  const { artist } = sale
  const priceDrops = BigInt(sale.priceDrops)
  const { royaltyDrops, payoutDrops } = demandShares(sale)
  const kind = sale.offer.tokenId === null ? 'mint' : 'offer'
  const isClaim = sale.isClaim === true
  const currency = sale.currency ?? null
  const common = { tx: standingAlone(first), buyer: customer, priceDrops, currency, isClaim }
  checkPrimarySale(kind === 'mint' ? { kind, artist, ...common } : { kind, ...common }, marketplace)
  // The other payments of the Batch must cover what the marketplace pays.
  if (!isClaim && payoutDrops + royaltyDrops >= priceDrops) refuse('the payout is not covered by the sale')
  const { payees } = sale
  const shares = payees?.map(({ perMille }) => perMille) ?? null
  for (const tx of payments) {
    const place = payees?.findIndex(({ account }) => account === tx.Destination) ?? 0
    const split = shares === null ? null : { shares, place }
    checkPayout({
      kind: 'payout',
      tx,
      artist: payees === undefined ? artist : (payees[place]?.account ?? ''),
      priceDrops,
      royaltyDrops,
      currency,
      split,
    })
  }
  if (hasRepeated(payments.map((tx) => String(tx.Destination)))) refuse('a payee is paid twice')
}

/** Checks the marketplace's part of one sale, under the same rules as for its own transactions. */
function checkSale(sale: BatchSale, inner: Fields[], { customer, marketplace }: PartOrder['terms']) {
  const [, second = {}] = inner
  if (sale.kind === 'direct') return
  if (sale.kind === 'listing') {
    const { price } = sale
    checkBroker({ kind: 'broker', tx: second, sell: price, buy: priceWithFee(price), feeOf: 'listing' })
    return
  }
  if (sale.kind === 'bid') {
    checkBroker({ kind: 'broker', tx: second, sell: bidLessFee(sale.bid), buy: sale.bid, feeOf: 'bid' })
    return
  }
  checkDemandSale(sale, inner, { customer, marketplace })
}

const hasRepeated = <T>(items: T[]) => new Set(items).size < items.length

const workOf = (sale: BatchSale) => (sale.kind === 'demand' ? sale.itemId : sale.nftId)

/**
 * Throws PolicyRefusal unless the Batch consists of exactly the inner transactions of its sales, and the marketplace
 * may make each sale (docs/money.md, 3 and 4).
 */
export function enforceBatchPolicy({ batch, sales, terms }: PartOrder, account: string): void {
  if (terms.marketplace !== account || terms.customer === account) refuse('it is for other accounts')
  if (!isDeepStrictEqual(batch, buildSaleBatch(sales, terms)))
    refuse('the Batch is not what the sales come to')
  if (sales.length === 0 || hasRepeated(sales.map(workOf))) refuse('a work is sold twice')
  const tickets = sales.reduce((sum, sale) => sum + ticketsOf(sale), 0)
  if (tickets === 0 || terms.tickets.length !== tickets || hasRepeated(terms.tickets))
    refuse('the tickets are not those of the sales')
  checkEnd(terms.lastLedger, terms.expiration)
  const inner = innerTransactions(batch)
  let offset = 0
  for (const sale of sales) {
    const count = innerCountOf(sale)
    checkSale(sale, inner.slice(offset, offset + count), terms)
    offset += count
  }
}
