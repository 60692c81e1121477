import type { Executor } from '#db/executor.ts'
import { withdrawBurned } from '#db/queries/demand-items.ts'
import { type Reserves, refreshListings, refreshOffers, writeFunds } from '#db/queries/index-derive.ts'
import {
  endAuctions,
  lockIndex,
  writeBatchPayments,
  writeHistory,
  writeNfts,
  writeOffers,
} from '#db/queries/index-writes.ts'
import type { MarketRules } from '#db/queries/market-rules.ts'
import { markPartsUsed } from '#db/queries/presigned-parts.ts'
import { countNotes, rereadDoubtful, rereadEverything } from '#db/queries/unread.ts'
import { isRejectedData } from '#worker/contract/rejected-data.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { accountChanges } from '#worker/ledger/account-changes.ts'
import { batchPayments } from '#worker/ledger/batch-payments.ts'
import { type IndexChanges, indexChanges, ledgerChanges } from '#worker/ledger/index-changes.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import { canBeToken } from '#worker/ledger/token-id.ts'
import { mentionsIn, note, type Unread } from '#worker/ledger/unread.ts'
import { dateToRippleTime } from '#worker/contract/ledger.ts'
import { writeLedgerEvents } from '#worker/domain/event/write-ledger-events.ts'
import { applyLines } from './line-health.ts'
import { takeMoves } from './mark-sales.ts'

/** What is needed besides the transactions. */
export interface ApplySettings {
  rules: MarketRules
  reserves: Reserves
  /** Close time of the ledger: what has expired by then counts as expired. */
  closedAt: Date
  now: Date
}

/** The input for a ledger closed at `closedAt`. Reads the reserves from the ledger: call it outside a transaction. */
export async function applySettings(
  { rules, ledger, now }: Pick<Context, 'rules' | 'ledger' | 'now'>,
  closedAt: Date,
): Promise<ApplySettings> {
  return { rules, reserves: await ledger.reserves(), closedAt, now: now() }
}

