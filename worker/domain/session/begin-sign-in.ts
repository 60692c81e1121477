import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { digest } from './nonce.ts'

/**
 * Begins a sign-in for the browser that holds `nonce`. The memo carries a number of ours, so that the signed blob can
 * belong to this request only; the instruction names the site, so that a relayed QR code can be recognised.
 */
export async function beginSignIn(context: Context, nonce: string): Promise<SignReferences> {
  const challenge = crypto.randomUUID()
  const { id: _id, ...references } = await openSignRequest(context, {
    purpose: 'sign_in',
    account: null,
    txjson: {
      TransactionType: 'SignIn',
      Memos: [{ Memo: { MemoType: textToHex('opx/sign-in'), MemoData: textToHex(challenge) } }],
    },
    context: { nonceHash: await digest(nonce) },
    instruction: `Sign in to OPX at ${context.settings.siteOrigin}. Sign only if you opened this page yourself.`,
    returnPath: '/',
  })
  return references
}
