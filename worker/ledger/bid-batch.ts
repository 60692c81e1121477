import { createHash } from 'node:crypto'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { brokerFee } from '#contract/rules/fees.ts'
import { asInner, batchModes, innerTransactions, offerIdOf } from './batch.ts'
import {
  entryChanges,
  type Fields,
  numberField,
  textField,
  type ValidatedTransaction,
} from './ledger-json.ts'

/** The works of one owner that are sold into a standing bid. */
export interface BidSaleContent {
  bidder: string
  seller: string
  nftIds: string[]
  /** The amount that the bidder pays for each work. */
  priceDrops: bigint
  marketplace: string
}

/** Tickets, Sequences and time limits of a sale into a standing bid. */
export interface BidSaleTerms {
  /** Tickets of the bidder: one for the Batch, then one for each work. */
  tickets: number[]
  /** Sequence of the seller's first inner transaction. */
  sellerSequence: number
  /** Expiration of each offer, in ledger time, and the last ledger of the bidder's inner transactions. */
  expiration: number
  lastLedger: number
  cost: bigint
}

/** Inner transactions of a sale: an offer and its acceptance for each work, and the fee. */
export const bidSaleInnerCount = (works: number) => 2 * works + 1

/** The marketplace's fee for a sale of `works` works, in drops. The seller pays it out of the price. */
export const bidSaleFee = (priceDrops: bigint, works: number): bigint => brokerFee(priceDrops) * BigInt(works)

/**
 * Builds the unsigned Batch of a sale into a standing bid (docs/money.md, 16). The bidder sends it with a ticket: the
 * owner offers each work to the bidder only, the bidder accepts it, and the owner pays the marketplace's fee. Either
 * everything happens or nothing.
 */
export function buildBidBatch(
  { bidder, seller, nftIds, priceDrops, marketplace }: BidSaleContent,
  { tickets: [outerTicket = 0, ...tickets], sellerSequence, expiration, lastLedger, cost }: BidSaleTerms,
): { TransactionType: string } & Fields {
  const handOvers = nftIds.flatMap((nftId, place) => {
    const sequence = sellerSequence + place
    const offer = {
      TransactionType: 'NFTokenCreateOffer',
      Account: seller,
      NFTokenID: nftId,
      Amount: priceDrops.toString(),
      Destination: bidder,
      Expiration: expiration,
      Flags: tfSellNFToken,
    }
    const accept = {
      TransactionType: 'NFTokenAcceptOffer',
      Account: bidder,
      NFTokenSellOffer: offerIdOf(seller, sequence),
    }
    return [asInner(offer, { sequence }), asInner(accept, { ticket: tickets[place] ?? 0, lastLedger })]
  })
  const fee = {
    TransactionType: 'Payment',
    Account: seller,
    Destination: marketplace,
    Amount: bidSaleFee(priceDrops, nftIds.length).toString(),
  }
  const inner = [...handOvers, asInner(fee, { sequence: sellerSequence + nftIds.length })]
  return {
    TransactionType: 'Batch',
    Account: bidder,
    Flags: batchModes.allOrNothing,
    Fee: cost.toString(),
    Sequence: 0,
    TicketSequence: outerTicket,
    LastLedgerSequence: lastLedger,
    RawTransactions: inner.map((transaction) => ({ RawTransaction: transaction })),
  }
}

/** Returns the bidder's tickets in the Batch of a sale: that of the Batch itself, then one for each work. */
export const ticketsOfBatch = (batch: Fields): number[] =>
  [batch, ...innerTransactions(batch)].flatMap((transaction) => {
    const ticket = numberField(transaction, 'TicketSequence')
    return ticket === undefined ? [] : [ticket]
  })

/**
 * Builds a Batch that uses up tickets of an account by transactions that change nothing. Each ticket is used
 * independently.
 */
export function buildTicketRelease(
  account: string,
  tickets: number[],
  { lastLedger, cost }: { lastLedger: number; cost: bigint },
): { TransactionType: string } & Fields {
  return {
    TransactionType: 'Batch',
    Account: account,
    Flags: batchModes.independent,
    Fee: cost.toString(),
    RawTransactions: tickets.map((ticket) => ({
      RawTransaction: asInner({ TransactionType: 'AccountSet', Account: account }, { ticket, lastLedger }),
    })),
  }
}

/** Terms of a standing bid, as its hash covers them. */
export interface BidTerms {
  bidder: string
  issuer: string
  taxon: number
  traits: string[]
  maxRank: number | null
  priceDrops: bigint
  works: number
  /** Expiry in ledger time. */
  expiration: number
}

/**
 * Returns the SHA-256 of a bid's terms, in hex. Everyone who knows the terms can compare them with the memo of the
 * bidder's transaction: the terms are JSON without spaces, with these keys in this order and sorted traits.
 */
export function hashOfTerms({
  bidder,
  issuer,
  taxon,
  traits,
  maxRank,
  priceDrops,
  works,
  expiration,
}: BidTerms): string {
  const terms = {
    bidder,
    issuer,
    taxon,
    traits: traits.toSorted(),
    maxRank,
    priceDrops: priceDrops.toString(),
    works,
    expiration,
  }
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex').toUpperCase()
}

const memoType = Buffer.from('opx/standing-bid').toString('hex').toUpperCase()

/** Builds the transaction that opens a standing bid: it creates the tickets and contains the hash of the terms. */
export const ticketTransaction = (account: string, tickets: number, termsHash: string) => ({
  TransactionType: 'TicketCreate',
  Account: account,
  TicketCount: tickets,
  Memos: [{ Memo: { MemoType: memoType, MemoData: termsHash } }],
})

/** Returns the tickets that a transaction has created for its account. */
export const createdTickets = ({ meta, tx }: ValidatedTransaction): number[] =>
  entryChanges(meta, 'Ticket').flatMap(({ kind, fields }) => {
    const ticket = numberField(fields, 'TicketSequence')
    return kind === 'created' && ticket !== undefined && textField(fields, 'Account') === tx.Account
      ? [ticket]
      : []
  })

/** Returns the tickets that transactions in a ledger have used, whatever their results. */
export const usedTickets = (entries: ValidatedTransaction[]): { account: string; ticket: number }[] =>
  entries.flatMap(({ tx }) => {
    const [account, ticket] = [textField(tx, 'Account'), numberField(tx, 'TicketSequence')]
    return account === undefined || ticket === undefined ? [] : [{ account, ticket }]
  })
