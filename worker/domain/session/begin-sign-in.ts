import { t } from '#contract/words/sentence.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { type WalletName, walletTable } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { digest } from './nonce.ts'

/** 32 characters that are easy to distinguish: no I, O, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a random code of six characters, for example `K7F-3QX`: short enough to compare at a glance. */
export function createSignInCode(): string {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    alphabet.charAt(byte % 32),
  )
  return `${characters.slice(0, 3).join('')}-${characters.slice(3).join('')}`
}

const createMemo = (data: string) => [
  { Memo: { MemoType: textToHex('opx/sign-in'), MemoData: textToHex(data) } },
]

/** Returns Xaman's pseudo-transaction for a sign-in. */
const signInPayload = (challenge: string) => ({ TransactionType: 'SignIn', Memos: createMemo(challenge) })

/**
 * Returns a transaction for a wallet that only signs transactions. It would change nothing, and no ledger can include
 * it, because its LastLedgerSequence passed with the first ledger.
 */
const neverValid = (text: string) => ({
  TransactionType: 'AccountSet',
  Fee: '0',
  Sequence: 0,
  LastLedgerSequence: 1,
  Memos: createMemo(text),
})

/**
 * Returns the sign-in text that wallets other than Xaman show and sign. Always in English, because it is part of the
 * verification: the site, the code of the connect dialog, a random challenge and the time.
 */
export const signInText = (facts: { siteOrigin: string; signInCode: string; challenge: string; at: Date }) =>
  [
    `Sign in to OPX at ${facts.siteOrigin}.`,
    `Code: ${facts.signInCode}. Sign only if the page that you opened yourself at this address shows the same code.`,
    'This moves nothing and costs nothing.',
    `Request ${facts.challenge} of ${facts.at.toISOString()}.`,
  ].join('\n')

/**
 * Begins a sign-in for the browser with this `nonce`. The memo contains a random challenge, which binds the signed blob
 * to this request. The wallet names the site and shows the code of the connect dialog; a relayed QR code has neither.
 */
export async function beginSignIn(
  context: Context,
  nonce: string,
  wallet: WalletName,
): Promise<SignReferences> {
  const challenge = crypto.randomUUID()
  const signInCode = createSignInCode()
  const { site: siteOrigin } = instructionWords(context)
  const { signsIn } = walletTable[wallet]
  const text = signInText({ siteOrigin, signInCode, challenge, at: context.now() })
  const references = await openSignRequest(context, {
    purpose: 'sign_in',
    account: null,
    wallet,
    txjson: signsIn === 'transaction' ? neverValid(text) : signInPayload(challenge),
    context: { nonceHash: digest(nonce), signInCode, ...(signsIn === 'message' ? { message: text } : {}) },
    instruction: t(
      'Sign in to OPX at {site}. Code: {code}. Sign only if the page that you opened yourself at this address shows the same code.',
      { site: siteOrigin, code: signInCode },
    ),
    returnPath: '/',
  })
  return { ...references, signInCode }
}
