import { endSwap } from '#worker/domain/swap/end-swap.ts'
import { proposeSwap } from '#worker/domain/swap/propose-swap.ts'
import { agreeToSwap, completeSwap, revokeAgreement } from '#worker/domain/swap/sign-swap.ts'
import { getSwap, listSwaps } from '#worker/domain/swap/view.ts'
import type { AppHandlers } from './app-env.ts'
import { createSuccess } from './success.ts'

export const swapHandlers = {
  proposeSwap: async ({ actor, body }, context) =>
    createSuccess({ id: await proposeSwap(context, actor, body) }),
  getSwap: ({ query }, context) => getSwap(context, query.id),
  getSwaps: ({ actor }, context) => listSwaps(context, actor),
  agreeToSwap: ({ actor, body }, context) => agreeToSwap(context, actor, body.id),
  completeSwap: ({ actor, body }, context) => completeSwap(context, actor, body.id),
  endSwap: async ({ actor, body }, context) => createSuccess(await endSwap(context, actor, body.id)),
  revokeSwap: ({ actor, body }, context) => revokeAgreement(context, actor, body.id),
} satisfies Partial<AppHandlers>
