import { moveSignRequest, type SignRequestRow } from '#db/queries/sign-requests.ts'
import { insertSession } from '#db/queries/sessions.ts'
import { recordSignIn } from '#db/queries/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { textField } from '#worker/ledger/ledger-json.ts'
import type { SignedTransaction } from '#worker/ledger/signed-blob.ts'
import type { PayloadState } from '#worker/ports/signer/port.ts'

/** A verified sign-in opens a session, and the account is known from now on with the push token that came with it. */
export async function acceptSignIn(
  { db, sessions, now }: Context,
  row: SignRequestRow,
  signed: SignedTransaction,
  payload: PayloadState,
): Promise<SignRequestRow> {
  const account = textField(signed.tx, 'Account')
  if (account === undefined) return row
  const signedAt = now()
  return db.transaction(async (tx) => {
    const moved = await moveSignRequest(tx, row.id, ['created', 'expired'], {
      state: 'success',
      account,
      resolvedAt: signedAt,
    })
    if (moved === null) return row
    await recordSignIn(tx, account, payload.pushToken, signedAt)
    await insertSession(tx, { id: row.id, account, signedAt, expiresAt: sessions.expiryOf(signedAt) })
    return moved
  })
}
