import type { Executor } from '#db/executor.ts'
import { withdrawBurned } from '#db/queries/demand/items.ts'
import { eventRows, writeEvents } from '#db/queries/event/log.ts'
import { type Reserves, refreshListings, refreshOffers, writeFunds } from '#db/queries/ledger-index/derive.ts'
import {
  addHistory,
  endAuctions,
  lockIndex,
  writeBatchPayments,
  writeHistory,
  writeNfts,
  writeOffers,
} from '#db/queries/ledger-index/writes.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { type Departure, requestDeparted } from '#db/queries/trade/offer-cancellations.ts'
import { markPartsUsed } from '#db/queries/part/presigned-parts.ts'
import { dropUsedTickets, refreshBids } from '#db/queries/standing-bid/bids.ts'
import { completeBidSales } from '#db/queries/standing-bid/sales.ts'
import { completeSwaps } from '#db/queries/swap/swaps.ts'
import { countNotes, rereadDoubtful, rereadEverything } from '#db/queries/ledger-index/unread.ts'
import { isRejectedData } from '#contract/rules/rejected-data.ts'
import type { Context } from '#worker/domain/context.ts'
import { type IndexChanges, indexChanges, ledgerChanges } from '#worker/ledger/index-changes.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { type ShownBatch, shownBatches } from '#worker/ledger/shown-batches.ts'
import { canBeToken } from '#worker/ledger/token-id.ts'
import { mentionsIn, recordNote, type Rereads } from '#worker/ledger/rereads.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { appliedLedger } from '#worker/domain/event/applied-ledger.ts'
import { readLedgerEvents } from '#worker/domain/event/read-ledger-events.ts'
import { applyLines } from './line-health.ts'
import { takeMoves } from './mark-sales.ts'
import {
  prepareChanges,
  type PreparedChanges,
  type PreparedLedger,
  type PreparedStretch,
} from './prepare-ledgers.ts'

/** Settings for applying transactions. */
export interface ApplySettings {
  rules: MarketRules
  reserves: Reserves
  /** Close time of the ledger. Offers that expire by then count as expired. */
  closedAt: Date
  now: Date
}

/**
 * Builds the input for a ledger that closed at `closedAt`. Reads the reserves from the ledger, so call it outside a
 * transaction.
 */
export async function applySettings(
  { rules, ledger, now }: Pick<Context, 'rules' | 'ledger' | 'now'>,
  closedAt: Date,
): Promise<ApplySettings> {
  return { rules, reserves: await ledger.reserves(), closedAt, now: now() }
}

/** Queues a read from the ledger for all objects whose state the changes leave uncertain. */
async function queueRereads(tx: Executor, rereads: Rereads, marketplace: string) {
  if (rereads.isIncomplete) await rereadEverything(tx, marketplace)
  const ids = [...rereads.ids]
  await rereadDoubtful(
    tx,
    {
      ids,
      newTokens: ids.filter(canBeToken),
      accounts: [...rereads.accounts],
      balances: [...rereads.balances],
    },
    marketplace,
  )
}

/** Returns the works that left their owners by sale or gift. */
const departuresIn = ({ history }: IndexChanges): Departure[] =>
  history.flatMap(({ type, nftId, seller, ledgerIndex }) =>
    (type === 'sale' || type === 'transfer') && seller !== null ? [{ nftId, seller, ledgerIndex }] : [],
  )

/**
 * Decides which offers can be accepted, and computes the prices of tokens. Returns the accounts whose funds have
 * changed.
 */
async function judgeOffers(tx: Executor, preparedChanges: PreparedChanges, settings: ApplySettings) {
  const { nfts, offers: changedOffers, rereads } = preparedChanges.changes
  const offers = [...changedOffers.values()]
  const bidders = new Set(offers.filter((offer) => !offer.isSell).map((offer) => offer.owner))
  const accounts = await writeFunds(tx, preparedChanges.funds, bidders)
  const onLines = await applyLines(tx, preparedChanges.lines, settings.rules.marketplace)
  await queueRereads(tx, rereads, settings.rules.marketplace)
  const touchedIds = [...new Set([...nfts.keys(), ...offers.map((offer) => offer.nftId), ...onLines])]
  const evaluatedOffers = await refreshOffers(tx, {
    nftIds: touchedIds,
    accounts,
    closeTime: dateToRippleTime(settings.closedAt),
    reserves: settings.reserves,
    marketplace: settings.rules.marketplace,
  })
  await refreshListings(tx, settings.rules, [...new Set([...touchedIds, ...evaluatedOffers])])
  return accounts
}

/** Marks the signatures of Batches in a ledger as used. Returns the bidders of completed sales into standing bids. */
async function markBatches(tx: Executor, batches: ShownBatch[], { closedAt }: ApplySettings) {
  await markPartsUsed(tx, batches)
  await completeSwaps(tx, batches, closedAt)
  return completeBidSales(tx, batches, closedAt)
}

