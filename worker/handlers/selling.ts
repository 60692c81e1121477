import { addItem } from '#worker/domain/demand/add-item.ts'
import { buyOnDemand } from '#worker/domain/demand/buy-on-demand.ts'
import { readBuyerProblem } from '#worker/domain/demand/buyer-problem.ts'
import { readBuyingRules } from '#worker/domain/demand/buying-rules.ts'
import { listPayouts, setPayoutTag } from '#worker/domain/demand/payouts.ts'
import { priceItem } from '#worker/domain/demand/price-item.ts'
import { readReservation } from '#worker/domain/demand/read-reservation.ts'
import { findOwnItem, removeItem } from '#worker/domain/demand/remove-item.ts'
import { buyRandom } from '#worker/domain/random/buy-random.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

const completedMessage = 'Request completed successfully'

export const sellingHandlers = {
  addDemandItem: async ({ actor, form, key }, context) =>
    createSuccess({
      nftDatabaseID: await addItem(context, actor, form, key),
    }),
  buyOnDemand: ({ actor, body }, context) => buyOnDemand(context, actor, body),
  buyRandom: ({ actor, body }, context) => buyRandom(context, actor, body),
  priceDemandItem: ({ actor, body: { nftDatabaseID: id, taxon = null, amount } }, context) =>
    done(priceItem(context, actor, { id, taxon, amount }), completedMessage),
  removeDemandItem: ({ actor, body }, context) =>
    done(removeItem(context, actor, body.nftDatabaseID), completedMessage),
  getBuyingRules: ({ query }, context) => readBuyingRules(context, query.id),
  getBuyerProblem: ({ actor, query }, context) => readBuyerProblem(context, actor.account, query.id),
  getOwnDemandItem: async ({ actor, query }, context) => {
    const { id, metadata, priceDrops, currency, state } = await findOwnItem(context, actor, query.id)
    return {
      nftDatabaseID: id,
      metadata,
      priceDrops: currency === null ? (priceDrops?.toString() ?? null) : null,
      price: priceDrops === null ? null : amountOfDrops(priceDrops, currency),
      state,
    }
  },
  getReservation: ({ actor, query }, context) => readReservation(context, actor.account, query.id),
  getPayouts: ({ actor }, context) => listPayouts(context, actor),
  setPayoutTag: ({ actor, body }, context) =>
    done(setPayoutTag(context, actor, body.destinationTag), completedMessage),
} satisfies Partial<AppHandlers>
