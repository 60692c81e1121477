import { makeMetadataDue } from '#db/queries/nft/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

/** Somebody looks at these tokens, whose metadata was put off: it is read next. */
export function refreshMetadataSoon({ db, log, afterReply }: Context, ids: string[]): void {
  if (ids.length === 0) return
  afterReply(
    makeMetadataDue(db.read, ids).catch((error: unknown) =>
      log.warn('metadata_not_refreshed', errorFacts(error)),
    ),
  )
}
