import { makeMetadataDue, type NftRow } from '#db/queries/nft/nfts.ts'
import { metadataReader } from '#contract/schemas/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

type Reading = Pick<
  NftRow,
  'metadataState' | 'metadataDueAt' | 'metadataTries' | 'metadataReader' | 'uri' | 'burned'
>

/**
 * True if the metadata of a token is read only when somebody needs it. Without a URI, it may be at the domain of the issuer; an older reader
 * may have read less of it.
 */
export const isPutOff = (token: Reading): boolean => {
  const { metadataState, metadataDueAt, metadataTries, uri, burned } = token
  if (metadataDueAt !== null) return false
  if (metadataState === 'ready') return !burned && token.metadataReader < metadataReader
  return (
    metadataState === 'pending' ||
    (metadataState === 'none' && uri === null && !burned && metadataTries === 0)
  )
}

/** Someone views these tokens, whose metadata was postponed. It is fetched next. */
export function refreshMetadataSoon({ db, log, afterReply }: Context, ids: string[]): void {
  if (ids.length === 0) return
  afterReply(
    makeMetadataDue(db.http, ids).catch((error: unknown) =>
      log.warn('metadata_not_refreshed', errorFacts(error)),
    ),
  )
}
