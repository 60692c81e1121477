import type { BatchSale, DemandSale } from '#contract/schemas/batch.ts'
import { divideDrops } from '#contract/rules/splits.ts'
import { onDemandFee } from '#contract/rules/fees.ts'
import { amountOfDrops, saleRoyalty } from '#contract/rules/sale-amounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { bidLessFee, brokerFeeOf, priceWithFee } from '#contract/rules/money.ts'
import { asInner, batchModes, offerIdOf } from './batch.ts'
import type { Fields } from './ledger-json.ts'
import { identifyToken } from './token-id.ts'

/** Sequence numbers and expiry of the transactions in a Batch. */
export interface BatchTerms {
  customer: string
  marketplace: string
  /** Sequence of the outer transaction. The customer's inner transactions use the following numbers. */
  sequence: number
  /** Tickets of the marketplace; `ticketsOf` returns the required number. */
  tickets: number[]
  /** LastLedgerSequence of the marketplace's inner transactions and of the outer one. */
  lastLedger: number
  /** Expiration of the offers inside the Batch, in ledger time. */
  expiration: number
  /** Fee of the outer transaction, in drops. */
  cost: bigint
}

/** Returns the price of an on-demand sale. */
export const priceOf = ({ priceDrops, currency }: DemandSale): Amount =>
  amountOfDrops(BigInt(priceDrops), currency ?? null)

/**
 * Returns the royalty that the ledger deducts from an on-demand sale, and the artist's remainder after the royalty and
 * our 2 %, in drops.
 */
export function demandShares({ priceDrops, currency, offer }: DemandSale): {
  royaltyDrops: bigint
  payoutDrops: bigint
} {
  const price = BigInt(priceDrops)
  const transferFee = offer.tokenId === null ? offer.transferFee : identifyToken(offer.tokenId).transferFee
  const royaltyDrops = saleRoyalty(price, transferFee, currency ?? null)
  return { royaltyDrops, payoutDrops: price - onDemandFee(price) - royaltyDrops }
}

export interface Payment {
  account: string
  drops: bigint
  tag: number | null
}

/** Returns the payments to the artist, or to the payees of an edition, in the Batch of an on-demand sale. */
export function paymentsOf(sale: DemandSale): Payment[] {
  const { artist, payoutTag: tag, payees } = sale
  const { payoutDrops } = demandShares(sale)
  const shares = divideDrops(
    payoutDrops,
    (payees ?? []).map(({ perMille }) => perMille),
  )
  const payments =
    payees === undefined
      ? [{ account: artist, drops: payoutDrops, tag }]
      : payees.flatMap(({ account, tag, inBatch }, place) =>
          inBatch ? [{ account, drops: shares[place] ?? 0n, tag }] : [],
        )
  return payments.filter(({ drops }) => drops > 0n)
}

/** Returns the number of marketplace tickets that a sale uses. */
export function ticketsOf(sale: BatchSale): number {
  if (sale.kind === 'direct') return 0
  return sale.kind === 'demand' ? 1 + paymentsOf(sale).length : 1
}

/** Returns the number of inner transactions of a sale. */
export const innerCountOf = (sale: BatchSale): number => {
  if (sale.kind === 'direct') return 1
  return sale.kind === 'demand' ? 1 + ticketsOf(sale) : 2
}

/** Assigns the customer's Sequences and the marketplace's tickets in the order of the inner transactions. */
class Places {
  private next: number
  private used = 0
  private readonly terms: BatchTerms
  constructor(terms: BatchTerms) {
    this.terms = terms
    this.next = terms.sequence + 1
  }
  takeSequence(): { sequence: number } {
    return { sequence: this.next++ }
  }
  takeTicket(): { ticket: number; lastLedger: number } {
    const ticket = this.terms.tickets[this.used]
    if (ticket === undefined) throw new Error('The Batch has fewer tickets than its sales use.')
    this.used += 1
    return { ticket, lastLedger: this.terms.lastLedger }
  }
}

