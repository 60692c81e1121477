import { t } from '#contract/words/sentence.ts'
import { addEdition } from '#worker/domain/edition/add-edition.ts'
import { buyPrint } from '#worker/domain/edition/buy-print.ts'
import { changeEdition } from '#worker/domain/edition/change-edition.ts'
import { listEditions, readEdition } from '#worker/domain/edition/read-edition.ts'
import { readEditionSales, reportEdition } from '#worker/domain/edition/report-edition.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const editionHandlers = {
  addEdition: async ({ actor, form, key }, context) =>
    createSuccess({ edition: await addEdition(context, actor, form, key) }),
  changeEdition: ({ actor, body }, context) =>
    done(changeEdition(context, actor, body), t('Changes have been saved')),
  buyPrint: ({ actor, body }, context) => buyPrint(context, actor, body),
  getEdition: ({ query }, context) => readEdition(context, query.id),
  getEditionReport: ({ actor, query }, context) => reportEdition(context, actor, query.id),
  getEditionSales: ({ actor, query }, context) => readEditionSales(context, actor, query),
  getEditions: ({ query }, context) => listEditions(context, query.collection),
} satisfies Partial<AppHandlers>
