import { makeMetadataDue, type NftRow } from '#db/queries/nft/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

type Reading = Pick<NftRow, 'metadataState' | 'metadataDueAt' | 'metadataTries' | 'uri' | 'burned'>

/**
 * True if the metadata of a token is fetched only when someone needs it. Without a URI, it may be at the domain of the issuer.
 */
export const isPutOff = ({ metadataState, metadataDueAt, metadataTries, uri, burned }: Reading): boolean =>
  metadataDueAt === null &&
  (metadataState === 'pending' ||
    (metadataState === 'none' && uri === null && !burned && metadataTries === 0))

/** Someone views these tokens, whose metadata was postponed. It is fetched next. */
export function refreshMetadataSoon({ db, log, afterReply }: Context, ids: string[]): void {
  if (ids.length === 0) return
  afterReply(
    makeMetadataDue(db.read, ids).catch((error: unknown) =>
      log.warn('metadata_not_refreshed', errorFacts(error)),
    ),
  )
}
