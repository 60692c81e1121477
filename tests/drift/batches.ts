import { tfAllOrNothing, tfSellNFToken } from '#contract/rules/ledger.ts'
import type { Drawn, Inner, Operation } from './drawn.ts'
import { walletOf } from './drawn.ts'
import { offerIndex } from './submit.ts'

/** Besides ALLORNOTHING: ONLYONE, UNTILFAILURE, INDEPENDENT. Source: XLS-56. */
const modes = [tfAllOrNothing, 0x0002_0000, 0x0004_0000, 0x0008_0000]

/** Buys a listing and pays a fee to the marketplace, all or nothing. */
const buyWithFee: Operation = ({ chance, truth, cast }) => {
  const offer = chance.pick(
    [...truth.offers.values()].filter((one) => one.isSell && one.destination === null),
  )
  const buyer = chance.pick(cast.people)
  if (offer === undefined || buyer === undefined) return null
  const accept = { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer.id }
  const fee = { TransactionType: 'Payment', Destination: cast.marketplace.classicAddress, Amount: '100000' }
  return [
    buyer,
    { TransactionType: 'Batch', Flags: tfAllOrNothing },
    [
      [buyer, accept],
      [buyer, fee],
    ],
  ]
}

/**
 * Combines a bid and the marketplace's brokered acceptance, so that the bid never exists outside the Batch. Either
 * account can be the outer one.
 */
const bidAndBroker: Operation = ({ chance, truth, cast }) => {
  const ask = chance.pick(
    [...truth.offers.values()].filter(
      (one) =>
        one.isSell && one.destination === cast.marketplace.classicAddress && typeof one.amount === 'string',
    ),
  )
  const owner = ask === undefined ? undefined : truth.tokens.get(ask.nftId)?.owner
  const buyer = chance.pick(cast.people)
  if (ask === undefined || owner === undefined || buyer === undefined) return null
  const bid = {
    TransactionType: 'NFTokenCreateOffer',
    NFTokenID: ask.nftId,
    Owner: owner,
    Amount: String(BigInt(String(ask.amount)) + 1000n),
    Destination: cast.marketplace.classicAddress,
  }
  const broker: Inner[1] = ([placed]) => ({
    TransactionType: 'NFTokenAcceptOffer',
    NFTokenSellOffer: ask.id,
    NFTokenBuyOffer: placed === undefined ? ask.id : offerIndex(placed),
    NFTokenBrokerFee: '1000',
  })
  return [
    chance.hits(0.5) ? buyer : cast.marketplace,
    {
      TransactionType: 'Batch',
      Flags: chance.hits(0.8) ? tfAllOrNothing : (chance.pick(modes) ?? tfAllOrNothing),
    },
    [
      [buyer, bid],
      [cast.marketplace, broker],
    ],
  ]
}

/** Exchanges two tokens without payment, both or neither. */
const swap: Operation = ({ chance, truth, cast }) => {
  const [first, second] = [chance.pick([...truth.tokens]), chance.pick([...truth.tokens])]
  if (first === undefined || second === undefined || first[1].owner === second[1].owner) return null
  const [a, b] = [walletOf(cast, first[1].owner), walletOf(cast, second[1].owner)]
  if (a === undefined || b === undefined) return null
  const give = (from: typeof a, id: string, to: typeof a): Inner => [
    from,
    {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: id,
      Amount: '0',
      Flags: tfSellNFToken,
      Destination: to.classicAddress,
    },
  ]
  const take = (by: typeof a, place: number): Inner => [
    by,
    (before) => {
      const placed = before[place]
      const id = placed === undefined ? '0'.repeat(64) : offerIndex(placed)
      return { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: id }
    },
  ]
  return [
    chance.hits(0.5) ? a : cast.marketplace,
    { TransactionType: 'Batch', Flags: tfAllOrNothing },
    [give(a, first[0], b), take(b, 0), give(b, second[0], a), take(a, 2)],
  ]
}

/** Combines up to six unrelated operations of any accounts, in any mode. */
const mixed =
  (draw: (context: Parameters<Operation>[0]) => Drawn | null): Operation =>
  (context) => {
    const { chance, cast } = context
    const inner: Inner[] = []
    for (let tries = 0; tries < 4 + chance.int(6) && inner.length < 6; tries += 1) {
      const drawn = draw(context)
      if (drawn !== null) inner.push([drawn[0], drawn[1]])
    }
    const outer = chance.hits(0.5) ? inner[0]?.[0] : chance.pick([...cast.people, cast.marketplace])
    if (inner.length < 2 || outer === undefined) return null
    return [outer, { TransactionType: 'Batch', Flags: chance.pick(modes) ?? tfAllOrNothing }, inner]
  }

/** Returns a Batch: one of the marketplace's flows, or a mixture of operations that `draw` returns. */
export const batchOf =
  (draw: (context: Parameters<Operation>[0]) => Drawn | null): Operation =>
  (context) =>
    context.chance.pick([buyWithFee, bidAndBroker, swap, mixed(draw), mixed(draw)])?.(context) ?? null
