import { convertStringToHex, getNFTokenID, type TransactionMetadata } from 'xrpl'
import type { LedgerSession } from '#local/lib/ledger-session.ts'
import type { Json } from '#local/lib/rpc.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Published, Publisher } from './publish.ts'
import type { MediaFile } from './media-file.ts'
import type { FinishedWork } from './works.ts'

export interface MediaRecord extends Published {
  file: MediaFile
}

export interface MintedWork {
  entry: CatalogueEntry
  number: number
  name: string
  nftokenID: string
  imageCid: string
  media: MediaRecord[]
}

const transferable = 8

interface PublishedFiles {
  image: Published
  video: Published | null
  attachment: Published | null
  animation: Published | null
  files: { published: Published; type: string }[]
}

/** Builds the metadata of a work (XLS-24, art.v0). */
function metadataOf(
  entry: CatalogueEntry,
  work: FinishedWork,
  { image, video, attachment, animation, files }: PublishedFiles,
): Json {
  return {
    schema: 'ipfs://QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU',
    nftType: 'art.v0',
    name: work.name,
    description: work.description,
    image: `ipfs://${image.cid}`,
    ...(video === null ? {} : { video: `ipfs://${video.cid}` }),
    ...(attachment === null ? {} : { file: `ipfs://${attachment.cid}` }),
    ...(animation === null ? {} : { animation: `ipfs://${animation.cid}` }),
    ...(files.length === 0
      ? {}
      : {
          properties: {
            files: files.map(({ published, type }) => ({ uri: `ipfs://${published.cid}`, type })),
          },
        }),
    ...(work.isExplicit ? { is_explicit: true } : {}),
    collection: { name: entry.name, family: entry.artist.name },
    attributes: Object.entries(work.traits).map(([trait_type, value]) => ({ trait_type, value })),
  }
}

/** Publishes files first and metadata last, so that a URI on the ledger never points to a missing file. */
export async function publishWork(
  publisher: Publisher,
  entry: CatalogueEntry,
  work: FinishedWork,
): Promise<{ uri: string; media: MediaRecord[]; imageCid: string }> {
  const media: MediaRecord[] = []
  async function store(file: MediaFile | null): Promise<Published | null> {
    if (file === null) return null
    const publishedFile = await publisher.publish(file)
    media.push({ ...publishedFile, file })
    return publishedFile
  }
  const image = await store(work.image)
  if (image === null) throw new Error(`${work.name} has no picture.`)
  const files: PublishedFiles['files'] = []
  for (const file of work.files) {
    const publishedFile = await store(file)
    if (publishedFile !== null) files.push({ published: publishedFile, type: file.contentType })
  }
  const json = JSON.stringify(
    metadataOf(entry, work, {
      image,
      video: await store(work.video),
      attachment: await store(work.attachment),
      animation: await store(work.animation),
      files,
    }),
  )
  const { cid } = await publisher.publish({ bytes: Buffer.from(json), contentType: 'application/json' })
  return { uri: `ipfs://${cid}`, media, imageCid: image.cid }
}

/** Mints the works of one collection, all in one ledger if the server closes ledgers on request. */
export async function mintAll(
  ledger: LedgerSession,
  entry: CatalogueEntry,
  works: { work: FinishedWork; uri: string; media: MediaRecord[]; imageCid: string }[],
): Promise<MintedWork[]> {
  const hashes: string[] = []
  for (const { uri } of works) {
    hashes.push(
      await ledger.send(entry.artist, {
        TransactionType: 'NFTokenMint',
        NFTokenTaxon: entry.taxon,
        TransferFee: entry.transferFee,
        Flags: transferable,
        URI: convertStringToHex(uri),
      }),
    )
  }
  const outcomes = await ledger.settle(hashes)
  return works.map(({ work, media, imageCid }, index) => {
    const outcome = outcomes.get(hashes[index] ?? '')
    const nftokenID =
      outcome === undefined ? undefined : getNFTokenID(outcome.meta as TransactionMetadata & Json)
    if (nftokenID === undefined) throw new Error(`${work.name} was not minted: ${outcome?.result ?? 'lost'}.`)
    return { entry, number: work.number, name: work.name, nftokenID, imageCid, media }
  })
}
