import type { Executor } from '#db/executor.ts'
import type { NewEvent } from '#db/queries/event/log.ts'
import type { Reserves } from '#db/queries/ledger-index/derive.ts'
import { extendAuctions } from '#db/queries/trade/auctions.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import {
  type OfferFacts,
  type OfferQuestion,
  readFundedBids,
  readHolders,
  readOfferFacts,
  topBids,
  writeFunded,
} from '#db/queries/event/offer-facts.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import type { AppliedLedger } from './applied-ledger.ts'
import { type BidChange, Funding, fundsAfter, type LedgerFunds, spendableDuring } from './funding.ts'
import { isStep, type LedgerEvent, ledgerEvents, type Step } from './ledger-events.ts'

const stepOf = ({ type }: Step['event']): OfferQuestion['step'] =>
  type === 'sale' ? 'sold' : type === 'offer_cancelled' ? 'ended' : 'made'

function questionOf({ event, offer }: Step, funding: Funding): OfferQuestion | null {
  if (offer === null || event.type === 'transfer') return null
  return {
    ...offer,
    offerId: offer.id,
    ledgerIndex: event.ledgerIndex,
    position: event.position,
    closeTime: dateToRippleTime(event.closedAt),
    step: stepOf(event),
    unsteady: offer.isSell ? [] : funding.changingFor(offer.nftId),
  }
}

/**
 * Returns the ledgers in which the index first saw tokens that were minted earlier. Before these ledgers, the index
 * does not know their owners.
 */
function firstSeen(ledgers: AppliedLedger[], newTokens: string[]): Map<string, number> {
  const tokenIds = new Set(newTokens)
  const positions = new Map<string, number>()
  for (const { index, nfts } of tokenIds.size === 0 ? [] : ledgers)
    for (const id of nfts.keys()) if (tokenIds.has(id) && !positions.has(id)) positions.set(id, index)
  return positions
}

/** Adds the facts before each step, as of the step's ledger. */
async function withFacts(
  tx: Executor,
  rules: MarketRules,
  steps: Step[],
  funding: Funding,
  positions: Map<string, number>,
): Promise<Step[]> {
  const questions = new Map<Step, OfferQuestion>()
  for (const step of steps) {
    const question = questionOf(step, funding)
    if (question !== null) questions.set(step, question)
  }
  const facts = await readOfferFacts(tx, rules, [...questions.values()])
  const factsOf = new Map<Step, OfferFacts | undefined>(
    [...questions.keys()].map((step, place) => [step, facts[place]]),
  )
  return steps.map((step) => {
    const stepFacts = factsOf.get(step) ?? null
    if (stepFacts === null) return step
    const { nftId, ledgerIndex } = step.event
    const bids = stepFacts.bids.filter(({ id }) => funding.isFunded(id, ledgerIndex)).slice(0, topBids)
    const holder = ledgerIndex < (positions.get(nftId) ?? 0) ? null : stepFacts.holder
    return { ...step, facts: { ...stepFacts, bids, holder } }
  })
}

interface Unfunded extends BidChange {
  entry: ValidatedTransaction
}

/** Returns the bids that became unfunded because of a ledger, without new bids and steps of sales. */
function newlyUnfunded({ index, accounts, closeTime }: LedgerFunds, changes: BidChange[]): Unfunded[] {
  return changes.flatMap((change) => {
    const entry = accounts.get(change.bid.owner)?.entry
    if (change.funded || change.bid.createdLedger === index || entry === undefined) return []
    return isStep(change.bid, closeTime) ? [] : [{ ...change, entry }]
  })
}

function unfundedEvent(
  { index, closedAt }: AppliedLedger,
  { bid, entry }: Unfunded,
  holder: string | null,
): LedgerEvent {
  const { issuer, taxon } = identifyToken(bid.nftId)
  return {
    place: entry.meta.TransactionIndex,
    kind: 'bid_unfunded',
    at: closedAt,
    ledgerIndex: index,
    txid: entry.hash,
    nftId: bid.nftId,
    issuer,
    taxon,
    actor: entry.tx.Account,
    seller: holder,
    buyer: bid.owner,
    account: null,
    offerId: bid.id,
    amount: bid.amount,
    previousAmount: null,
    endsAt: null,
    funded: false,
  }
}

/** Returns the events of a ledger in the order of its transactions, with their keys. */
function withEventKeys(index: number, events: LedgerEvent[]) {
  const counts = new Map<number, number>()
  return events
    .toSorted((a, b) => a.place - b.place)
    .map(({ place, ...event }) => {
      const n = counts.get(place) ?? 0
      counts.set(place, n + 1)
      return { ...event, key: `${index}:${place}:${n}` }
    })
}

/**
 * Returns the events of ledgers whose tokens, offers and history are in the index. They must be written in the last
 * step of the same transaction. They depend only on these and earlier ledgers, not on how or when ledgers are applied.
 * `newTokens` entered the index with these ledgers, but were minted earlier. Records which bids are funded, and the new
 * ends of auctions.
 */
export async function readLedgerEvents(
  tx: Executor,
  ledgers: AppliedLedger[],
  newTokens: string[],
  { rules, reserves }: { rules: MarketRules; reserves: Reserves },
): Promise<NewEvent[]> {
  const [first] = ledgers
  if (first === undefined) return []
  const funds = ledgers.map((ledger) => fundsAfter(ledger, reserves))
  const funding = new Funding(await readFundedBids(tx, first.index, spendableDuring(funds)))
  const changes = funds.map((fund) => funding.changesIn(fund))
  const positions = firstSeen(ledgers, newTokens)
  const steps = await withFacts(
    tx,
    rules,
    ledgers.flatMap((ledger) => ledger.steps),
    funding,
    positions,
  )
  const stepsIn = Map.groupBy(steps, ({ event }) => event.ledgerIndex)
  const unfundedBids = ledgers.flatMap((ledger, place) => {
    const fund = funds[place]
    return fund === undefined
      ? []
      : newlyUnfunded(fund, changes[place] ?? []).map((change) => ({ ledger, change }))
  })
  const holders = await readHolders(
    tx,
    unfundedBids.map(({ ledger, change: { bid, entry } }) => ({
      nftId: bid.nftId,
      ledgerIndex: ledger.index,
      position: entry.meta.TransactionIndex,
    })),
  )
  const ofFunds = Map.groupBy(
    unfundedBids.map(({ ledger, change }, place) => {
      const isKnown = ledger.index >= (positions.get(change.bid.nftId) ?? 0)
      return unfundedEvent(ledger, change, isKnown ? (holders[place] ?? null) : null)
    }),
    ({ ledgerIndex }) => ledgerIndex,
  )
  const ends = new Map<string, number>()
  const events = ledgers.flatMap(({ index }, place) => {
    const newBids = (changes[place] ?? []).filter(({ bid, funded }) => !funded && bid.createdLedger === index)
    const unfundedIds = new Set(newBids.map(({ bid }) => bid.id))
    return withEventKeys(index, [
      ...ledgerEvents(stepsIn.get(index) ?? [], { rules, unfunded: unfundedIds, ends }),
      ...(ofFunds.get(index) ?? []),
    ])
  })
  await writeFunded(tx, funding.listChanges())
  await extendAuctions(tx, ends)
  return events
}
