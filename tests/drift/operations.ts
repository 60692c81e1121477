import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { batchOf } from './batches.ts'
import type { Chance } from './chance.ts'
import { check } from './checks.ts'
import { delegatedOf } from './delegation.ts'
import { type Cast, type Draw, type Drawn, type Operation, walletOf } from './drawn.ts'
import { changeLine, offerIssued } from './issued.ts'
import type { TrueOffer, Truth } from './truth.ts'

const hexUri = (n: number) => Buffer.from(`ipfs://example/${n}`).toString('hex').toUpperCase()

const mint: Operation = ({ chance, cast }) => {
  const issuer = chance.pick(cast.people.slice(0, 3))
  const transferable = chance.hits(0.9)
  return issuer === undefined
    ? null
    : [
        issuer,
        {
          TransactionType: 'NFTokenMint',
          NFTokenTaxon: chance.int(2),
          Flags: (transferable ? 8 : 0) + (chance.hits(0.3) ? 1 : 0) + (chance.hits(0.3) ? 16 : 0),
          ...(transferable && chance.hits(0.6) ? { TransferFee: 1 + chance.int(20_000) } : {}),
          ...(chance.hits(0.8) ? { URI: hexUri(chance.int(1000)) } : {}),
        },
      ]
}

const expiration = (chance: Chance, truth: Truth) =>
  chance.hits(0.4) ? { Expiration: truth.closeTime + 2 + chance.int(60) } : {}
const destination = (chance: Chance, cast: Cast) => {
  const to = chance.hits(0.6) ? cast.marketplace : chance.hits(0.3) ? chance.pick(cast.people) : undefined
  return to === undefined ? {} : { Destination: to.classicAddress }
}

const sell: Operation = ({ chance, truth, cast }) => {
  const token = chance.pick([...truth.tokens])
  const owner = token === undefined ? undefined : walletOf(cast, token[1].owner)
  if (token === undefined || owner === undefined) return null
  const drops = chance.hits(0.1) ? 0 : 50_000 + chance.int(40_000_000)
  return [
    owner,
    {
      TransactionType: 'NFTokenCreateOffer',
      Flags: tfSellNFToken,
      NFTokenID: token[0],
      Amount: String(drops),
      ...destination(chance, cast),
      ...expiration(chance, truth),
    },
  ]
}

const bid: Operation = ({ chance, truth, cast }) => {
  const token = chance.pick([...truth.tokens])
  const buyer = chance.pick(cast.people)
  if (token === undefined || buyer === undefined) return null
  return [
    buyer,
    {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: token[0],
      Owner: token[1].owner,
      Amount: String(100_000 + chance.int(60_000_000)),
      ...destination(chance, cast),
      ...expiration(chance, truth),
    },
  ]
}

const cancel: Operation = ({ chance, truth, cast }) => {
  // Excludes the marketplace's own offers, which only its code cancels.
  const offer = chance.pick(
    [...truth.offers.values()].filter(({ owner }) => owner !== cast.marketplace.classicAddress),
  )
  const by =
    offer === undefined
      ? undefined
      : chance.hits(0.8)
        ? walletOf(cast, offer.owner)
        : chance.pick(cast.people)
  return offer === undefined || by === undefined
    ? null
    : [by, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [offer.id] }]
}

const accept: Operation = ({ chance, truth, cast }) => {
  const offer = chance.pick(
    [...truth.offers.values()].filter((one) => one.destination !== cast.marketplace.classicAddress),
  )
  if (offer === undefined) return null
  const holder = truth.tokens.get(offer.nftId)?.owner
  const by = offer.isSell
    ? offer.destination === null
      ? chance.pick(cast.people)
      : walletOf(cast, offer.destination)
    : holder === undefined
      ? undefined
      : walletOf(cast, holder)
  return by === undefined
    ? null
    : [
        by,
        {
          TransactionType: 'NFTokenAcceptOffer',
          [offer.isSell ? 'NFTokenSellOffer' : 'NFTokenBuyOffer']: offer.id,
        },
      ]
}

