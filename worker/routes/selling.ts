import type { Hono } from 'hono'
import type { BuyRandomReply } from '#worker/contract/selling.ts'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { addItem } from '#worker/domain/demand/add-item.ts'
import { buyDemandItem } from '#worker/domain/demand/buy-item.ts'
import { listPayouts, setPayoutTag } from '#worker/domain/demand/payouts.ts'
import { priceItem } from '#worker/domain/demand/price-item.ts'
import { readReservation } from '#worker/domain/demand/read-reservation.ts'
import { ownItem, removeItem } from '#worker/domain/demand/remove-item.ts'
import { readBuyingRules } from '#worker/domain/demand/buying-rules.ts'
import { buyRandom } from '#worker/domain/random/buy-random.ts'
import { idempotencyKey } from '#worker/http/idempotency.ts'
import { limitRate, type RateLimiter } from '#worker/http/rate-limit.ts'
import { serve } from '#worker/http/serve.ts'
import { requireActor, requireClaimant } from './actor.ts'
import type { AppEnv } from './app-env.ts'
import { answerWithOutcome, signedReply } from './outcome.ts'

/** The blocking form of a draw: which token it was is told once it is paid for. A rejected one has failed, and says why. */
function randomReply(reply: CheckReply): BuyRandomReply {
  const { status, txid, data, code } = signedReply(reply)
  if (status !== 'success' && status !== 'signed') {
    return {
      status: 'failed',
      ...(typeof data === 'string' ? { data } : {}),
      ...(code === undefined ? {} : { code }),
    }
  }
  return {
    status,
    data: {
      hash: txid ?? null,
      nftokenID: reply.outcome?.nftokenID ?? null,
      response: {
        txid: reply.txid ?? null,
        dispatched_result: reply.dispatched_result ?? reply.outcome?.result ?? null,
      },
    },
  }
}

export function sellingRoutes(app: Hono<AppEnv>, limiter: RateLimiter | undefined) {
  serve(app, {
    addDemandItem: async ({ form }, context, http) => {
      const actor = await requireClaimant(context, http, form)
      const rowKey = form.rowKey ?? idempotencyKey(http) ?? crypto.randomUUID()
      const nftDatabaseID = await addItem(context, actor, form, rowKey)
      return { status: 'success', data: { nftDatabaseID } } as const
    },
    buyDemandItem: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => buyDemandItem(context, actor, body), signedReply)
    },
    buyRandom: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await limitRate(limiter, `sign:${actor.account}`)
      return answerWithOutcome(context, http, () => buyRandom(context, actor, body), randomReply)
    },
    priceDemandItem: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      const { nftDatabaseID: id, taxon = null, amount } = body
      await priceItem(context, actor, { id, taxon, priceDrops: BigInt(amount) })
      return { status: 'success', data: 'Request completed successfully' } as const
    },
    removeDemandItem: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await removeItem(context, actor, body.nftDatabaseID)
      return { status: 'success', data: 'Request completed successfully' } as const
    },
    getBuyingRules: ({ query }, context) => readBuyingRules(context, query.id),
    getOwnDemandItem: async ({ query }, context, http) => {
      const item = await ownItem(context, await requireActor(http), query.id)
      return {
        nftDatabaseID: item.id,
        metadata: item.metadata,
        priceDrops: item.priceDrops?.toString() ?? null,
        state: item.state,
      }
    },
    getReservation: async ({ query }, context, http) =>
      readReservation(context, (await requireActor(http)).account, query.id),
    getPayouts: async (_input, context, http) => listPayouts(context, await requireActor(http)),
    setPayoutTag: async ({ body }, context, http) => {
      const actor = await requireClaimant(context, http, body)
      await setPayoutTag(context, actor, body.destinationTag)
      return { status: 'success', data: 'Request completed successfully' } as const
    },
  })
}
