import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { digest } from './nonce.ts'

/** 32 characters that are easy to tell apart: no I, O, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of six characters, for example `K7F-3QX`: short enough to compare at a glance. */
export function createSignInCode(): string {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    alphabet.charAt(byte % 32),
  )
  return `${characters.slice(0, 3).join('')}-${characters.slice(3).join('')}`
}

/**
 * Begins a sign-in for the browser that holds `nonce`. The memo carries a random challenge, which binds the signed blob to
 * this request. The wallet names the site and shows the code of the connect dialog: a relayed QR code has neither.
 */
export async function beginSignIn(context: Context, nonce: string): Promise<SignReferences> {
  const challenge = crypto.randomUUID()
  const signInCode = createSignInCode()
  const references = await openSignRequest(context, {
    purpose: 'sign_in',
    account: null,
    txjson: {
      TransactionType: 'SignIn',
      Memos: [{ Memo: { MemoType: textToHex('opx/sign-in'), MemoData: textToHex(challenge) } }],
    },
    context: { nonceHash: digest(nonce), signInCode },
    instruction: `Sign in to OPX at ${context.settings.siteOrigin}. Code: ${signInCode}. Sign only if the page that you opened yourself at this address shows the same code.`,
    returnPath: '/',
  })
  return { ...references, signInCode }
}