/** Offers a bought work again, to anyone and at one of few prices. */
const resell: Operation = ({ chance, truth, cast }) => {
  const issuers = new Set(cast.people.slice(0, 3).map((wallet) => wallet.classicAddress))
  const token = chance.pick([...truth.tokens].filter(([, { owner }]) => !issuers.has(owner)))
  const owner = token === undefined ? undefined : walletOf(cast, token[1].owner)
  if (token === undefined || owner === undefined) return null
  const Amount = String(1_000_000 * (1 + chance.int(3)))
  return [owner, { TransactionType: 'NFTokenCreateOffer', Flags: tfSellNFToken, NFTokenID: token[0], Amount }]
}

/** Buys a public listing, so that works change hands often enough to return to earlier owners. */
const buy: Operation = ({ chance, truth, cast }) => {
  const offer = chance.pick(
    [...truth.offers.values()].filter(
      ({ isSell, problem, destination }) => isSell && problem === null && destination === null,
    ),
  )
  const by = chance.pick(cast.people.filter((wallet) => wallet.classicAddress !== offer?.owner))
  return offer === undefined || by === undefined
    ? null
    : [by, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer.id }]
}

const dropsOf = (offer: TrueOffer) => (typeof offer.amount === 'string' ? BigInt(offer.amount) : 0n)

const broker: Operation = ({ chance, truth, cast }) => {
  const toUs = [...truth.offers.values()].filter(
    (offer) => offer.destination === cast.marketplace.classicAddress,
  )
  const asks = toUs.filter((offer) => offer.isSell)
  const ask = chance.pick(asks)
  const bids = toUs.filter((offer) => !offer.isSell && offer.nftId === ask?.nftId)
  const bid = chance.pick(bids)
  if (ask === undefined || bid === undefined) return null
  const spread = dropsOf(bid) - dropsOf(ask)
  return [
    cast.marketplace,
    {
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: ask.id,
      NFTokenBuyOffer: bid.id,
      ...(spread > 0n && chance.hits(0.8) ? { NFTokenBrokerFee: String(spread) } : {}),
    },
  ]
}

const burn: Operation = ({ chance, truth, cast }) => {
  const token = chance.pick([...truth.tokens])
  const owner = token === undefined ? undefined : walletOf(cast, token[1].owner)
  return token === undefined || owner === undefined
    ? null
    : [owner, { TransactionType: 'NFTokenBurn', NFTokenID: token[0] }]
}

const modify: Operation = ({ chance, truth, cast }) => {
  const token = chance.pick([...truth.tokens])
  const issuer = chance.pick(cast.people.slice(0, 3))
  if (token === undefined || issuer === undefined) return null
  return [
    issuer,
    {
      TransactionType: 'NFTokenModify',
      NFTokenID: token[0],
      ...(token[1].owner === issuer.classicAddress ? {} : { Owner: token[1].owner }),
      ...(chance.hits(0.8) ? { URI: hexUri(chance.int(1000)) } : {}),
    },
  ]
}

/** Moves money back and forth, so that bids lose and regain their funds. */
const pay: Operation = ({ chance, cast }) => {
  const from = chance.pick(cast.people)
  const to = chance.pick(cast.people)
  if (from === undefined || to === undefined || from === to) return null
  return [
    from,
    {
      TransactionType: 'Payment',
      Destination: to.classicAddress,
      Amount: String(1 + chance.int(60_000_000)),
    },
  ]
}

type Weighted = [weight: number, operation: Operation][]

const single: Weighted = [
  [14, mint],
  [22, sell],
  [20, bid],
  [8, cancel],
  [14, accept],
  [10, broker],
  [3, burn],
  [4, modify],
  [12, pay],
  [26, offerIssued],
  [14, changeLine],
  [12, check],
]

const drawFrom = (weighted: Weighted) => {
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0)
  return (draw: Draw): Drawn | null => {
    let left = draw.chance.int(total)
    for (const [weight, operation] of weighted) {
      left -= weight
      if (left < 0) return operation(draw)
    }
    return null
  }
}

const drawSingle = drawFrom(single)
const delegated = delegatedOf(drawSingle)
/** Inside a Batch, one account may also sign for another. */
const drawInner = drawFrom([
  [8, drawSingle],
  [2, delegated],
])

/** Returns one random operation for the given state; null if it is not possible in this state. */
export const drawOperation = drawFrom([
  [72, drawSingle],
  [10, delegated],
  [18, batchOf(drawInner)],
  [3, resell],
  [6, buy],
])