/** XRP of every account that the transactions touched, after the last of them. */
function fundsOf(entries: ValidatedTransaction[]) {
  const funds = new Map<string, Parameters<typeof writeFunds>[1][number]>()
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

async function writeChanges(tx: Executor, changes: IndexChanges, now: Date) {
  const tokens = [...changes.nfts.values()]
  const offers = [...changes.offers.values()]
  if (tokens.length > 0) {
    await writeNfts(
      tx,
      tokens.map((token) => ({
        ...token,
        metadataState: token.uri === null || token.burned ? ('none' as const) : ('pending' as const),
        metadataDueAt: token.uri === null || token.burned ? null : now,
      })),
    )
    await withdrawBurned(
      tx,
      tokens.filter((token) => token.burned).map((token) => token.id),
    )
  }
  if (offers.length > 0) {
    await writeOffers(
      tx,
      offers.map((offer) => ({ ...offer, amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null })),
    )
  }
  if (changes.history.length > 0) {
    await writeHistory(tx, changes.history)
    await takeMoves(tx, changes.history)
  }
  const ended = offers.filter((offer) => offer.isSell && offer.state !== 'open')
  await endAuctions(tx, {
    accepted: ended.filter((offer) => offer.state === 'accepted').map((offer) => offer.id),
    cancelled: ended.filter((offer) => offer.state === 'cancelled').map((offer) => offer.id),
    movedNfts: changes.history
      .filter((event) => event.type === 'sale' || event.type === 'transfer' || event.type === 'burn')
      .map((event) => event.nftId),
  })
}

/** Has the ledger asked about everything that the changes leave uncertain. */
async function rereadUnread(tx: Executor, unread: Unread, marketplace: string) {
  if (unread.isIncomplete) await rereadEverything(tx, marketplace)
  const ids = [...unread.ids]
  await rereadDoubtful(
    tx,
    {
      ids,
      newTokens: ids.filter(canBeToken),
      accounts: [...unread.accounts],
      balances: [...unread.balances],
    },
    marketplace,
  )
}

async function applyChanges(
  tx: Executor,
  entries: ValidatedTransaction[],
  changes: IndexChanges,
  settings: ApplySettings,
) {
  await writeChanges(tx, changes, settings.now)
  const batches = new Set(changes.history.flatMap(({ parentBatchId }) => parentBatchId ?? []))
  await writeBatchPayments(tx, batchPayments(entries, batches))
  await markPartsUsed(
    tx,
    entries.flatMap(({ hash, meta }) => (meta.ParentBatchID === undefined ? [] : [hash])),
  )
  const bidders = new Set(
    [...changes.offers.values()].filter((offer) => !offer.isSell).map((offer) => offer.owner),
  )
  const accounts = await writeFunds(tx, fundsOf(entries), bidders)
  const offers = [...changes.offers.values()]
  const onLines = await applyLines(
    tx,
    entries,
    offers.filter((offer) => offer.state === 'open'),
  )
  await rereadUnread(tx, changes.unread, settings.rules.marketplace)
  const touched = [...new Set([...changes.nfts.keys(), ...offers.map((offer) => offer.nftId), ...onLines])]
  const changed = await refreshOffers(tx, {
    nftIds: touched,
    accounts,
    closeTime: dateToRippleTime(settings.closedAt),
    reserves: settings.reserves,
  })
  await refreshListings(tx, settings.rules, [...new Set([...touched, ...changed])])
}

/**
 * Writes the effects of validated transactions into the index and derives what follows: which offers can be accepted, and the
 * prices of the tokens. Applying a transaction twice or out of order gives the same index: states carry their place in the ledger,
 * ended offers stay ended, history has one row per event.
 */
export async function applyTransactions(
  tx: Executor,
  entries: ValidatedTransaction[],
  settings: ApplySettings,
) {
  // One at a time: two concurrent writers would each derive listings without the other's offers.
  await lockIndex(tx)
  await applyChanges(tx, entries, indexChanges(entries), settings)
}

const appliedOf = ({ index, transactions: entries }: ReadLedger, { closedAt }: ApplySettings) => ({
  index,
  closedAt,
  entries,
})

/**
 * The same for a whole ledger, with its events; what was not understood in it is counted and read from the ledger again. Returns the kinds that
 * occurred for the first time.
 */
export async function applyWholeLedger(tx: Executor, ledger: ReadLedger, settings: ApplySettings) {
  await lockIndex(tx)
  const changes = ledgerChanges(ledger)
  await applyChanges(tx, ledger.transactions, changes, settings)
  const kinds = await countNotes(tx, [...changes.unread.notes.values()], ledger.index)
  await writeLedgerEvents(tx, [{ ...appliedOf(ledger, settings), changes }], settings)
  return kinds
}

/**
 * The same for a ledger with something that the database does not store: each transaction on its own, so that only the one that
 * cannot be stored is left out. What it mentions is read from the ledger again.
 */
export async function applyOneByOne(tx: Executor, ledger: ReadLedger, settings: ApplySettings) {
  await lockIndex(tx)
  const changes = ledgerChanges(ledger)
  const stored = new Set<string>()
  for (const entry of ledger.transactions) {
    try {
      const nfts = new Map([...indexChanges([entry]).nfts].filter(([id]) => !changes.unread.ids.has(id)))
      await tx.transaction((inner) =>
        applyChanges(inner, [entry], { ...indexChanges([entry]), nfts }, settings),
      )
      stored.add(entry.hash)
    } catch (error) {
      if (!isRejectedData(error)) throw error
      note(changes.unread, 'not_stored', entry.tx.TransactionType)
      const { ids, accounts } = mentionsIn(entry)
      for (const id of ids) changes.unread.ids.add(id)
      for (const account of accounts) {
        changes.unread.accounts.add(account)
        changes.unread.balances.add(account)
      }
    }
  }
  await rereadUnread(tx, changes.unread, settings.rules.marketplace)
  const kinds = await countNotes(tx, [...changes.unread.notes.values()], ledger.index)
  const applied = {
    ...appliedOf(ledger, settings),
    changes: { ...changes, history: changes.history.filter(({ txid }) => stored.has(txid)) },
  }
  // In a transaction of its own: a value that the log cannot take must not keep the ledger from being applied.
  await tx
    .transaction((inner) => writeLedgerEvents(inner, [applied], settings))
    .catch((error: unknown) => {
      if (!isRejectedData(error)) throw error
    })
  return kinds
}