/**
 * Writes the changes of whole ledgers or of a part of one, and their consequences. Returns tokens that were minted
 * earlier but were not in the index.
 */
async function applyChanges(
  tx: Executor,
  preparedChanges: PreparedChanges,
  settings: ApplySettings,
): Promise<string[]> {
  await endAuctions(tx, preparedChanges.ended)
  const newTokens = await writeNfts(tx, preparedChanges.tokens, settings.now)
  await withdrawBurned(tx, preparedChanges.burned)
  await writeOffers(tx, preparedChanges.offers)
  await (preparedChanges.isPlaced
    ? writeHistory(tx, preparedChanges.history)
    : addHistory(tx, preparedChanges.history))
  await takeMoves(tx, preparedChanges.changes.history)
  await requestDeparted(tx, settings.rules.marketplace, departuresIn(preparedChanges.changes))
  const accounts = await judgeOffers(tx, preparedChanges, settings)
  await writeBatchPayments(tx, preparedChanges.payments)
  const bidders = await markBatches(tx, preparedChanges.batches, settings)
  const ticketOwners = await dropUsedTickets(tx, preparedChanges.usedTickets)
  await refreshBids(tx, [...new Set([...accounts, ...bidders, ...ticketOwners])], settings.reserves)
  return newTokens
}

/**
 * Writes the effects of validated transactions into the index, and derives which offers can be accepted and the prices
 * of the tokens. Applying a transaction twice or out of order gives the same index: states store their position in the
 * ledger, ended offers stay ended, history has one row per event.
 */
export async function applyTransactions(
  tx: Executor,
  entries: ValidatedTransaction[],
  settings: ApplySettings,
) {
  const preparedChanges = await prepareChanges(entries, [indexChanges(entries)])
  // Allows one writer at a time: two concurrent writers would each derive listings without the other's offers.
  await lockIndex(tx)
  await applyChanges(tx, preparedChanges, settings)
}

const notesIn = ({ ledger, changes }: PreparedLedger) =>
  [...changes.rereads.notes.values()].map((note) => ({ ...note, ledgerIndex: ledger.index }))

/**
 * Applies consecutive whole ledgers with their events. Counts parts that could not be parsed, and reads them from the
 * ledger again. State that later ledgers change again is written once. Returns the kinds that occurred for the first
 * time.
 */
export async function applyStretch(tx: Executor, stretch: PreparedStretch, settings: ApplySettings) {
  await lockIndex(tx)
  const newTokens = await applyChanges(tx, stretch, settings)
  await writeEvents(tx, eventRows(await readLedgerEvents(tx, stretch.applied, newTokens, settings)))
  const kinds = await countNotes(tx, stretch.ledgers.flatMap(notesIn))
  return kinds
}

/**
 * Applies each transaction of a ledger alone, if the ledger contains something that the database cannot store. Only
 * that transaction is omitted; its tokens and accounts are read from the ledger again.
 */
export async function applyOneByOne(
  tx: Executor,
  { ledgers: [first] }: PreparedStretch,
  settings: ApplySettings,
) {
  if (first === undefined) return []
  const { ledger } = first
  await lockIndex(tx)
  const changes = ledgerChanges(ledger)
  const storedIds = new Set<string>()
  const newTokens: string[] = []
  for (const entry of ledger.transactions) {
    try {
      const entryChanges = indexChanges([entry])
      const nfts = new Map([...entryChanges.nfts].filter(([id]) => !changes.rereads.ids.has(id)))
      const preparedChanges = await prepareChanges([entry], [{ ...entryChanges, nfts }])
      newTokens.push(...(await tx.transaction((inner) => applyChanges(inner, preparedChanges, settings))))
      storedIds.add(entry.hash)
    } catch (error) {
      if (!isRejectedData(error)) throw error
      recordNote(changes.rereads, 'not_stored', entry.tx.TransactionType)
      const { ids, accounts } = mentionsIn(entry)
      for (const id of ids) changes.rereads.ids.add(id)
      for (const account of accounts) {
        changes.rereads.accounts.add(account)
        changes.rereads.balances.add(account)
      }
    }
  }
  // A single transaction does not show all of its Batch.
  await markBatches(tx, shownBatches(ledger.transactions), settings)
  await queueRereads(tx, changes.rereads, settings.rules.marketplace)
  const kinds = await countNotes(tx, notesIn({ ledger, changes }))
  const history = changes.history.filter(({ txid }) => storedIds.has(txid))
  const appliedState = appliedLedger(ledger, { ...changes, history })
  // Uses a separate transaction, because a value that the log cannot store must not prevent the ledger from being
  // applied.
  await tx
    .transaction(async (inner) =>
      writeEvents(inner, eventRows(await readLedgerEvents(inner, [appliedState], newTokens, settings))),
    )
    .catch((error: unknown) => {
      if (!isRejectedData(error)) throw error
    })
  return kinds
}
