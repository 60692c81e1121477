import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { SwapSide } from '#contract/schemas/swaps.ts'
import { asInner, batchModes, offerIdOf } from './batch.ts'
import type { Fields } from './ledger-json.ts'

/** The content of a swap: works of two accounts, and XRP that one of them adds. */
export interface SwapContent {
  proposer: string
  partner: string
  gives: string[]
  gets: string[]
  drops: bigint
  payer: SwapSide
}

/** Sequence numbers and expiry of a swap. */
export interface SwapTerms {
  /** Sequence of the proposer, who sends the Batch; its inner transactions follow. */
  sequence: number
  /** Sequence of the partner's first inner transaction. */
  partnerSequence: number
  lastLedger: number
  /** Expiration of every offer, in ledger time. After it no part of the Batch can be applied. */
  expiration: number
  cost: bigint
}

/** Returns the number of inner transactions of a swap: an offer and its acceptance for each work. */
export const swapInnerCount = ({ gives, gets }: Pick<SwapContent, 'gives' | 'gets'>) =>
  2 * (gives.length + gets.length)

/** Divides an amount equally among the works of one side; the first work gets the remainder. */
export function shareDrops(drops: bigint, works: number): bigint[] {
  const share = drops / BigInt(works)
  return Array.from({ length: works }, (_, place) =>
    place === 0 ? drops - share * BigInt(works - 1) : share,
  )
}

/** Returns the prices of the works that each side gives. The XRP is the price of the works that its payer receives. */
export function swapPrices({ gives, gets, drops, payer }: SwapContent): Record<'gives' | 'gets', bigint[]> {
  return {
    gives: shareDrops(payer === 'partner' ? drops : 0n, gives.length),
    gets: shareDrops(payer === 'proposer' ? drops : 0n, gets.length),
  }
}

/**
 * Builds the unsigned Batch of a swap: each work is offered only to the other account and accepted at once. Either
 * everything happens or nothing (docs/money.md, 11).
 */
export function buildSwapBatch(content: SwapContent, terms: SwapTerms): { TransactionType: string } & Fields {
  const { proposer, partner } = content
  const next = { [proposer]: terms.sequence + 1, [partner]: terms.partnerSequence }
  const place = (account: string) => {
    const sequence = next[account] ?? 0
    next[account] = sequence + 1
    return { sequence }
  }
  const handOver = (from: string, to: string, nftId: string, price: bigint) => {
    const offeredSide = place(from)
    const offer = {
      TransactionType: 'NFTokenCreateOffer',
      Account: from,
      NFTokenID: nftId,
      Amount: price.toString(),
      Destination: to,
      Expiration: terms.expiration,
      Flags: tfSellNFToken,
    }
    const accept = {
      TransactionType: 'NFTokenAcceptOffer',
      Account: to,
      NFTokenSellOffer: offerIdOf(from, offeredSide.sequence),
    }
    return [asInner(offer, offeredSide), asInner(accept, place(to))]
  }
  const prices = swapPrices(content)
  const inner = [
    ...content.gives.flatMap((id, at) => handOver(proposer, partner, id, prices.gives[at] ?? 0n)),
    ...content.gets.flatMap((id, at) => handOver(partner, proposer, id, prices.gets[at] ?? 0n)),
  ]
  return {
    TransactionType: 'Batch',
    Account: proposer,
    Flags: batchModes.allOrNothing,
    Fee: terms.cost.toString(),
    Sequence: terms.sequence,
    LastLedgerSequence: terms.lastLedger,
    RawTransactions: inner.map((transaction) => ({ RawTransaction: transaction })),
  }
}
