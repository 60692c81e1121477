import { useCallback } from 'react'
import { isDrops } from '#worker/contract/amounts.ts'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { removeFromCart } from '#web/kit/cart/cart-store.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'
import { rowInWallet, type RowEnd } from '#web/wallet/runs/run-state.ts'
import { useRun } from '#web/wallet/runs/run-store.ts'
import { rowOutcome, useRunOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { useRunQueue } from '#web/wallet/runs/use-run-queue.ts'
import { type CartPurchase, cartRunKey, cartRuns } from './cart-run.ts'

async function buyOne(purchase: CartPurchase, key: string): Promise<{ uuid: string }> {
  const { nftokenID, seller, sellOfferIndex, price, pays, fee, brokered, promoCode, name, picture } = purchase
  const body = {
    owner: seller,
    nftokenID,
    sellOfferIndex,
    expectedAmount: price,
    ...(promoCode === null ? {} : { promoCode }),
  }
  const answer = await call('buyNow', { body }, { idempotencyKey: key })
  if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
  const draft = {
    purpose: 'buy_now' as const,
    nftokenID,
    title: name,
    picture,
    amount: pays,
    feeDrops: isDrops(fee) ? fee : '0',
    brokered,
    batch: true,
  }
  return { uuid: keepRequest(draft, answer.data) }
}

/** Buys the works of the account's run, one signature after another, while the cart is on the screen. */
export function useCartRun(account: string) {
  const key = cartRunKey(account)
  const run = useRun(cartRuns, key)
  const waitMs = useRunQueue(cartRuns, key, true, {
    prepare: () => ({ key: crypto.randomUUID() }),
    send: async (id) => {
      const { groups, rows } = cartRuns.read(key)
      const [purchase] = groups[id] ?? []
      const asked = rows[id]?.asked
      if (purchase === undefined || asked === null || asked === undefined)
        throw new ApiError(requestFailed, { code: 'unreadable' })
      return buyOne(purchase, asked.key)
    },
    noAnswer: 'There was no answer. Nothing was signed, and it is still in your cart.',
  })
  const endOf = useCallback(
    (reply: CheckReply): RowEnd | null => {
      const end = rowOutcome(reply)
      const state = cartRuns.read(key)
      const id = rowInWallet(state)?.id
      if (end?.status === 'success' && id !== undefined)
        removeFromCart((state.groups[id] ?? []).map(({ nftokenID }) => nftokenID))
      return end
    },
    [key],
  )
  const reply = useRunOutcome(cartRuns, key, endOf)
  return { runKey: key, run, waitMs, reply }
}