function buyListing(sale: Extract<BatchSale, { kind: 'listing' }>, terms: BatchTerms, places: Places) {
  const { customer, marketplace, expiration } = terms
  const { nftId, owner, sellOfferId, price } = sale
  const bid = places.takeSequence()
  return [
    asInner(
      {
        TransactionType: 'NFTokenCreateOffer',
        Account: customer,
        Owner: owner,
        NFTokenID: nftId,
        Amount: priceWithFee(price),
        Destination: marketplace,
        Expiration: expiration,
      },
      bid,
    ),
    asInner(
      {
        TransactionType: 'NFTokenAcceptOffer',
        Account: marketplace,
        NFTokenSellOffer: sellOfferId,
        NFTokenBuyOffer: offerIdOf(customer, bid.sequence),
        NFTokenBrokerFee: brokerFeeOf(price),
      },
      places.takeTicket(),
    ),
  ]
}

function takeBid(sale: Extract<BatchSale, { kind: 'bid' }>, terms: BatchTerms, places: Places) {
  const { customer, marketplace, expiration } = terms
  const { nftId, buyOfferId, bid } = sale
  const listing = places.takeSequence()
  return [
    asInner(
      {
        TransactionType: 'NFTokenCreateOffer',
        Account: customer,
        NFTokenID: nftId,
        Amount: bidLessFee(bid),
        Destination: marketplace,
        Expiration: expiration,
        Flags: tfSellNFToken,
      },
      listing,
    ),
    asInner(
      {
        TransactionType: 'NFTokenAcceptOffer',
        Account: marketplace,
        NFTokenSellOffer: offerIdOf(customer, listing.sequence),
        NFTokenBuyOffer: buyOfferId,
        NFTokenBrokerFee: brokerFeeOf(bid),
      },
      places.takeTicket(),
    ),
  ]
}

function sellOnDemand(sale: DemandSale, terms: BatchTerms, places: Places) {
  const { customer, marketplace, expiration } = terms
  const { artist, currency, offer } = sale
  const first = places.takeTicket()
  const toCustomer = { Amount: priceOf(sale), Destination: customer, Expiration: expiration }
  const creation =
    offer.tokenId === null
      ? {
          TransactionType: 'NFTokenMint',
          Issuer: artist,
          NFTokenTaxon: offer.taxon,
          ...(offer.transferFee === 0 ? {} : { TransferFee: offer.transferFee }),
          Flags: offer.flags,
          URI: offer.uri,
        }
      : { TransactionType: 'NFTokenCreateOffer', NFTokenID: offer.tokenId, Flags: tfSellNFToken }
  const salePart = [
    asInner({ ...creation, Account: marketplace, ...toCustomer }, first),
    // The acceptance names the offer's id, because the token's number depends on what the artist mints in the meantime.
    asInner(
      {
        TransactionType: 'NFTokenAcceptOffer',
        Account: customer,
        NFTokenSellOffer: offerIdOf(marketplace, first.ticket),
      },
      places.takeSequence(),
    ),
  ]
  const payouts = paymentsOf(sale).map(({ account, drops, tag }) =>
    asInner(
      {
        TransactionType: 'Payment',
        Account: marketplace,
        Destination: account,
        Amount: amountOfDrops(drops, currency ?? null),
        ...(tag === null ? {} : { DestinationTag: tag }),
      },
      places.takeTicket(),
    ),
  )
  return [...salePart, ...payouts]
}

function innerOf(sale: BatchSale, terms: BatchTerms, places: Places): Fields[] {
  if (sale.kind === 'listing') return buyListing(sale, terms, places)
  if (sale.kind === 'bid') return takeBid(sale, terms, places)
  if (sale.kind === 'demand') return sellOnDemand(sale, terms, places)
  const accept = { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: sale.sellOfferId }
  return [asInner({ ...accept, Account: terms.customer }, places.takeSequence())]
}

/**
 * Builds the whole Batch of these sales, without the marketplace's signature (docs/money.md, 12). Either all of it is
 * applied, or nothing.
 */
export function buildSaleBatch(sales: BatchSale[], terms: BatchTerms): { TransactionType: string } & Fields {
  const places = new Places(terms)
  return {
    TransactionType: 'Batch',
    Account: terms.customer,
    Flags: batchModes.allOrNothing,
    Fee: terms.cost.toString(),
    Sequence: terms.sequence,
    LastLedgerSequence: terms.lastLedger,
    RawTransactions: sales.flatMap((sale) =>
      innerOf(sale, terms, places).map((inner) => ({ RawTransaction: inner })),
    ),
  }
}
