import { sentence } from '#contract/words/sentence.ts'
import {
  claimMint,
  countMintsOf,
  findMintHolder,
  releaseMints,
  takeOverMints,
} from '#db/queries/mint/mints.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'

/** A worker that has not contacted the wallet within this time is assumed to have crashed. */
const takeOverMs = 30_000

interface RowNames {
  account: string
  rowKeys: string[]
}

const underWay = sentence(
  'This row is already being requested. Try again in half a minute: nothing is minted twice.',
)

/**
 * Claims the free rows, and returns the other rows grouped by the request that holds them. Always works in the same
 * order, so that two calls cannot deadlock.
 */
async function claimRows(context: Context, { account, rowKeys }: RowNames, signRequestId: string) {
  return context.db.transaction(async (tx) => {
    const uuids = new Map<string, string[]>()
    for (const rowKey of rowKeys.toSorted()) {
      const row = { account, rowKey, signRequestId, claimedAt: context.now() }
      if (await claimMint(tx, row)) continue
      const holder = (await findMintHolder(tx, { account, rowKey })) ?? ''
      uuids.set(holder, [...(uuids.get(holder) ?? []), rowKey])
    }
    return uuids
  })
}

/** Takes over the rows of a request that was never created, unless its worker may still be running. */
function takeOver({ db, now }: Context, { account, rowKeys }: RowNames, holder: string, requestId: string) {
  const deadline = new Date(now().getTime() - takeOverMs)
  const to = { signRequestId: requestId, claimedAt: now() }
  return takeOverMints(db.http, { account, holder, rowKeys }, to, deadline)
}

/**
 * Requests a signature for rows at most once: while the request of a row is open, signed or successful, every call for
 * that row, with any key, returns that request. `ask` receives a context with the request's id. Throws Refusal:
 * already_pending while another call is creating the request, rows_refused if some of the rows belong to another
 * request.
 */
export async function holdRows(
  context: Context,
  { account, rowKeys }: RowNames,
  ask: (context: Context) => Promise<SignReferences>,
): Promise<SignReferences> {
  const { db } = context
  const newRequestId = context.signRequestId ?? crypto.randomUUID()
  const rows = await claimRows(context, { account, rowKeys }, newRequestId)
  const refusedKeys = new Set<string>()
  let requestId = newRequestId
  for (const [holder, heldKeys] of rows) {
    const request = await findKeyedRequest({ ...context, signRequestId: holder })
    const isWhole = heldKeys.length === rowKeys.length
    if (request !== null && isWhole) return request
    // The rows continue under the same id, because a payload with that id may still appear.
    if (isWhole && (await countMintsOf(db.http, account, holder)) === heldKeys.length) requestId = holder
    const free =
      request === null ? await takeOver(context, { account, rowKeys: heldKeys }, holder, requestId) : []
    for (const rowKey of heldKeys) if (!free.includes(rowKey)) refusedKeys.add(rowKey)
  }
  try {
    if (refusedKeys.size === rowKeys.length) throw new Refusal('already_pending', underWay)
    if (refusedKeys.size > 0)
      throw new Refusal('rows_refused', sentence('Some of these rows are already being requested.'), {
        rows: rowKeys.flatMap((rowKey, row) =>
          refusedKeys.has(rowKey) ? [{ row, code: 'already_pending' as const, message: underWay }] : [],
        ),
      })
    return await ask({ ...context, signRequestId: requestId })
  } catch (error) {
    const claimedKeys = rowKeys.filter((rowKey) => !refusedKeys.has(rowKey))
    await releaseMints(db.http, { account, signRequestId: requestId, rowKeys: claimedKeys })
    throw error
  }
}
