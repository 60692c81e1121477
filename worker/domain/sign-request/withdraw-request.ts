import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { resolveSignRequest } from './resolve-sign-request.ts'

/**
 * Withdraws an unsigned request from the app. If it was signed just before, the signer's state counts. Throws
 * Refusal('signer_unavailable').
 */
export async function withdrawRequest(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  if (row.uuid !== null) await context.signer.cancel(row.uuid)
  return resolveSignRequest(context, row, 'webhook')
}
