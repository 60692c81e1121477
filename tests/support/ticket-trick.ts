import { asJson, callRpc, type Json } from '#local/lib/rpc.ts'
import type { KeyHolder, Settled } from '#local/lib/ledger-session.ts'

type Run<H> = (holder: H, transaction: Json) => Promise<Settled>

/** Returns the numbers of the tickets that an account holds. */
export async function ticketsOf(ledgerUrl: string, account: string): Promise<number[]> {
  const reply = await callRpc(ledgerUrl, 'account_objects', {
    account,
    type: 'ticket',
    ledger_index: 'validated',
  })
  const objects = Array.isArray(reply['account_objects']) ? reply['account_objects'] : []
  return objects.map((entry) => Number(asJson(entry)['TicketSequence']))
}

/** Creates the ticket that an account needs to turn another Sequence into a ticket later. */
export const prepareTicket = <H>(run: Run<H>, holder: H) =>
  run(holder, { TransactionType: 'TicketCreate', TicketCount: 1 })

/**
 * Moves an account past its next Sequence without using that number: a ticket pays for a TicketCreate, which creates
 * the ticket with this number. A Batch that other accounts have signed for the Sequence can then be sent with the
 * ticket instead.
 */
export async function takeSequenceAsTicket<H extends KeyHolder>(run: Run<H>, ledgerUrl: string, holder: H) {
  const [ticket] = await ticketsOf(ledgerUrl, holder.address)
  if (ticket === undefined) throw new Error('The account has no ticket to pay with.')
  return run(holder, {
    TransactionType: 'TicketCreate',
    TicketCount: 1,
    Sequence: 0,
    TicketSequence: ticket,
  })
}

/** Sends a Batch that was signed for a Sequence, using the ticket with the same number. */
export const sendByTicket = <H>(run: Run<H>, holder: H, batch: Json) =>
  run(holder, { ...batch, Sequence: 0, TicketSequence: batch['Sequence'] })

/** Uses the ticket of a Sequence for another transaction. */
export const spendTicket = <H>(run: Run<H>, holder: H, batch: Json) =>
  run(holder, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: batch['Sequence'] })
