import { listMedia } from '#db/queries/media/files.ts'
import { type NewWorkFile, recordWorkFiles, type WorkFileRow } from '#db/queries/media/work-files.ts'
import type { Executor } from '#db/executor.ts'
import { type KnownMedia, mediaKey } from '#worker/ledger/metadata-files.ts'
import { type Address, mediaSource } from '#worker/ledger/uri.ts'

/**
 * Longer paths are not recorded: an index entry of the database can have 2,700 bytes, and no legitimate path is that
 * long.
 */
const maxSourceLength = 2000
export const isRecorded = (src: string): boolean => src.length <= maxSourceLength

/** Returns the row of a file that has not been read yet. */
export function newFile(address: Address, issuer: string): NewWorkFile {
  const row = { src: mediaSource(address), issuer }
  if (address.at === 'ipfs') return { ...row, place: 'ipfs', address: address.path, host: 'ipfs' }
  if (address.at === 'web')
    return { ...row, place: 'web', address: address.url, host: URL.parse(address.url)?.host ?? '' }
  if (address.at === 'arweave') {
    const path = address.path === '' ? address.id : `${address.id}/${address.path}`
    return { ...row, place: 'arweave', address: path, host: 'arweave' }
  }
  const content = Buffer.from(address.bytes).toString('base64')
  return { ...row, place: 'inline', address: '', host: 'inline', content }
}

const factsOf = ({ contentType, width, height, bytes }: WorkFileRow): KnownMedia | null =>
  contentType === null ? null : { contentType, width, height, bytes, color: null }

/**
 * Records the files that the metadata of a token names, in the transaction that stores the metadata, so that the files
 * are read soon. Returns the known facts about them, by `mediaKey`. Facts found later update the stored metadata
 * automatically.
 */
export async function recordFiles(
  tx: Executor,
  token: { id: string; issuer: string },
  addresses: Address[],
): Promise<Map<string, KnownMedia>> {
  const recordedAddresses = addresses.filter((address) => isRecorded(mediaSource(address)))
  const paths = recordedAddresses.flatMap((address) => (address.at === 'ipfs' ? [address.path] : []))
  const facts = new Map<string, KnownMedia>()
  const rows = await recordWorkFiles(
    tx,
    token.id,
    recordedAddresses.map((address) => newFile(address, token.issuer)),
  )
  const bySource = new Map(rows.map((row) => [row.src, factsOf(row)]))
  for (const address of recordedAddresses) {
    const file = bySource.get(mediaSource(address)) ?? null
    if (file !== null) facts.set(mediaKey(address), file)
  }
  // Files in our store have been read completely.
  for (const row of await listMedia(tx, paths)) facts.set(row.cid, row)
  return facts
}
