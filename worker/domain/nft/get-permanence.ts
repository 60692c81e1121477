import { listMedia } from '#db/queries/media/files.ts'
import { queryNft } from '#db/queries/nft/nfts.ts'
import { listPinStates } from '#db/queries/pin/pins.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { FilePlace, FileRole, PermanenceReply, WorkFile } from '#contract/schemas/permanence.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Context } from '#worker/domain/context.ts'
import { hexToText, ipfsPath } from '#worker/ledger/uri.ts'

const maxAddress = 500
const ipfsPrefix = '/media/ipfs/'

interface NamedFile {
  role: FileRole
  place: FilePlace
  address: string
  media: Media | null
}

/** The IPFS path of a file of our media route; null for a file from elsewhere. */
const pathOf = (src: string) => (src.startsWith(ipfsPrefix) ? src.slice(ipfsPrefix.length) : null)

function placeOf(address: string): FilePlace {
  if (ipfsPath(address) !== null) return 'ipfs'
  if (/^ar:/i.test(address)) return 'arweave'
  return /^https?:/i.test(address) ? 'web' : 'chain'
}

/** The metadata of a token and the files that it names, in the order of its page. */
function namedFiles(uri: string | null, metadata: TokenMetadata | null): NamedFile[] {
  const address = (uri === null ? null : hexToText(uri)) ?? ''
  const files: [FileRole, Media | null][] = [
    ['image', metadata?.image ?? null],
    ['animation', metadata?.animation ?? null],
    ['attachment', metadata?.attachment ?? null],
    ...(metadata?.files ?? []).map((file): [FileRole, Media] => ['file', file]),
  ]
  return [
    ...(address === '' ? [] : [{ role: 'metadata' as const, place: placeOf(address), address, media: null }]),
    ...files.flatMap(([role, media]): NamedFile[] => {
      if (media === null) return []
      const path = pathOf(media.src)
      return [
        {
          role,
          place: path === null ? 'web' : 'ipfs',
          address: path === null ? media.src : `ipfs://${path}`,
          media,
        },
      ]
    }),
  ]
}

/** Where the files of a token are, and what could be lost. Throws Refusal('not_found'). */
export async function getPermanence({ db }: Context, id: string): Promise<PermanenceReply> {
  const [row] = await queryNft(db.read, id)
  if (row === undefined)
    throw new Refusal('not_found', sentence('There is no NFT with this NFTokenID in our index.'))
  const named = namedFiles(row.uri, row.metadata)
  const cids = named.flatMap(({ media, address }) => {
    const cid = (media === null ? ipfsPath(address) : pathOf(media.src)) ?? ''
    return cid === '' || cid.includes('/') ? [] : [cid]
  })
  const [stored, pins] = await Promise.all([listMedia(db.read, cids), listPinStates(db.read, cids)])
  const files = named.map(({ role, place, address, media }): WorkFile => {
    const cid = (media === null ? ipfsPath(address) : pathOf(media.src)) ?? ''
    const file = stored.find((each) => each.cid === cid)
    return {
      role,
      place,
      address: address.slice(0, maxAddress).toWellFormed(),
      src: media?.src ?? null,
      contentType: file?.contentType ?? media?.contentType ?? null,
      bytes: file?.bytes ?? media?.bytes ?? null,
      // The CID of a stored file was computed from its bytes.
      verified: file === undefined ? null : true,
      gateways: null,
      hasCopy: (file?.s3Key ?? null) !== null,
      pin: pins.find((pin) => pin.cid === cid)?.state ?? null,
      problem: null,
      nextTryAt: null,
    }
  })
  const isMetadataOnWeb = files[0]?.role === 'metadata' && files[0].place === 'web'
  const lost = files.filter(({ place, hasCopy }) => isMetadataOnWeb || (place === 'web' && !hasCopy))
  return { files, lostWithWeb: [...new Set(lost.map(({ role }) => role))] }
}
