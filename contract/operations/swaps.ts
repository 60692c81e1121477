import { routes } from '#contract/addresses.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import {
  EndSwapReply,
  ProposeSwapBody,
  ProposeSwapReply,
  SwapBody,
  SwapQuery,
  SwapReply,
  SwapsReply,
} from '#contract/schemas/swaps.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Trading', auth: 'session' } as const
const sign = { ...base, limit: 'sign', keyed: true, body: SwapBody, reply: SignedReply } as const

export const swapOperations = {
  proposeSwap: {
    ...routes.proposeSwap,
    ...base,
    limit: 'write',
    keyed: true,
    summary: 'Propose to swap own works for works of another account',
    body: ProposeSwapBody,
    reply: ProposeSwapReply,
  },
  getSwap: {
    ...routes.getSwap,
    ...base,
    auth: 'none',
    summary: 'A proposed swap, for everyone who has its id',
    query: SwapQuery,
    reply: SwapReply,
  },
  getSwaps: {
    ...routes.getSwaps,
    ...base,
    summary: 'The newest swaps that the connected account proposed or was asked for',
    reply: SwapsReply,
  },
  agreeToSwap: {
    ...routes.agreeToSwap,
    ...sign,
    summary: 'Sign one’s part of a swap; the proposer can complete it within 15 minutes',
  },
  completeSwap: {
    ...routes.completeSwap,
    ...sign,
    summary: 'Sign and submit a swap that the partner has signed',
  },
  endSwap: {
    ...routes.endSwap,
    ...base,
    limit: 'write',
    summary: 'Withdraw one’s proposal, or decline that of another account',
    body: SwapBody,
    reply: EndSwapReply,
  },
  revokeSwap: {
    ...routes.revokeSwap,
    ...sign,
    summary: 'Use up the Sequence that one’s signature of a swap is bound to',
  },
} as const satisfies Record<string, Operation>
