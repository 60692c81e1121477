import { defaultLanguage } from '#contract/words/languages.ts'
import { inWords } from '#contract/words/sentence.ts'
import { findSignRequestById, type SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { acceptSignIn } from '#worker/domain/sign-request/resolve-sign-request.ts'
import { requireOpen } from '#worker/domain/sign-request/page-request.ts'
import { type SignedText, verifyText, verifySigned } from '#worker/domain/sign-request/verify-signed.ts'

/**
 * Accepts the signature of a sign-in: of its text, or of its transaction, which is never submitted. Repeating a call
 * changes nothing. Throws Refusal: signature_mismatch, rejected, expired, ledger_unavailable.
 */
export async function acceptHandedInSignIn(
  context: Context,
  row: SignRequestRow,
  signedText: SignedText | string,
): Promise<void> {
  if (row.state === 'success') return
  await requireOpen(context, row)
  const verdict =
    typeof signedText === 'string'
      ? await verifySigned(context, row, { blob: signedText, network: null, account: null })
      : await verifyText(context, row, signedText)
  if (!verdict.ok) {
    context.log.warn('hand_in_mismatch', {
      uuid: row.uuid,
      wallet: row.wallet,
      reason: inWords(verdict.message, defaultLanguage),
    })
    throw new Refusal(verdict.code, verdict.message)
  }
  const signInRow = await acceptSignIn(context, row, verdict.account, null)
  if (signInRow.state === 'success') return
  const now = (await findSignRequestById(context.db.http, row.id)) ?? row
  if (now.state !== 'success') await requireOpen(context, now)
}
