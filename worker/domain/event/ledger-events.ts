import type { NewEvent } from '#db/queries/event/log.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import type { OfferFacts, StandingOffer } from '#db/queries/event/offer-facts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { EventKind } from '#contract/rules/events.ts'
import { dateToRippleTime, rippleTimeToDate } from '#contract/rules/ledger.ts'
import { compareAmounts, isPositive, sameCurrency } from '#contract/rules/money.ts'
import { auctionEndSeconds, endAfterBid } from '#contract/rules/offers.ts'
import { reachesStart } from '#contract/rules/sale-state.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { HistoryInsert } from '#worker/ledger/history-events.ts'
import type { OfferUpsert } from '#worker/ledger/index-changes.ts'

/** An event of a transaction, before it has a key. */
export type LedgerEvent = Omit<NewEvent, 'key'> & { place: number }

/** A step of the history with its offer, and the facts before the step. */
export interface Step {
  event: HistoryInsert
  /** The account and type of the transaction. */
  actor: string
  type: string
  offer: OfferUpsert | null
  facts: OfferFacts | null
}

/** An offer that expires within this time was made for one sale and is part of that sale (docs/money.md, 5). */
const stepSeconds = 20 * 60

type Terms = Pick<OfferUpsert, 'isSell' | 'amount' | 'destination' | 'expiration'>

/** True if the offer was made for one sale: it is addressed to one account and expires soon. */
export function isStep(
  { destination, expiration }: Pick<Terms, 'destination' | 'expiration'>,
  madeAt: number,
) {
  return destination !== null && expiration !== null && expiration <= madeAt + stepSeconds
}

/** True if a sell offer is open to everyone, as a listing is. */
function isListing({ amount, destination }: Terms, { marketplace, minimumDrops }: MarketRules): boolean {
  if (destination === null) return isPositive(amount)
  return destination === marketplace && (!isDrops(amount) || BigInt(amount) >= minimumDrops)
}

/** Earlier events of the same ledger. */
interface Earlier {
  offers: (StandingOffer & { nftId: string; isSell: boolean })[]
  ended: Set<string>
}

interface Reading {
  rules: MarketRules
  /** All steps of the ledger. */
  steps: Step[]
  earlier: Earlier
  /** Bids of this ledger that their bidders cannot pay at the end of the ledger. */
  unfunded: Set<string>
  /** Ends of auctions that bids have extended so far, in milliseconds, by the auction's offer. */
  ends: Map<string, number>
}

function eventOf(kind: EventKind, { event, actor }: Step, fields: Partial<LedgerEvent> = {}): LedgerEvent {
  const { nftId, txid, ledgerIndex, position, closedAt, issuer, taxon, seller, buyer, amount, offerId } =
    event
  return {
    place: position,
    kind,
    at: closedAt,
    ledgerIndex,
    txid,
    nftId,
    issuer,
    taxon,
    actor,
    seller,
    buyer,
    account: null,
    offerId: offerId === '' ? null : offerId,
    amount,
    previousAmount: null,
    endsAt: null,
    funded: true,
    ...fields,
  }
}

/** Returns the owner's other listings that were open when a sell offer was created or ended, latest first. */
function otherListings({ event, offer, facts }: Step, { rules, earlier }: Reading): StandingOffer[] {
  const newOffers = earlier.offers.filter(
    (candidate) =>
      candidate.isSell &&
      candidate.nftId === event.nftId &&
      candidate.owner === event.seller &&
      candidate.id !== offer?.id,
  )
  const madeAt = dateToRippleTime(event.closedAt)
  return [...newOffers.toReversed(), ...(facts?.listings ?? [])].filter(
    (candidate) => !isStep(candidate, madeAt) && isListing({ ...candidate, isSell: true }, rules),
  )
}

function sellOffer(step: Step, ledgerReading: Reading): LedgerEvent[] {
  const { offer, facts } = step
  if (offer === null || facts === null) return []
  if (isStep(offer, dateToRippleTime(step.event.closedAt))) return []
  if (facts.isAuction && offer.expiration !== null) {
    return [
      eventOf('auction_begun', step, { endsAt: rippleTimeToDate(offer.expiration - auctionEndSeconds) }),
    ]
  }
  if (!isListing(offer, ledgerReading.rules)) return [eventOf('offered', step, { buyer: offer.destination })]
  // The old listing may have been cancelled first, in the same ledger.
  const [before] = otherListings(step, ledgerReading)
  if (before === undefined) return [eventOf('listed', step)]
  const previousAmount = before.amount
  const isSame =
    sameCurrency(previousAmount, offer.amount) && compareAmounts(previousAmount, offer.amount) === 0
  return [isSame ? eventOf('listed', step) : eventOf('price_changed', step, { previousAmount })]
}

/** Returns the funded bids of other accounts in the currency of a new bid, before the new bid. */
function standingBids({ event, offer, facts }: Step, { earlier, unfunded }: Reading): StandingOffer[] {
  if (offer === null) return []
  const newOffers = earlier.offers.filter(
    (candidate) =>
      !candidate.isSell &&
      candidate.nftId === event.nftId &&
      candidate.owner !== offer.owner &&
      !unfunded.has(candidate.id) &&
      sameCurrency(candidate.amount, offer.amount),
  )
  return [...(facts?.bids ?? []), ...newOffers].filter(({ id }) => !earlier.ended.has(id))
}

const isHigher = (bid: { amount: Amount }, otherBid: { amount: Amount }) =>
  compareAmounts(bid.amount, otherBid.amount) > 0

