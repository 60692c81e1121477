import { listMedia, type MediaRow } from '#db/queries/media/files.ts'
import { listWorkFiles, type WorkFileRow } from '#db/queries/media/work-files.ts'
import { type NftRow, queryNft } from '#db/queries/nft/nfts.ts'
import { listPinStates } from '#db/queries/pin/pins.ts'
import type { FilePlace, PermanenceReply, WorkFile } from '#contract/schemas/permanence.ts'
import type { PinState } from '#contract/schemas/pins.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Context } from '#worker/domain/context.ts'
import { checkFilesSoon } from '#worker/domain/media/check-files.ts'
import { metadataPlace, type NamedFile, namedFiles, pathOfSource } from '#worker/domain/media/named-files.ts'
import { recordStoredFiles } from '#worker/domain/media/record-stored-files.ts'

const maxAddress = 500

interface Facts {
  file: WorkFileRow | null
  storedMedia: MediaRow | null
  pin: PinState | null
}

function gatewaysOf(file: WorkFileRow | null): WorkFile['gateways'] {
  if (file === null) return null
  const { gatewaysHaving: gatewayCount, gatewaysAsked: askedCount, gatewaysAt: at } = file
  return gatewayCount === null || askedCount === null || at === null
    ? null
    : { having: gatewayCount, asked: askedCount, at: at.toISOString() }
}

function problemOf(file: WorkFileRow | null): Pick<WorkFile, 'problem' | 'nextTryAt'> {
  const problem = file?.error ?? null
  return { problem, nextTryAt: problem === null ? null : (file?.dueAt?.toISOString() ?? null) }
}

function fileView(
  { role, src, media }: Omit<NamedFile, 'src'> & { src: string | null },
  { place, address }: { place: FilePlace; address: string },
  { file, storedMedia, pin }: Facts,
): WorkFile {
  const hasCopy = (storedMedia?.s3Key ?? file?.hash ?? null) !== null
  const type = [storedMedia, file, media].find((facts) => (facts?.contentType ?? null) !== null)
  return {
    role,
    place,
    address: address.slice(0, maxAddress).toWellFormed(),
    src,
    contentType: type?.contentType ?? null,
    bytes: type?.bytes ?? null,
    // The CID of a stored file was computed from its bytes. Data on the ledger is covered by a signature.
    verified: storedMedia !== null || place === 'chain' ? true : (file?.verified ?? null),
    gateways: gatewaysOf(file),
    hasCopy,
    pin,
    ...problemOf(hasCopy ? null : file),
  }
}

const places = { ipfs: 'ipfs', arweave: 'arweave', web: 'web' } as const

/** Returns where a file is stored. A file inside the metadata is stored with the metadata. */
function placeOf(
  { src }: NamedFile,
  file: WorkFileRow | null,
  metadata: FilePlace,
): { place: FilePlace; address: string } {
  const path = pathOfSource(src)
  if (path !== null) return { place: 'ipfs', address: `ipfs://${path}` }
  if (file === null || file.place === 'inline') return { place: metadata, address: '' }
  return {
    place: places[file.place],
    address: file.place === 'arweave' ? `ar://${file.address}` : file.address,
  }
}

function lostWithWeb(files: WorkFile[]): PermanenceReply['lostWithWeb'] {
  const isMetadataOnWeb = files.some(({ role, place }) => role === 'metadata' && place === 'web')
  const lostFiles = files.filter(({ place, hasCopy }) => isMetadataOnWeb || (place === 'web' && !hasCopy))
  return [...new Set(lostFiles.map(({ role }) => role))]
}

async function readFiles({ db }: Context, row: NftRow): Promise<WorkFile[]> {
  const metadata = metadataPlace(row)
  const allFiles = row.metadata === null ? [] : namedFiles(row.metadata)
  const sources = [...allFiles.map(({ src }) => src), ...(metadata?.src == null ? [] : [metadata.src])]
  const paths = sources.flatMap((src) => pathOfSource(src) ?? [])
  const [files, storedFiles, pins] = await Promise.all([
    listWorkFiles(db.http, sources),
    listMedia(db.http, paths),
    listPinStates(db.http, paths),
  ])
  const factsOf = (src: string | null): Facts => {
    const path = src === null ? null : pathOfSource(src)
    return {
      file: files.find((file) => file.src === src) ?? null,
      storedMedia: storedFiles.find(({ cid }) => cid === path) ?? null,
      pin: pins.find(({ cid }) => cid === path)?.state ?? null,
    }
  }
  const views = allFiles.map((file) => {
    const facts = factsOf(file.src)
    return fileView(file, placeOf(file, facts.file, metadata?.place ?? 'web'), facts)
  })
  if (metadata === null) return views
  const document = { role: 'metadata', src: null, media: null } as const
  return [fileView(document, metadata, factsOf(metadata.src)), ...views]
}

/**
 * Returns where the metadata and files of a token are stored, and what could be lost. After the reply, all gateways are
 * queried for files on IPFS, once a day. Throws Refusal('not_found').
 */
export async function getPermanence(context: Context, id: string): Promise<PermanenceReply> {
  const [row] = await queryNft(context.db.http, id)
  if (row === undefined)
    throw new Refusal('not_found', sentence('There is no NFT with this NFTokenID in our index.'))
  await recordStoredFiles(context, row)
  const files = await readFiles(context, row)
  const metadata = metadataPlace(row)
  const sources = files.flatMap(({ src, place }) => (src === null || place !== 'ipfs' ? [] : [src]))
  checkFilesSoon(context, [
    ...sources,
    ...(metadata?.place === 'ipfs' && metadata.src !== null ? [metadata.src] : []),
  ])
  return { files, lostWithWeb: lostWithWeb(files) }
}
