import type { Media } from '#contract/schemas/media.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'

/** Adult content is marked in each file: cards, offers and carts have the picture of a work and not its metadata. */
export function markExplicit(metadata: TokenMetadata): TokenMetadata {
  if (!metadata.explicit) return metadata
  const mark = (media: Media) => ({ ...media, explicit: true })
  const { image, animation, attachment, files } = metadata
  return {
    ...metadata,
    image: image && mark(image),
    animation: animation && mark(animation),
    attachment: attachment && mark(attachment),
    files: files.map(mark),
  }
}
