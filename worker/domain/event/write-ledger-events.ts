import type { Executor } from '#db/executor.ts'
import { writeEvents } from '#db/queries/event-log.ts'
import type { Reserves } from '#db/queries/index-derive.ts'
import type { MarketRules } from '#db/queries/market-rules.ts'
import {
  type BidChange,
  noteFunded,
  type OfferFacts,
  type OfferQuestion,
  readOfferFacts,
} from '#db/queries/offer-facts.ts'
import { dateToRippleTime } from '#worker/contract/ledger.ts'
import { accountChanges } from '#worker/ledger/account-changes.ts'
import type { IndexChanges, OfferUpsert } from '#worker/ledger/index-changes.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { isStep, type LedgerEvent, ledgerEvents, type Step } from './ledger-events.ts'

/** A ledger that has been applied to the index. */
export interface AppliedLedger {
  index: number
  closedAt: Date
  entries: ValidatedTransaction[]
  changes: Pick<IndexChanges, 'history' | 'offers'>
}

/** The offer that a step of the history is about: the made, ended or accepted one; of a sale the seller's. */
function offerOf(
  event: IndexChanges['history'][number],
  entry: ValidatedTransaction | undefined,
  offers: Map<string, OfferUpsert>,
) {
  const id = event.type === 'sale' ? textField(entry?.tx, 'NFTokenSellOffer') : event.offerId
  return offers.get(id ?? '') ?? null
}

async function stepsOf(tx: Executor, { entries, changes }: AppliedLedger): Promise<Step[]> {
  const byHash = new Map(entries.map((entry) => [entry.hash, entry]))
  const steps = changes.history.map((event): Step => {
    const entry = byHash.get(event.txid)
    return {
      event,
      actor: entry?.tx.Account ?? '',
      type: entry?.tx.TransactionType ?? '',
      offer: offerOf(event, entry, changes.offers),
      facts: null,
    }
  })
  const questions = new Map<Step, OfferQuestion>()
  for (const step of steps) {
    const { event, offer } = step
    if (offer === null || event.type === 'transfer') continue
    questions.set(step, {
      ...offer,
      offerId: offer.id,
      ledgerIndex: event.ledgerIndex,
      position: event.position,
      closeTime: dateToRippleTime(event.closedAt),
    })
  }
  const facts = await readOfferFacts(tx, [...questions.values()])
  const factsOf = new Map<Step, OfferFacts | undefined>(
    [...questions.keys()].map((step, place) => [step, facts[place]]),
  )
  return steps.map((step) => ({ ...step, facts: factsOf.get(step) ?? null }))
}

/** What accounts can spend after a ledger, and the transaction that touched them last. */
function spendableAfter(entries: ValidatedTransaction[], { baseDrops, ownerDrops }: Reserves) {
  const accounts = new Map<string, { account: string; spendableDrops: bigint; entry: ValidatedTransaction }>()
  for (const entry of entries) {
    for (const { account, balanceDrops, ownerCount } of accountChanges(entry.meta)) {
      const spendableDrops = balanceDrops - baseDrops - ownerDrops * BigInt(ownerCount)
      accounts.set(account, { account, spendableDrops, entry })
    }
  }
  return accounts
}

function unfundedEvent(
  { index, closedAt }: AppliedLedger,
  bid: BidChange,
  entry: ValidatedTransaction,
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
    seller: bid.holder,
    buyer: bid.owner,
    account: null,
    offerId: bid.id,
    amount: bid.amount,
    previousAmount: null,
    endsAt: null,
    funded: false,
  }
}

async function eventsOf(tx: Executor, ledger: AppliedLedger, rules: MarketRules, reserves: Reserves) {
  const { index, closedAt, entries } = ledger
  const closeTime = dateToRippleTime(closedAt)
  const accounts = spendableAfter(entries, reserves)
  const bids = await noteFunded(
    tx,
    { ledgerIndex: index, closeTime },
    [...accounts.values()].map(({ entry, ...account }) => ({
      ...account,
      position: entry.meta.TransactionIndex,
    })),
  )
  const unfunded = new Set(
    bids.filter((bid) => !bid.funded && bid.createdLedger === index).map(({ id }) => id),
  )
  const ofHistory = ledgerEvents(await stepsOf(tx, ledger), unfunded, rules)
  const ofFunds = bids.flatMap((bid) => {
    const entry = accounts.get(bid.owner)?.entry
    if (bid.funded || bid.createdLedger === index || isStep(bid, closeTime) || entry === undefined) return []
    return [unfundedEvent(ledger, bid, entry)]
  })
  const inOrder = [...ofHistory, ...ofFunds].toSorted((a, b) => a.place - b.place)
  const counts = new Map<number, number>()
  return inOrder.map(({ place, ...event }) => {
    const n = counts.get(place) ?? 0
    counts.set(place, n + 1)
    return { ...event, key: `${index}:${place}:${n}` }
  })
}

/**
 * Writes the events of ledgers that the follower has applied to the index, in the same transaction and as its last step. They depend
 * on these ledgers and on what earlier ones have left, not on when that happens or on what was applied early.
 */
export async function writeLedgerEvents(
  tx: Executor,
  ledgers: AppliedLedger[],
  { rules, reserves }: { rules: MarketRules; reserves: Reserves },
): Promise<void> {
  const written = []
  for (const ledger of ledgers) written.push(...(await eventsOf(tx, ledger, rules, reserves)))
  await writeEvents(tx, written)
}
