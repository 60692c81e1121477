import { PendingReply, SignedReply } from '#worker/contract/sign-requests.ts'
import { BuyNowBody } from '#worker/contract/trading.ts'
import type { Operation } from './operation.ts'

export const tradingOperations = {
  buyNow: {
    method: 'POST',
    path: '/api/nft/buy_now',
    summary: 'Buy a listed NFT',
    tag: 'Trading',
    auth: 'bearer',
    body: BuyNowBody,
    reply: SignedReply,
    pending: PendingReply,
    failed: true,
  },
} as const satisfies Record<string, Operation>
