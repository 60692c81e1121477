import type { NftMetadata, TokenMetadata } from '#contract/schemas/nfts.ts'

/** Fields that metadata stored by earlier versions lacks. */
const added = { files: [], moreAttributes: 0, explicit: false }

/** Metadata as replies carry it. */
export function metadataView(metadata: TokenMetadata): NftMetadata {
  const { image, animation, attachment } = metadata
  return {
    ...added,
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
