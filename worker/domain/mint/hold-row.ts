import { claimMint, findMintHolder, releaseMint, takeOverMint } from '#db/queries/mints.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'

/** A worker that has not asked the wallet by then is assumed to have crashed. */
const takeOverMs = 30_000

/**
 * Requests a signature for a row at most once: while its request is open, signed or successful, every call with any key returns
 * that one. `ask` gets a context with the request's id. Throws Refusal('already_pending') while another call is asking.
 */
export async function holdRow(
  context: Context,
  name: { account: string; rowKey: string },
  ask: (context: Context) => Promise<SignReferences>,
): Promise<SignReferences> {
  const { db, now } = context
  const own = context.signRequestId ?? crypto.randomUUID()
  let holder: string | null = own
  if (!(await claimMint(db.read, { ...name, signRequestId: own, claimedAt: now() }))) {
    holder = await findMintHolder(db.read, name)
    const request = await findKeyedRequest({ ...context, signRequestId: holder })
    if (request !== null) return request
    const deadline = new Date(now().getTime() - takeOverMs)
    if (
      holder === null ||
      !(await takeOverMint(db.read, { ...name, signRequestId: holder }, deadline, now()))
    )
      throw new Refusal(
        'already_pending',
        'This row is being asked for already. Ask again in half a minute: nothing is minted twice.',
      )
  }
  try {
    return await ask({ ...context, signRequestId: holder })
  } catch (error) {
    await releaseMint(db.read, name)
    throw error
  }
}
