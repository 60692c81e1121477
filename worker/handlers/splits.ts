import { t } from '#contract/words/sentence.ts'
import { readCollectionSales, reportCollection } from '#worker/domain/demand/report-sales.ts'
import { agreeToSplit } from '#worker/domain/split/agree-to-split.ts'
import { setSplit } from '#worker/domain/split/set-split.ts'
import type { AppHandlers } from './app-env.ts'
import { done } from './success.ts'

export const splitHandlers = {
  setSplit: ({ actor, body }, context) => done(setSplit(context, actor, body), t('Changes have been saved')),
  agreeToSplit: ({ actor, body }, context) =>
    done(agreeToSplit(context, actor, body.split), t('Changes have been saved')),
  getRevenue: ({ actor, query }, context) => reportCollection(context, actor, query.id),
  getRevenueSales: ({ actor, query }, context) => readCollectionSales(context, actor, query),
} satisfies Partial<AppHandlers>
