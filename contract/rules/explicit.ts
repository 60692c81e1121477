import type { Media } from '#contract/schemas/media.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'

/** This many accounts must report a work before it is blurred. The marketplace owner decides afterwards. */
export const reportsToBlur = 3

/**
 * Marks adult content in each file, because cards, offers and carts contain the picture of a work but not its metadata.
 * A work is marked if its metadata says so, or if users have reported it.
 */
export function markExplicit(metadata: TokenMetadata, isReported = false): TokenMetadata {
  const isMarked = metadata.explicit || isReported
  const mark = ({ explicit: _before, ...media }: Media): Media =>
    isMarked ? { ...media, explicit: true } : media
  const { image, animation, attachment, files = [] } = metadata
  return {
    ...metadata,
    image: image && mark(image),
    animation: animation && mark(animation),
    attachment: attachment && mark(attachment),
    files: files.map(mark),
  }
}
