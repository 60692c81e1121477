import type { CollectionReply } from '#worker/contract/collection-info.ts'
import { collectionSocialTitle } from '#worker/contract/page-titles.ts'
import { socialWords } from '#web/kit/social-words.ts'

export const socialTitle = (collection: CollectionReply): string =>
  collectionSocialTitle(collection, socialWords)
