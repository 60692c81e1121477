import type { Context } from '#worker/domain/context.ts'

/**
 * Whether a BatchSigner's signature over a Sequence of the outer account is dead in this ledger, whatever its time limit. It covers the
 * number alone, which may also be a ticket: a TicketCreate that an older ticket pays for makes ticket N and moves the Sequence past N.
 * Once the Sequence is past N, ticket N cannot be made any more.
 */
export async function isSequenceSpent(
  { ledger }: Pick<Context, 'ledger'>,
  account: string,
  sequence: number,
  ledgerIndex: number,
): Promise<boolean> {
  const state = await ledger.findAccount(account, ledgerIndex)
  // An index that lags may not know a new account yet: that proves nothing.
  if (state === null || state.sequence <= sequence) return false
  return !(await ledger.findTicket(account, sequence, ledgerIndex)).exists
}
