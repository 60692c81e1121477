import { declineSwap, withdrawSwap } from '#db/queries/swaps.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Swap } from '#worker/contract/swaps.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { getSwap, getSwapRow } from './view.ts'

const ended = new Set(['withdrawn', 'declined'])

/**
 * Ends a swap: the proposer withdraws it, the partner declines it. Doing it again changes nothing. A signature of the partner that
 * has not left the marketplace is discarded. Throws Refusal: not_found, forbidden, swap_closed.
 */
export async function endSwap(context: Context, actor: Actor, id: string): Promise<Swap> {
  const { db, now } = context
  const row = await getSwapRow(context, id)
  const isProposer = row.proposer === actor.account
  if (!isProposer && row.partner !== actor.account)
    throw new Refusal('forbidden', 'Only the two accounts of a swap can end it.')
  const moved = isProposer ? await withdrawSwap(db.read, id, now()) : await declineSwap(db.read, id, now())
  const swap = await getSwap(context, id)
  if (moved !== null || ended.has(swap.state)) return swap
  throw new Refusal(
    'swap_closed',
    swap.state === 'agreed'
      ? 'The proposer’s wallet has your signature already. Withdraw it with a transaction of your own, or wait until its time is over.'
      : 'This swap is over already.',
  )
}
