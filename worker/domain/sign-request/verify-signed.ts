import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import type { ErrorCode } from '#worker/contract/errors.ts'
import { lsfDisableMaster } from '#worker/contract/ledger.ts'
import type { Context } from '#worker/domain/context.ts'
import { textField } from '#worker/ledger/ledger-json.ts'
import {
  findBatchDifference,
  findDifference,
  readSignedBlob,
  type SignedTransaction,
  signerAddress,
} from '#worker/ledger/signed-blob.ts'
import type { PayloadState } from '#worker/ports/signer/port.ts'

export type Verdict =
  | { ok: true; account: string; signed: SignedTransaction }
  | { ok: false; code: ErrorCode; message: string }

const mismatch = (message: string): Verdict => ({ ok: false, code: 'signature_mismatch', message })

/** Whether the key may sign for the account in the validated ledger: its master key (not disabled) or its regular key. */
async function maySign({ ledger }: Context, account: string, key: string): Promise<boolean> {
  const address = signerAddress(key)
  const state = await ledger.findAccount(account)
  // An account that is not on the ledger yet has no settings: only its master key may sign.
  if (state === null) return address === account
  if (address === account) return (state.flags & lsfDisableMaster) === 0
  return address === state.regularKey
}

/**
 * Whether the signed transaction is the requested one, by the requested account. A sign-in is a pseudo-transaction without a type
 * in its binary form; our id in its memo binds the blob to this request.
 */
export async function verifySigned(
  context: Context,
  row: SignRequestRow,
  payload: PayloadState,
): Promise<Verdict> {
  const wanted = context.settings.network.toUpperCase()
  if (row.purpose !== 'sign_in' && payload.network !== null && payload.network !== wanted) {
    return {
      ok: false,
      code: 'wrong_network',
      message: `The wallet signed for another network (${payload.network}). Switch it to ${wanted} and try again.`,
    }
  }
  if (payload.blob === null) return mismatch('The wallet returned no signature.')
  const signed = readSignedBlob(payload.blob)
  if (signed === null) return mismatch('The signature in the wallet’s answer does not hold.')
  const account = textField(signed.tx, 'Account')
  if (account === undefined || (row.account !== null && account !== row.account)) {
    return mismatch('Another account than the one asked has signed.')
  }
  const { TransactionType, ...fields } = row.txjson
  const isSignIn = row.purpose === 'sign_in'
  const asked = isSignIn ? { ...fields, Account: account } : { ...fields, TransactionType }
  const difference =
    TransactionType === 'Batch' ? findBatchDifference(asked, signed.tx) : findDifference(asked, signed.tx)
  if (difference !== null)
    return mismatch(`The signed transaction is not the one asked for: ${difference} differs.`)
  if (isSignIn && payload.account !== null && payload.account !== account) {
    return mismatch('The wallet names another account than the one that signed.')
  }
  if (!(await maySign(context, account, signed.signingPublicKey))) {
    return mismatch('The key that signed may not sign for this account.')
  }
  return { ok: true, account, signed }
}
