import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SigningReply } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { oneAtATime, whyTwoSteps } from './choose-flow.ts'

const unavailable: Record<NonNullable<SigningReply['reason']>, Sentence> = {
  not_in_force: sentence(
    'The network cannot carry out several transactions as one at the moment. Please try again later.',
  ),
  switched_off: sentence('This is not available on this network yet.'),
  wallet_cannot: sentence(
    'You said that your wallet cannot sign several transactions at once, which this requires.',
  ),
}

/** Checks that an account can sign a Batch. Throws Refusal('batch_unavailable'). */
export async function requireBatch(context: Context, account: string): Promise<void> {
  const twoStepsReason = await whyTwoSteps(context, account)
  if (twoStepsReason === null) return
  const wallet = twoStepsReason === 'wallet_cannot' ? oneAtATime(context, account) : null
  throw new Refusal(
    'batch_unavailable',
    wallet === null
      ? unavailable[twoStepsReason]
      : sentence(
          '{wallet} signs one transaction at a time, but this needs several at once. Connect with Xaman instead.',
          { wallet },
        ),
  )
}
