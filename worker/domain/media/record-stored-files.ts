import { listWorkFiles, recordDocument, recordWorkFiles } from '#db/queries/media/work-files.ts'
import type { NftRow } from '#db/queries/nft/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { isRecorded, newFile } from './record-files.ts'
import { metadataPlace, namedFiles, pathOfSource } from './named-files.ts'

/**
 * Records the metadata document and files of a token whose metadata was stored before files were read. Called when
 * someone views the token. Does nothing if they are already recorded.
 */
export async function recordStoredFiles({ db }: Context, row: NftRow): Promise<void> {
  const metadata = metadataPlace(row)
  const allFiles = row.metadata === null ? [] : namedFiles(row.metadata)
  const sources = allFiles.map(({ src }) => src).filter(isRecorded)
  const document = metadata?.src != null && isRecorded(metadata.src) ? metadata.path : null
  const present = await listWorkFiles(
    db.http,
    document === null ? sources : [...sources, metadata?.src ?? ''],
  )
  if (document !== null && !present.some(({ src }) => src === metadata?.src))
    await recordDocument(db.http, newFile({ at: 'ipfs', path: document, otherPath: null }, row.issuer))
  const missingSources = sources.filter((src) => !present.some((file) => file.src === src))
  if (missingSources.length === 0) return
  // Files outside IPFS are recorded with the metadata that names them; their addresses are unknown here.
  const files = sources.flatMap((src) => {
    const path = pathOfSource(src)
    return path === null ? [] : [newFile({ at: 'ipfs', path, otherPath: null }, row.issuer)]
  })
  const filesOutsideIpfs = present.filter(({ place }) => place !== 'ipfs')
  await db.transaction((tx) => recordWorkFiles(tx, row.id, [...files, ...filesOutsideIpfs]))
}

/** Calls `recordStoredFiles` after the reply. */
export function recordFilesSoon(context: Context, row: NftRow): void {
  context.afterReply(
    recordStoredFiles(context, row).catch((error: unknown) =>
      context.log.warn('files_not_recorded', errorFacts(error)),
    ),
  )
}
