import { purposesOf } from '#contract/rules/actions.ts'
import { hasUsedPart } from '#db/queries/part/presigned-parts.ts'
import { listUnsigned } from '#db/queries/sign-request/sign-requests.ts'
import { cannotSignBatch, saveBatchAbility } from '#db/queries/session/wallets.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { SigningReply } from '#contract/schemas/sign-requests.ts'
import { isPageWallet, walletTable } from '#contract/rules/wallets.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { isBatchInForce } from '#worker/domain/ledger-index/servers.ts'
import { withdrawRequest } from '#worker/domain/sign-request/withdraw-request.ts'
import { walletOf } from '#worker/domain/sign-request/wallet-of.ts'

/**
 * Reason why a sale takes two steps with one transaction each: the network does not support Batch, the operator has
 * disabled it or not yet tried it on Mainnet, or the account's owner says that the wallet cannot sign it.
 */
type TwoStepsReason = NonNullable<SigningReply['reason']>

async function isSwitchedOn({ db, settings, treasury }: Context, account: string): Promise<boolean> {
  const { walletBatch, network, admins } = settings
  if (walletBatch !== 'auto') return walletBatch === 'on'
  if (network !== 'mainnet') return true
  const operators = [treasury.account, ...admins]
  return operators.includes(account) || hasUsedPart(db.http, operators)
}

/**
 * Returns null if an account can sign a whole sale at once (XLS-56, Batch), otherwise the reason. The limits on lent
 * tickets and on a single sale are checked when the sale is prepared.
 */
export async function whyTwoSteps(context: Context, account: string): Promise<TwoStepsReason | null> {
  if (!(await isSwitchedOn(context, account))) return 'switched_off'
  if (oneAtATime(context, account) !== null) return 'wallet_cannot'
  if (await cannotSignBatch(context.db.http, account)) return 'wallet_cannot'
  return (await isBatchInForce(context)) ? null : 'not_in_force'
}

/** Returns the name of the account's wallet if it signs one transaction at a time; null otherwise. */
export function oneAtATime(context: Context, account: string): string | null {
  const { batch, title } = walletTable[walletOf(context, account)]
  return batch ? null : title
}

export async function readSigning(context: Context, { account }: Actor): Promise<SigningReply> {
  const reason = await whyTwoSteps(context, account)
  return { oneSignature: reason === null, reason }
}

/** Stores whether the account's wallet can sign a Batch. Withdraws requests that were made for the other setting. */
export async function saveSigning(context: Context, { account }: Actor, canSign: boolean): Promise<void> {
  const { db, log, now } = context
  await saveBatchAbility(db.http, account, canSign, now())
  for (const row of await listUnsigned(db.http, account, purposesOf('orBatch'))) {
    // Page wallets always get single transactions.
    if (isPageWallet(row.wallet)) continue
    try {
      await withdrawRequest(context, row)
    } catch (error) {
      // The request stays in the wallet until it expires.
      log.warn('request_not_withdrawn', { uuid: row.uuid, ...errorFacts(error) })
    }
  }
}
