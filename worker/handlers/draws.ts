import { t } from '#contract/words/sentence.ts'
import { listDrawAnchors, listDrawEpochs, listDraws } from '#worker/domain/draw/record.ts'
import { startEpochOf } from '#worker/domain/draw/start-epoch.ts'
import type { AppHandlers } from './app-env.ts'
import { done } from './success.ts'

export const drawHandlers = {
  getDraws: ({ query }, context) => listDraws(context, query),
  getDrawEpochs: ({ query }, context) => listDrawEpochs(context, query),
  getDrawAnchors: ({ query }, context) => listDrawAnchors(context, query),
  startDrawEpoch: ({ actor, body }, context) =>
    done(startEpochOf(context, actor, body.collectionID), t('The new epoch begins once it is on the ledger')),
} satisfies Partial<AppHandlers>
