import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { resolveSignRequest } from './resolve-sign-request.ts'

/**
 * Withdraws an unsigned request from the app. It may have been signed just before: the signer decides. Throws
 * Refusal('signer_unavailable').
 */
export async function withdrawRequest(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  if (row.uuid !== null) await context.signer.cancel(row.uuid)
  return resolveSignRequest(context, row, 'webhook')
}
