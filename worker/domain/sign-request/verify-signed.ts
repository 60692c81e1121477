import { sentence, type Sentence } from '#contract/words/sentence.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import { lsfDisableMaster } from '#contract/rules/ledger.ts'
import { isPageWallet } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { type Fields, textField } from '#worker/ledger/ledger-json.ts'
import { type BatchPart, type BatchPartProblem, readBatchPart } from '#worker/ledger/batch-signature.ts'
import {
  findBatchDifference,
  findDifference,
  isSignatureOf,
  readSignedBlob,
  type SignedTransaction,
  signerAddress,
} from '#worker/ledger/signed-blob.ts'
import type { PayloadState } from '#worker/ports/signer/port.ts'

export type Verdict =
  | { ok: true; account: string; signed: SignedTransaction }
  | { ok: false; code: ErrorCode; message: Sentence }

const mismatchProblem = (message: Sentence): Extract<Verdict, { ok: false }> => ({
  ok: false,
  code: 'signature_mismatch',
  message,
})

/** The fields of a wallet's reply that determine whether it is valid. */
type Answer = Pick<PayloadState, 'blob' | 'network' | 'account'>

/** Returns why a signature for another network does not count; null if it is for our network. */
function networkProblem({ settings }: Context, { network }: Answer) {
  const networkName = settings.network.toUpperCase()
  if (network === null || network === networkName) return null
  const message = sentence(
    'The wallet signed for another network ({network}). Switch it to {wanted} and try again.',
    { network, wanted: networkName },
  )
  return { ok: false, code: 'wrong_network', message } as const
}

/**
 * True if the key may sign for the account in the validated ledger: the account's master key (if not disabled) or its
 * regular key.
 */
async function maySign({ ledger }: Context, account: string, key: string): Promise<boolean> {
  const address = signerAddress(key)
  const state = await ledger.findAccount(account)
  // An account that is not on the ledger yet has no settings, so only its master key may sign.
  if (state === null) return address === account
  if (address === account) return (state.flags & lsfDisableMaster) === 0
  return address === state.regularKey
}

/**
 * Returns a signed sign-in. Xaman's is a pseudo-transaction without a type in its binary form. Other wallets sign a
 * transaction whose LastLedgerSequence has passed, in which they may fill in Sequence and cost.
 */
function signInOf({ wallet, txjson }: SignRequestRow, account: string): Fields {
  const { TransactionType, Sequence: _sequence, Fee: _fee, ...fields } = txjson
  return { ...fields, Account: account, ...(isPageWallet(wallet) ? { TransactionType } : {}) }
}

/**
 * Checks that the signed transaction is the requested one, signed by the requested account. Our id in the memo of a
 * sign-in binds the blob to this request.
 */
export async function verifySigned(context: Context, row: SignRequestRow, payload: Answer): Promise<Verdict> {
  const networkMismatch = row.purpose === 'sign_in' ? null : networkProblem(context, payload)
  if (networkMismatch !== null) return networkMismatch
  if (payload.blob === null) return mismatchProblem(sentence('The wallet returned no signature.'))
  const signedFields = readSignedBlob(payload.blob)
  if (signedFields === null)
    return mismatchProblem(sentence('The signature in the wallet’s response is not valid.'))
  const account = textField(signedFields.tx, 'Account')
  if (account === undefined || (row.account !== null && account !== row.account)) {
    return mismatchProblem(sentence('The request was signed by a different account than the one it was for.'))
  }
  const isSignIn = row.purpose === 'sign_in'
  const order = isSignIn ? signInOf(row, account) : row.txjson
  const difference =
    order.TransactionType === 'Batch'
      ? findBatchDifference(order, signedFields.tx)
      : findDifference(order, signedFields.tx)
  if (difference !== null)
    return mismatchProblem(
      sentence('The signed transaction is not the requested one: {difference} differs.', { difference }),
    )
  if (isSignIn && payload.account !== null && payload.account !== account) {
    return mismatchProblem(sentence('The wallet names a different account from the one that signed.'))
  }
  if (!(await maySign(context, account, signedFields.signingPublicKey))) {
    return mismatchProblem(sentence('The key that signed is not authorised for this account.'))
  }
  return { ok: true, account, signed: signedFields }
}

/** The signature of a text, with the signing account and key according to the wallet. */
export interface SignedText {
  account: string
  publicKey: string
  signature: string
}

/** Checks that the text of a sign-in is signed by a key that may sign for the account. */
export async function verifyText(
  context: Context,
  { context: { message } }: SignRequestRow,
  { account, publicKey, signature }: SignedText,
): Promise<{ ok: true; account: string } | Extract<Verdict, { ok: false }>> {
  if (message === undefined || !isSignatureOf(message, signature, publicKey))
    return mismatchProblem(sentence('The signature in the wallet’s response is not valid.'))
  if (!(await maySign(context, account, publicKey)))
    return mismatchProblem(sentence('The key that signed is not authorised for this account.'))
  return { ok: true, account }
}

const partProblems: Record<BatchPartProblem, Pick<Extract<Verdict, { ok: false }>, 'code' | 'message'>> = {
  missing: {
    code: 'signature_mismatch',
    message: sentence('The wallet returned no signature from this account.'),
  },
  invalid: {
    code: 'signature_mismatch',
    message: sentence('The signature is not for the requested transaction.'),
  },
  old_format: {
    code: 'wallet_outdated',
    message: sentence(
      'Your wallet signs this kind of transaction in an outdated format, which the network rejects. Update Xaman to 5.4.0 or newer and try again.',
    ),
  },
}

/** True if the requested account signs its inner transactions of another account's Batch. */
export const isPart = ({ txjson, account }: SignRequestRow): boolean =>
  txjson.TransactionType === 'Batch' && account !== null && txjson.Account !== account

/**
 * Checks that the wallet's reply contains the account's signature for exactly our Batch, by a key that may sign for the
 * account.
 */
export async function verifyPart(
  context: Context,
  row: SignRequestRow,
  payload: PayloadState,
): Promise<{ ok: true; part: BatchPart } | Extract<Verdict, { ok: false }>> {
  const networkMismatch = networkProblem(context, payload)
  if (networkMismatch !== null) return networkMismatch
  const account = row.account ?? ''
  const part = readBatchPart(row.txjson, account, payload.blob ?? '')
  if ('problem' in part) return { ok: false, ...partProblems[part.problem] }
  if (!(await maySign(context, account, part.part.SigningPubKey)))
    return mismatchProblem(sentence('The key that signed is not authorised for this account.'))
  return { ok: true, part: part.part }
}