/** Returns an event for the account whose highest bid this bid exceeds; none otherwise. */
function listOutbidEvents(step: Step, ledgerReading: Reading): LedgerEvent[] {
  const { event, offer, facts } = step
  if (offer === null || ledgerReading.unfunded.has(offer.id)) return []
  const madeAt = dateToRippleTime(event.closedAt)
  const [highest, ...rest] = standingBids(step, ledgerReading).filter(
    (candidate) => !isStep(candidate, madeAt),
  )
  if (highest === undefined) return []
  const best = rest.reduce((top, candidate) => (isHigher(candidate, top) ? candidate : top), highest)
  if (!isHigher(offer, best)) return []
  return [
    eventOf('outbid', step, {
      account: best.owner,
      seller: facts?.holder ?? null,
      previousAmount: best.amount,
    }),
  ]
}

/** Returns the extension of an auction, if a valid and leading bid is placed shortly before the end. */
function listExtensionEvents(
  step: Step,
  { rules, unfunded, ends }: Reading,
  standingOffers: StandingOffer[],
): LedgerEvent[] {
  const { event, offer, facts } = step
  const auction = facts?.extendable ?? null
  if (offer === null || auction === null || unfunded.has(offer.id)) return []
  const endsAt = ends.get(auction.id) ?? auction.endsAt
  const extendedEnd = endAfterBid({ endsAt, latestEnd: auction.latestEnd }, event.closedAt.getTime())
  if (extendedEnd === endsAt || !reachesStart(offer.amount, auction.startAmount)) return []
  const leads = standingOffers.every(
    (candidate) =>
      candidate.destination !== rules.marketplace ||
      candidate.owner === auction.seller ||
      auction.barredBids.includes(candidate.id) ||
      isHigher(offer, candidate),
  )
  if (!leads) return []
  ends.set(auction.id, extendedEnd)
  return [
    eventOf('auction_extended', step, {
      seller: auction.seller,
      offerId: auction.id,
      endsAt: new Date(extendedEnd),
    }),
  ]
}

function buyOffer(step: Step, ledgerReading: Reading): LedgerEvent[] {
  const { event, offer, facts } = step
  if (offer === null) return []
  // An offer that expires soon is not reported as a bid, but counts in an auction.
  const extensionEvents = listExtensionEvents(step, ledgerReading, standingBids(step, ledgerReading))
  if (isStep(offer, dateToRippleTime(event.closedAt))) return extensionEvents
  const isFunded = !ledgerReading.unfunded.has(offer.id)
  return [
    eventOf('bid', step, { seller: facts?.holder ?? null, funded: isFunded }),
    ...listOutbidEvents(step, ledgerReading),
    ...extensionEvents,
  ]
}

function listCancellationEvents(step: Step, ledgerReading: Reading): LedgerEvent[] {
  const { event, offer, facts, type } = step
  // Burning a work ends its offers.
  if (offer === null || facts === null || type === 'NFTokenBurn') return []
  if (facts.madeAt !== null && isStep(offer, facts.madeAt)) return []
  const { holder } = facts
  if (!offer.isSell) return holder === offer.owner ? [] : [eventOf('bid_withdrawn', step, { seller: holder })]
  // If the seller no longer holds the work, the seller was not offering it for sale.
  if (holder !== null && holder !== offer.owner) return []
  if (facts.isAuction) return [eventOf('auction_cancelled', step)]
  if (!isListing(offer, ledgerReading.rules))
    return [eventOf('listing_cancelled', step, { buyer: offer.destination })]
  // Another listing is open, or replaces this one in the same ledger.
  const isReplaced = ledgerReading.steps.some(
    (otherStep) =>
      otherStep.event.type === 'sell_offer' &&
      otherStep.offer !== null &&
      otherStep.offer.id !== offer.id &&
      otherStep.event.nftId === event.nftId &&
      otherStep.event.seller === event.seller &&
      otherStep.offer.state === 'open' &&
      otherStep.facts?.isAuction !== true &&
      isListing(otherStep.offer, ledgerReading.rules),
  )
  const stands = otherListings(step, ledgerReading).some(({ id }) => !ledgerReading.earlier.ended.has(id))
  return isReplaced || stands ? [] : [eventOf('listing_cancelled', step)]
}

function eventsOf(step: Step, ledgerReading: Reading): LedgerEvent[] {
  switch (step.event.type) {
    case 'sell_offer':
      return sellOffer(step, ledgerReading)
    case 'buy_offer':
      return buyOffer(step, ledgerReading)
    case 'offer_cancelled':
      return listCancellationEvents(step, ledgerReading)
    case 'sale':
      return [eventOf(step.facts?.isAuction === true ? 'auction_settled' : 'sold', step)]
    case 'transfer':
      return [eventOf('transferred', step)]
    case 'mint':
      return [eventOf('minted', step)]
    case 'burn':
      return [eventOf('burned', step)]
    case 'modify':
      return [eventOf('modified', step)]
  }
}

/**
 * Returns the events of one ledger in order, from its history and the facts before it. Adds the ends of auctions that
 * bids have extended to `ends`.
 */
export function ledgerEvents(
  steps: Step[],
  { rules, unfunded, ends }: Pick<Reading, 'rules' | 'unfunded' | 'ends'>,
): LedgerEvent[] {
  const earlier: Earlier = { offers: [], ended: new Set() }
  const ledgerReading = { rules, steps, earlier, unfunded, ends }
  return steps.flatMap((step) => {
    const events = eventsOf(step, ledgerReading)
    const { event, offer } = step
    if (offer !== null && (event.type === 'sell_offer' || event.type === 'buy_offer')) {
      earlier.offers.push({ ...offer, nftId: offer.nftId })
    } else if (offer !== null) earlier.ended.add(offer.id)
    return events
  })
}
