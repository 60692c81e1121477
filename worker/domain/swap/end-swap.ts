import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { closeSwap, type SwapRow } from '#db/queries/swap/swaps.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Swap } from '#contract/schemas/swaps.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { settleAgreement } from './settle-agreement.ts'
import { getSwap, getSwapRow } from './view.ts'

const endedStates = new Set(['withdrawn', 'declined'])

/** Returns why an agreement that has left the marketplace cannot be ended by a call. */
function stillPossible({ agreedUntil }: SwapRow, isProposer: boolean): Sentence {
  const time = agreedUntil?.toISOString().slice(11, 16) ?? ''
  return isProposer
    ? sentence(
        'Your wallet can still complete this swap until {time} UTC. You can withdraw the proposal then.',
        { time },
      )
    : sentence(
        'The proposer’s wallet has your signature and can complete the swap until {time} UTC. Withdraw it with another transaction, or wait until then.',
        { time },
      )
}

/**
 * Ends a swap: the proposer withdraws it, or the partner declines it. Repeating it changes nothing. A partner's
 * signature that has not left the marketplace is discarded. Once it has left, neither side can end the swap before the
 * ledger rules it out. Throws Refusal: not_found, forbidden, swap_closed.
 */
export async function endSwap(context: Context, actor: Actor, id: string): Promise<Swap> {
  const { db, now } = context
  const current = await getSwapRow(context, id)
  const isProposer = current.proposer === actor.account
  if (!isProposer && current.partner !== actor.account)
    throw new Refusal('forbidden', sentence('Only the two accounts in a swap can end it.'))
  if (current.handedOutAt !== null) await settleAgreement(context, current)
  const closedSwap = await closeSwap(db.http, id, isProposer ? 'withdrawn' : 'declined', now())
  const swap = await getSwap(context, id)
  if (closedSwap !== null || endedStates.has(swap.state)) return swap
  throw new Refusal(
    'swap_closed',
    swap.state === 'agreed'
      ? stillPossible(await getSwapRow(context, id), isProposer)
      : sentence('This swap is already over.'),
  )
}
