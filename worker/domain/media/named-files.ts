import type { NftRow } from '#db/queries/nft/nfts.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { FilePlace, FileRole } from '#contract/schemas/permanence.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { type Address, hexToText, mediaSource, readUri } from '#worker/ledger/uri.ts'

export interface NamedFile {
  role: FileRole
  /** The file's path at our media route. It identifies the file. */
  src: string
  media: Media | null
}

const ipfsPrefix = '/media/ipfs/'

/** Returns the IPFS path of a file at our media route; null for a file from elsewhere. */
export const pathOfSource = (src: string): string | null =>
  src.startsWith(ipfsPrefix) ? decodeURIComponent(src.slice(ipfsPrefix.length)) : null

/** Returns the files that the metadata of a token names, each once, in the order on the page. */
export function namedFiles({ image, animation, attachment, files }: TokenMetadata): NamedFile[] {
  // Metadata stored by earlier versions has no further files.
  const rest: Media[] = Array.isArray(files) ? files : []
  const roles: [FileRole, Media | null][] = [
    ['image', image],
    ['animation', animation],
    ['attachment', attachment],
    ...rest.map((file): [FileRole, Media] => ['file', file]),
  ]
  const allFiles = roles.flatMap(([role, media]) => (media === null ? [] : [{ role, src: media.src, media }]))
  return allFiles.filter(({ src }, at) => allFiles.findIndex((file) => file.src === src) === at)
}

const places: Record<Address['at'], FilePlace> = {
  ipfs: 'ipfs',
  arweave: 'arweave',
  web: 'web',
  data: 'chain',
}

/**
 * Returns the address of a token's metadata; null if there is none. Without a URI, the issuer's domain may publish the
 * metadata.
 */
export function metadataPlace({ uri, metadata }: Pick<NftRow, 'uri' | 'metadata'>): {
  place: FilePlace
  address: string
  src: string | null
  path: string | null
} | null {
  if (uri === null) return metadata === null ? null : { place: 'web', address: '', src: null, path: null }
  const address = readUri(uri)
  if (address === null) return null
  return {
    place: places[address.at],
    address: address.at === 'data' ? '' : (hexToText(uri) ?? ''),
    src: address.at === 'data' ? null : mediaSource(address),
    path: address.at === 'ipfs' ? address.path : null,
  }
}
