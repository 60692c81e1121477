import { addTickets, dropTickets } from '#db/queries/journal/journal.ts'
import { type Commitments, readCommitments, saveTreasuryState } from '#db/queries/journal/treasury-state.ts'
import { objectsPerWork } from '#contract/limits/treasury.ts'
import type { Context } from '#worker/domain/context.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { entryChanges, numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import type { AccountState } from '#worker/ports/ledger/port.ts'
import { settle } from './settle.ts'
import { planTreasury } from './treasury-plan.ts'

function createdTickets({ meta }: ValidatedTransaction): number[] {
  return entryChanges(meta, 'Ticket').flatMap(({ kind, fields }) => {
    const ticket = numberField(fields, 'TicketSequence')
    return kind !== 'created' || ticket === undefined ? [] : [ticket]
  })
}

/**
 * Updates the table from the ledger: adds new tickets, and deletes free ones that no longer exist. `tickets` must be
 * read first, so that a ticket used in between is in the table and is not added again. Returns the number of free
 * tickets.
 */
async function reconcile(
  { db, ledger, treasury }: Context,
  tickets: Commitments['tickets'],
): Promise<number> {
  const onLedger = new Set(await ledger.listTickets(treasury.account))
  const knownNumbers = new Set(tickets.map((row) => row.ticket))
  await addTickets(
    db.http,
    [...onLedger].filter((ticket) => !knownNumbers.has(ticket)),
  )
  await dropTickets(
    db.http,
    tickets.filter((row) => row.free && !onLedger.has(row.ticket)).map((row) => row.ticket),
  )
  const bound = new Set(tickets.filter((row) => !row.free).map((row) => row.ticket))
  return [...onLedger].filter((ticket) => !bound.has(ticket)).length
}

/**
 * Returns the marketplace's debts and objects. The account's balance includes payments of buyers, so the index must
 * include them too. Otherwise money owed to artists would count as ours. Null if the index is behind.
 */
async function commitmentsAt(
  context: Context,
  commitments: Commitments,
  ledgerIndex: number,
  deadline: Date,
) {
  if (commitments.appliedLedger >= ledgerIndex) return commitments
  const { to } = await followLedgers(context, deadline)
  return to < ledgerIndex ? null : readCommitments(context.db.http, context.treasury.account, ledgerIndex)
}

/**
 * Stores the account's free capacity, for purchases, health and operations. Returns the number of tickets to create.
 */
async function planTickets(
  context: Context,
  state: AccountState,
  free: number,
  { owedDrops, works, storedState }: Commitments,
): Promise<number> {
  const { db, ledger, treasury, log } = context
  const reserves = await ledger.reserves()
  const plan = planTreasury(state, reserves, owedDrops)
  const { freeObjects, wantedTickets, missingTickets, roomObjects, missingDrops } = plan
  const { ledgerIndex, ticketCount: tickets } = state
  const planFacts = { roomObjects, tickets, wantedTickets, missingDrops }
  // If the number of works is the same, an older stored ledger with the same state gives the same result.
  const isStored =
    storedState !== null &&
    storedState.works === works &&
    storedState.state.roomObjects === roomObjects &&
    storedState.state.tickets === tickets &&
    storedState.state.wantedTickets === wantedTickets &&
    storedState.state.missingDrops === missingDrops
  if (!isStored) await saveTreasuryState(db.http, { account: treasury.account, ledgerIndex, ...planFacts })
  const affordable = Math.max(0, freeObjects - objectsPerWork * works)
  if (wantedTickets > 0 && (free * 2 >= wantedTickets || missingTickets === 0)) return 0
  const count = Math.min(missingTickets, affordable)
  if (count <= 0) log.error('marketplace_reserve_low', { free, missingDrops: missingDrops.toString() })
  return Math.max(0, count)
}

/**
 * Keeps the pool of tickets filled as far as the account's reserve allows. The account's Sequence is only used for
 * creating tickets, so nothing else can block on it.
 */
export async function refillTickets(context: Context, deadline: Date): Promise<void> {
  const { db, ledger, treasury, log } = context
  const state = await ledger.findAccount(treasury.account)
  if (state === null) {
    log.error('marketplace_account_missing', { account: treasury.account })
    return
  }
  const current = await readCommitments(db.http, treasury.account, state.ledgerIndex)
  const free = await reconcile(context, current.tickets)
  const commitments = await commitmentsAt(context, current, state.ledgerIndex, deadline)
  if (commitments === null) return
  const count = await planTickets(context, state, free, commitments)
  if (count === 0) return
  await settle(
    context,
    {
      purpose: `tickets:${state.sequence}`,
      kind: 'tickets',
      counterparty: null,
      sequence: state.sequence,
      order: (tx) => ({ kind: 'tickets', tx }),
      fields: { TransactionType: 'TicketCreate', TicketCount: count },
    },
    (tx, entry) => addTickets(tx, createdTickets(entry)),
    async () => undefined,
  )
}
