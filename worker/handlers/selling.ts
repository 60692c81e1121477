import { addItem } from '#worker/domain/demand/add-item.ts'
import { buyOnDemand } from '#worker/domain/demand/buy-on-demand.ts'
import { readBuyerProblem } from '#worker/domain/demand/reserve.ts'
import { readBuyingRules } from '#worker/domain/demand/buying-rules.ts'
import { listPayouts, setPayoutTag } from '#worker/domain/demand/payouts.ts'
import { priceItem } from '#worker/domain/demand/price-item.ts'
import { readReservation } from '#worker/domain/demand/current-reservation.ts'
import { findOwnItem, removeItem } from '#worker/domain/demand/remove-item.ts'
import { buyRandom } from '#worker/domain/random/buy-random.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'
import { t } from '#contract/words/sentence.ts'
import { addEdition } from '#worker/domain/edition/add-edition.ts'
import { buyPrint } from '#worker/domain/edition/buy-print.ts'
import { changeEdition } from '#worker/domain/edition/change-edition.ts'
import { listEditions, readEdition } from '#worker/domain/edition/read-edition.ts'
import { readEditionSales, reportEdition } from '#worker/domain/edition/report-edition.ts'
import { readCollectionSales, reportCollection } from '#worker/domain/demand/report-sales.ts'
import { agreeToSplit, setSplit } from '#worker/domain/split/set-split.ts'
import { listDrawAnchors, listDrawEpochs, listDraws } from '#worker/domain/draw/record.ts'
import { startEpochOf } from '#worker/domain/draw/start-epoch.ts'

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
  addEdition: async ({ actor, form, key }, context) =>
    createSuccess({ edition: await addEdition(context, actor, form, key) }),
  changeEdition: ({ actor, body }, context) =>
    done(changeEdition(context, actor, body), t('Changes have been saved')),
  buyPrint: ({ actor, body }, context) => buyPrint(context, actor, body),
  getEdition: ({ query }, context) => readEdition(context, query.id),
  getEditionReport: ({ actor, query }, context) => reportEdition(context, actor, query.id),
  getEditionSales: ({ actor, query }, context) => readEditionSales(context, actor, query),
  getEditions: ({ query }, context) => listEditions(context, query.collection),
  setSplit: ({ actor, body }, context) => done(setSplit(context, actor, body), t('Changes have been saved')),
  agreeToSplit: ({ actor, body }, context) =>
    done(agreeToSplit(context, actor, body.split), t('Changes have been saved')),
  getRevenue: ({ actor, query }, context) => reportCollection(context, actor, query.id),
  getRevenueSales: ({ actor, query }, context) => readCollectionSales(context, actor, query),
  getDraws: ({ query }, context) => listDraws(context, query),
  getDrawEpochs: ({ query }, context) => listDrawEpochs(context, query),
  getDrawAnchors: ({ query }, context) => listDrawAnchors(context, query),
  startDrawEpoch: ({ actor, body }, context) =>
    done(startEpochOf(context, actor, body.collectionID), t('The new epoch begins once it is on the ledger')),
} satisfies Partial<AppHandlers>
