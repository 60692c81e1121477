import { addTickets, dropTickets, listKnownTickets } from '#db/queries/journal.ts'
import type { Context } from '#worker/domain/context.ts'
import { numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { advanceSubmission } from './advance-submission.ts'

/** The pool is filled up again when fewer than this are free; an account may hold 250. */
const lowWater = 60
const highWater = 120

function createdTickets(entry: ValidatedTransaction): number[] {
  return entry.meta.AffectedNodes.flatMap((affected) => {
    if (!('CreatedNode' in affected) || affected.CreatedNode.LedgerEntryType !== 'Ticket') return []
    const ticket = numberField(affected.CreatedNode.NewFields, 'TicketSequence')
    return ticket === undefined ? [] : [ticket]
  })
}

/** Makes the table say what the ledger says: tickets that it does not know yet come in, free ones that are gone go out. */
async function reconcile({ db, ledger, treasury }: Context): Promise<number> {
  // The table first: a ticket that is used in between is then known, and not taken for a new one.
  const known = await listKnownTickets(db.read)
  const onLedger = new Set(await ledger.listTickets(treasury.account))
  const knownNumbers = new Set(known.map((row) => row.ticket))
  await addTickets(
    db.read,
    [...onLedger].filter((ticket) => !knownNumbers.has(ticket)),
  )
  await dropTickets(
    db.read,
    known.filter((row) => row.free && !onLedger.has(row.ticket)).map((row) => row.ticket),
  )
  const bound = new Set(known.filter((row) => !row.free).map((row) => row.ticket))
  return [...onLedger].filter((ticket) => !bound.has(ticket)).length
}

/** Keeps the pool of tickets filled. Tickets are the only use of the account's Sequence, so nothing else can block on it. */
export async function refillTickets(context: Context): Promise<void> {
  const { ledger, treasury, log, db } = context
  const free = await reconcile(context)
  if (free >= lowWater) return
  const state = await ledger.findAccount(treasury.account)
  if (state === null) {
    log.error('marketplace_account_missing', { account: treasury.account })
    return
  }
  const submission = await advanceSubmission(context, {
    purpose: `tickets:${state.sequence}`,
    kind: 'tickets',
    counterparty: null,
    sequence: state.sequence,
    order: (tx) => ({ kind: 'tickets', tx }),
    fields: { TransactionType: 'TicketCreate', TicketCount: highWater - free },
  })
  if (submission.state === 'succeeded') await addTickets(db.read, createdTickets(submission.entry))
}
