import { shortenAddress } from '#contract/rules/accounts.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'
import type { EventKind } from '#contract/rules/events.ts'
import { amountInWords } from './amount-words.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'

interface Words {
  work: string
  collection: string
  price: string
  /** The previous amount; null if there was none. */
  earlier: string | null
  event: MarketEvent
}

const sentences: Record<EventKind, (words: Words) => string> = {
  listed: ({ work, price }) => `${work} is for sale for ${price}`,
  price_changed: ({ work, price, earlier }) =>
    `${work} is for sale for ${price} now${earlier === null ? '' : `, before for ${earlier}`}`,
  listing_cancelled: ({ work }) => `${work} is no longer for sale`,
  offered: ({ work, price, event }) =>
    `${work} is offered to ${shortenAddress(event.buyer ?? '')} for ${price}`,
  bid: ({ work, price }) => `A bid of ${price} on ${work}`,
  bid_withdrawn: ({ work, price }) => `The bid of ${price} on ${work} was withdrawn`,
  bid_unfunded: ({ work, price }) => `The bid of ${price} on ${work} is no longer funded`,
  outbid: ({ work, price }) => `A higher bid on ${work}: ${price}`,
  auction_begun: ({ work, price }) => `The auction of ${work} has begun, from ${price}`,
  auction_extended: ({ work }) => `The auction of ${work} ends five minutes later, because of a late bid`,
  auction_ending: ({ work }) => `The auction of ${work} ends within an hour`,
  auction_settled: ({ work, price }) => `${work} was sold by auction for ${price}`,
  auction_cancelled: ({ work }) => `The auction of ${work} was cancelled`,
  sold: ({ work, price }) => `${work} was sold for ${price}`,
  transferred: ({ work }) => `${work} was transferred`,
  minted: ({ work }) => `${work} was minted`,
  burned: ({ work }) => `${work} was burned`,
  modified: ({ work }) => `The metadata of ${work} changed`,
  metadata_changed: ({ work }) => `The metadata of ${work} changed`,
  edition_soon: ({ collection, price }) => `An edition in ${collection} starts within an hour, at ${price}`,
  edition_moved: ({ collection, price, event }) =>
    `An edition in ${collection} now starts at ${event.endsAt ?? 'another time'}, at ${price}`,
  edition_paused: ({ collection }) => `An edition in ${collection} was paused before it started`,
  edition_closed: ({ collection }) => `An edition in ${collection} was closed before it started`,
  edition_open: ({ collection, price }) => `An edition in ${collection} is on sale, at ${price}`,
  collection_announced: ({ collection }) => `${collection} was announced`,
  collection_verified: ({ collection }) => `${collection} was verified`,
  followed: ({ event }) => `${shortenAddress(event.account ?? '')} has a new follower`,
}

/** Returns a sentence about an event, without names of people: "Midnight Orchard #7 was sold for 129.5 XRP". */
export function eventSentence(event: MarketEvent, tokens: readonly ListedToken[]): string {
  const { amount, previousAmount } = event
  return sentences[event.kind]({
    work: event.name ?? 'A work',
    collection: event.collectionName ?? 'A collection',
    price: amount === null ? 'nothing' : amountInWords(amount, tokens),
    earlier: previousAmount === null ? null : amountInWords(previousAmount, tokens),
    event,
  })
}
