import { makeMetadataDue, type NftRow } from '#db/queries/nft/nfts.ts'
import { metadataReader } from '#contract/schemas/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'

type Reading = Pick<
  NftRow,
  'metadataState' | 'metadataDueAt' | 'metadataTries' | 'metadataReader' | 'uri' | 'burned'
>

/**
 * True if the metadata of a token is read only on demand: a token without a URI, whose metadata may be at the issuer's
 * domain, or a token that an older reader has read.
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

/** Schedules postponed metadata as the next to fetch, because someone views these tokens. */
export function refreshMetadataSoon({ db, log, afterReply }: Context, ids: string[]): void {
  if (ids.length === 0) return
  afterReply(
    makeMetadataDue(db.http, ids).catch((error: unknown) =>
      log.warn('metadata_not_refreshed', errorFacts(error)),
    ),
  )
}
