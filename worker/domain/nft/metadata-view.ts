import { ipfsSource } from '#contract/rules/media.ts'
import type { Nft, NftMetadata, TokenMetadata } from '#contract/schemas/nfts.ts'
import { defaultLanguage } from '#contract/words/languages.ts'
import { metadataProblemText } from '#contract/words/metadata-problems.ts'
import { inLanguage } from '#contract/words/speech.ts'
import type { NftRow } from '#db/queries/nft/nfts.ts'
import { type Address, readUri, webUrl } from '#worker/ledger/uri.ts'

/** Fields that are missing in metadata stored by earlier versions. */
const noFiles = { files: [], moreAttributes: 0, explicit: false }

/** Returns metadata in the form that replies contain. */
export function metadataView(metadata: TokenMetadata): NftMetadata {
  const { image, animation, attachment } = metadata
  return {
    ...noFiles,
    ...metadata,
    image: image?.src ?? null,
    image_url: image?.src ?? null,
    animation: animation?.src ?? null,
    video: animation?.kind === 'video' ? animation.src : null,
    imageFile: image,
    animationFile: animation,
    attachment: attachment === null ? null : { ...attachment, type: attachment.kind, file: attachment.src },
  }
}

/** Returns a link to a file: a file on IPFS through our own route, any other file at its own address. */
function linkTo(address: Address | null, arweaveGateway: string): string | null {
  if (address === null || address.at === 'data') return null
  return address.at === 'ipfs' ? ipfsSource(address.path) : webUrl(address, arweaveGateway)
}

/** Returns the state of reading a token's metadata: why it failed, and when it is tried again, if at all. */
export function metadataTries(
  row: NftRow,
  arweaveGateway: string,
): Pick<Nft, 'metadataProblem' | 'metadataNextTry' | 'metadataCanRetry' | 'metadataLink'> {
  const address = row.uri === null ? null : readUri(row.uri)
  // A new URI starts with zero tries.
  const problem = row.metadataTries === 0 ? null : row.metadataProblem
  return {
    // The message is in English, because the edge caches one reply for all languages.
    metadataProblem: problem && {
      ...problem,
      message: inLanguage(defaultLanguage, () => metadataProblemText(problem)),
    },
    metadataNextTry:
      problem !== null && row.metadataState === 'pending' ? (row.metadataDueAt?.toISOString() ?? null) : null,
    metadataCanRetry:
      problem !== null &&
      !row.burned &&
      (row.uri === null || address !== null) &&
      problem.code !== 'not_public',
    metadataLink: linkTo(address, arweaveGateway),
  }
}
