import type { Context } from '#worker/domain/context.ts'

/**
 * True if a BatchSigner's signature over a Sequence of the outer account can no longer be used in this ledger, whatever
 * its time limit. The signature covers only the number, which may also be a ticket: a TicketCreate paid by an older
 * ticket creates ticket N and moves the Sequence past N. Once the Sequence is past N, ticket N can no longer be
 * created.
 */
export async function isSequenceSpent(
  { ledger }: Pick<Context, 'ledger'>,
  account: string,
  sequence: number,
  ledgerIndex: number,
): Promise<boolean> {
  const state = await ledger.findAccount(account, ledgerIndex)
  // If the index lags, it may not contain a new account yet. That proves nothing.
  if (state === null || state.sequence <= sequence) return false
  return !(await ledger.findTicket(account, sequence, ledgerIndex)).exists
}
