import { useCallback } from 'react'
import { isDrops } from '#contract/rules/amounts.ts'
import { sumAmounts } from '#contract/rules/cart-groups.ts'
import type { CheckReply, SignReferences } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { removeFromCart } from '#web/kit/cart/cart-store.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'
import { rowInWallet, type RowEnd } from '#web/wallet/runs/run-state.ts'
import { useRun } from '#web/wallet/runs/run-store.ts'
import { rowOutcome, useRunOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { useRunQueue } from '#web/wallet/runs/use-run-queue.ts'
import {
  type CartPurchase,
  cartRunKey,
  cartRuns,
  groupTitle,
  noteTransactions,
  splitGroup,
} from './cart-run.ts'

const itemOf = ({ nftokenID, sellOfferIndex, price, promoCode }: CartPurchase) => ({
  nftokenID,
  sellOfferIndex,
  expectedAmount: price,
  ...(promoCode === null ? {} : { promoCode }),
})

async function buyOne(purchase: CartPurchase, key: string): Promise<SignReferences> {
  const body = { owner: purchase.seller, ...itemOf(purchase) }
  const answer = await call('buyNow', { body }, { idempotencyKey: key })
  if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
  const { nftokenID, pays, fee, brokered, name, picture } = purchase
  const feeDrops = isDrops(fee) ? fee : '0'
  const draft = { nftokenID, title: name, picture, amount: pays, feeDrops, brokered, batch: true }
  keepRequest({ action: brokered ? 'buyNow' : 'buyDirectly', ...draft }, answer.data)
  return answer.data
}

async function buyTogether(group: CartPurchase[], key: string): Promise<SignReferences> {
  const answer = await call('buyCart', { body: { items: group.map(itemOf) } }, { idempotencyKey: key })
  if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
  const [total, ...extraTotals] = sumAmounts(group.map(({ pays }) => pays))
  const amount = total === undefined || extraTotals.length > 0 ? null : total
  keepRequest({ action: 'buyCart', title: groupTitle(group), amount, batch: true }, answer.data)
  return answer.data
}

/** Outcome of a group that is bought work by work, because one signature for the whole group is no longer available. */
const splitGroupEnd: RowEnd = { status: 'ready', message: null, txid: null, nftId: null, again: false }

/** Buys the works of the account's run, one signature after another, while the cart is on screen. */
export function useCartRun(account: string) {
  const key = cartRunKey(account)
  const run = useRun(cartRuns, key)
  const waitMs = useRunQueue(cartRuns, key, true, {
    prepare: () => ({ key: crypto.randomUUID() }),
    send: async (id) => {
      const { groups, rows } = cartRuns.read(key)
      const [first, ...rest] = groups[id] ?? []
      const request = rows[id]?.asked
      if (first === undefined || request === null || request === undefined)
        throw new ApiError(requestFailed, { code: 'unreadable' })
      if (rest.length === 0) return buyOne(first, request.key)
      try {
        return await buyTogether([first, ...rest], request.key)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'marketplace_busy') throw error
        cartRuns.change(key, (state) => splitGroup(state, id))
        return { end: splitGroupEnd }
      }
    },
    noAnswer: t(
      'There was no response. The work is still in your cart: check your wallet before you buy it again.',
    ),
  })
  const endOf = useCallback(
    (reply: CheckReply): RowEnd | null => {
      const end = rowOutcome(reply)
      const state = cartRuns.read(key)
      const id = rowInWallet(state)?.id
      if (end?.status === 'success' && id !== undefined) {
        const { outcome } = reply
        if (outcome !== undefined) cartRuns.change(key, (now) => noteTransactions(now, id, outcome))
        removeFromCart((state.groups[id] ?? []).map(({ nftokenID }) => nftokenID))
      }
      return end
    },
    [key],
  )
  const reply = useRunOutcome(cartRuns, key, endOf)
  return { runKey: key, run, waitMs, reply }
}
