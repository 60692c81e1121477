import { t } from '#contract/words/sentence.ts'
import { decideContent } from '#worker/domain/admin/adult-content.ts'
import { setRoom } from '#worker/domain/admin/curated-room.ts'
import { featureCollection, setFeaturedNft, verifyCollection } from '#worker/domain/admin/feature.ts'
import { listAudit } from '#worker/domain/admin/list-audit.ts'
import { getOverview } from '#worker/domain/admin/overview.ts'
import { retryPin } from '#worker/domain/admin/retry-pin.ts'
import type { AppHandlers } from './app-env.ts'
import { done } from './success.ts'

export const adminHandlers = {
  getOverview: (_input, context) => getOverview(context),
  getAudit: ({ query }, context) => listAudit(context, query),
  verifyCollection: ({ actor, body: { collectionID, verification } }, context) =>
    done(
      verifyCollection(context, actor, collectionID, verification),
      verification ? t('This collection has been verified') : t('Verification removed'),
    ),
  featureCollection: ({ actor, body: { collectionID, featured } }, context) =>
    done(
      featureCollection(context, actor, collectionID, featured),
      featured ? t('This collection has been featured') : t('This collection has been unfeatured'),
    ),
  featureNft: ({ actor, body: { nftokenID, featured } }, context) =>
    done(
      setFeaturedNft(context, actor, nftokenID, featured),
      featured ? t('This NFT has been featured') : t('This NFT has been unfeatured'),
    ),
  setRoom: ({ actor, body }, context) => done(setRoom(context, actor, body), t('Changes have been saved')),
  decideContent: ({ actor, body: { id, adult } }, context) =>
    done(
      decideContent(context, actor, id, adult),
      adult ? t('This NFT is marked as adult content') : t('This NFT is not marked as adult content'),
    ),
  retryPin: ({ actor, body }, context) =>
    done(retryPin(context, actor, body.cid), 'This file is tried again'),
} satisfies Partial<AppHandlers>
