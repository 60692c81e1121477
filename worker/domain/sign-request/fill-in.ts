import { sentence } from '#contract/words/sentence.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { textField } from '#worker/ledger/ledger-json.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'

/** Shortest interval between ledger closes: 3 seconds. */
const ledgerMs = 3000
/**
 * Number of ledgers added to the limit, so that a transaction signed at the last moment still has a minute to reach a
 * ledger.
 */
const spareLedgers = 20

/**
 * Returns a transaction exactly as a page's wallet signs it: with Sequence, cost, and a LastLedgerSequence after the
 * request expires. Only networks with an id above 1024 need NetworkID, and ours have lower ids. Throws Refusal:
 * account_not_found, ledger_unavailable.
 */
export async function fillIn(
  context: Pick<Context, 'ledger' | 'now' | 'costLimit'>,
  account: string,
  tx: SignRequestRow['txjson'],
  expiresAt: Date,
): Promise<SignRequestRow['txjson']> {
  const { ledger, now } = context
  const [head, state, cost] = await Promise.all([
    ledger.validatedHead(),
    ledger.findAccount(account),
    ledger.transactionCost(),
  ])
  if (state === null)
    throw new Refusal(
      'account_not_found',
      sentence('Your account does not exist on the ledger yet. Send it at least 1 XRP first.'),
    )
  const open = Math.ceil(Math.max(0, expiresAt.getTime() - now().getTime()) / ledgerMs)
  // A request that is filled in again keeps the agreed cost.
  const before = BigInt(textField(tx, 'Fee') ?? '0')
  const offeredFee = offeredCost(context, cost)
  return {
    ...tx,
    Account: account,
    Fee: (before > offeredFee ? before : offeredFee).toString(),
    Sequence: state.sequence,
    LastLedgerSequence: head.index + open + spareLedgers,
  }
}
