import { t } from '#contract/words/sentence.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { retryMetadata } from '#worker/domain/metadata/retry-metadata.ts'
import { getSync } from '#worker/domain/sync/get-sync.ts'
import { requestCollectionSync, requestNftSync } from '#worker/domain/sync/request-sync.ts'
import { runSyncs } from '#worker/domain/sync/run-syncs.ts'
import type { AppHandlers } from './app-env.ts'
import { createSuccess } from './success.ts'

/** Maximum time to work after the reply, for which the platform allows 30 s. The cron finishes the rest. */
const afterReplyMs = 20_000

/** Starts syncs immediately, without waiting for the next run of the cron. */
function startSyncs(context: Context) {
  const work = runSyncs(context, new Date(context.now().getTime() + afterReplyMs))
  context.afterReply(work.catch((error: unknown) => context.log.warn('sync_not_begun', errorFacts(error))))
}

async function syncCollection(context: Context, actor: Actor, id: string, thorough: boolean) {
  await requestCollectionSync(context, actor, id, thorough)
  startSyncs(context)
  return createSuccess(t('Collection sync started'))
}

export const syncHandlers = {
  syncNft: async ({ actor, body }, context) => {
    const reply = await requestNftSync(context, actor, body.id)
    if (reply === 'signed') startSyncs(context)
    return reply
  },
  retryMetadata: ({ body }, context) => retryMetadata(context, body.id),
  getNftSync: ({ query }, context) => getSync(context, 'nft', query.id),
  syncCollection: ({ actor, body }, context) => syncCollection(context, actor, body.collectionID, false),
  manualSyncCollection: ({ actor, body }, context) => syncCollection(context, actor, body.collectionID, true),
  getCollectionSync: ({ query }, context) => getSync(context, 'collection', query.id),
} satisfies Partial<AppHandlers>
