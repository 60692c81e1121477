import type { writeFunds } from '#db/queries/ledger-index/derive.ts'
import { type EndedAuctions, historyRows, offerRows, tokenRows } from '#db/queries/ledger-index/writes.ts'
import type { Recordset } from '#db/sql/insert-rows.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { type AppliedLedger, appliedLedger } from '#worker/domain/event/applied-ledger.ts'
import { accountChanges } from '#worker/ledger/account-changes.ts'
import { usedTickets } from '#worker/ledger/bid-batch.ts'
import { type BatchPayment, batchPayments } from '#worker/ledger/batch-payments.ts'
import { type IndexChanges, ledgerChanges, mergeChanges } from '#worker/ledger/index-changes.ts'
import { type ShownBatch, shownBatches } from '#worker/ledger/shown-batches.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import { type LinesAfter, linesAfter } from './line-health.ts'

// Results that depend only on ledgers. They are computed while earlier ledgers are written.

export type TimedLedger = ReadLedger & { closedAt: Date }

/** A ledger with its close time, and the resulting changes of the index. */
export interface PreparedLedger {
  ledger: TimedLedger
  changes: IndexChanges
}

export const prepareLedger = (ledger: TimedLedger): PreparedLedger => ({
  ledger,
  changes: ledgerChanges(ledger),
})

type Funds = Parameters<typeof writeFunds>[1]

/** Changes of the index, in the form that is written. */
export interface PreparedChanges {
  changes: IndexChanges
  ended: EndedAuctions
  tokens: Recordset | null
  burned: string[]
  offers: Recordset | null
  history: Recordset | null
  /**
   * True if events can only have one position: each ledger was followed once, and all its positions come from the
   * ledger.
   */
  isPlaced: boolean
  funds: Funds
  lines: LinesAfter
  payments: BatchPayment[]
  batches: ShownBatch[]
  /** Tickets that the transactions have used. */
  usedTickets: { account: string; ticket: number }[]
}

/** Consecutive ledgers that are written in one transaction. */
export interface PreparedStretch extends PreparedChanges {
  ledgers: PreparedLedger[]
  applied: AppliedLedger[]
}

/** Returns the XRP of every account that the transactions changed, after the last transaction. */
function fundsAfter(entries: ValidatedTransaction[]): Funds {
  const funds = new Map<string, Funds[number]>()
  for (const entry of entries) {
    for (const state of accountChanges(entry.meta)) {
      funds.set(state.account, {
        ...state,
        stateLedger: entry.ledgerIndex,
        statePosition: entry.meta.TransactionIndex,
      })
    }
  }
  return [...funds.values()]
}

/** Returns tokens that changed owners, with their state at the end of each ledger in which they did. */
function movedIn(ledgers: IndexChanges[]): EndedAuctions['movedTokens'] {
  const states = new Map<string, EndedAuctions['movedTokens'][number]['state']>()
  return ledgers.flatMap(({ nfts, history }) => {
    for (const [id, token] of nfts) states.set(id, token)
    return history
      .filter(({ type }) => type === 'sale' || type === 'transfer' || type === 'burn')
      .map(({ nftId }) => ({ nftId, state: states.get(nftId) ?? null }))
  })
}

/** Awaited every few milliseconds of work, so that replies of the database can be processed in between. */
export type Turn = () => Promise<void>

const noTurn: Turn = () => Promise.resolve()

export async function prepareChanges(
  entries: ValidatedTransaction[],
  ledgers: IndexChanges[],
  turn = noTurn,
): Promise<PreparedChanges> {
  const changes = mergeChanges(ledgers)
  const offers = [...changes.offers.values()]
  const endedOffers = offers.filter((offer) => offer.isSell && offer.state !== 'open')
  const movedTokens = movedIn(ledgers)
  await turn()
  const nfts = [...changes.nfts.values()]
  const tokens = tokenRows(nfts)
  await turn()
  const history = historyRows(changes.history)
  await turn()
  const rows = offerRows(
    offers.map((offer) => ({ ...offer, amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null })),
  )
  await turn()
  const funds = fundsAfter(entries)
  const batches = new Set(changes.history.flatMap(({ parentBatchId }) => parentBatchId ?? []))
  const payments = batchPayments(entries, batches)
  await turn()
  const open = offers.filter((offer) => offer.state === 'open')
  return {
    changes,
    ended: {
      acceptedOffers: endedOffers.filter((offer) => offer.state === 'accepted').map((offer) => offer.id),
      cancelledOffers: endedOffers.filter((offer) => offer.state === 'cancelled').map((offer) => offer.id),
      movedTokens,
    },
    tokens,
    burned: nfts.filter(({ burned }) => burned).map(({ id }) => id),
    offers: rows,
    history,
    isPlaced: false,
    funds,
    lines: linesAfter(entries, open),
    payments,
    batches: shownBatches(entries),
    usedTickets: usedTickets(entries),
  }
}

export async function prepareStretch(ledgers: PreparedLedger[], turn = noTurn): Promise<PreparedStretch> {
  const appliedLedgers: AppliedLedger[] = []
  for (const { ledger, changes } of ledgers) {
    appliedLedgers.push(appliedLedger(ledger, changes))
    if (appliedLedgers.length % 8 === 0) await turn()
  }
  const preparedChanges = await prepareChanges(
    ledgers.flatMap(({ ledger }) => ledger.transactions),
    ledgers.map(({ changes }) => changes),
    turn,
  )
  return {
    ...preparedChanges,
    isPlaced: ledgers.every(({ ledger }) => ledger.isPlaced),
    ledgers,
    applied: appliedLedgers,
  }
}
