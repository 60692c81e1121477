import { workFiles } from '#contract/rules/media.ts'
import type { Media } from '#contract/schemas/media.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from './sentence.ts'

const kindNames: Record<Media['kind'], () => string> = {
  image: () => t('Picture'),
  video: () => t('Video'),
  audio: () => t('Sound'),
  model: () => t('3D model'),
  html: () => t('Interactive work'),
  pdf: () => t('PDF'),
  other: () => t('File'),
}

/** Returns the kind of a file, in words for visitors. */
export const kindName = (kind: Media['kind']): string => kindNames[kind]()

/** Returns medium and size of a work for its label; null if they are unknown. */
export function mediumOf(media: Media | null): string | null {
  if (media === null || media.kind === 'other') return null
  const { kind, width, height } = media
  if (width === null || height === null) return kindName(kind)
  return t('{medium}, {width} × {height} px', { medium: kindName(kind), width, height })
}

/**
 * Returns the year of the mint, and medium and size of a work, for its label. An item that is not minted has no year.
 */
export function workFacts({
  metadata,
  history = [],
}: Pick<Nft, 'metadata'> & { history?: Nft['history'] | undefined }): string[] {
  const mintedAt = history.find(({ type }) => type === 'mint')?.date ?? null
  const [file = null] =
    metadata === null
      ? []
      : workFiles({ ...metadata, image: metadata.imageFile, animation: metadata.animationFile })
  return [mintedAt === null ? null : String(new Date(mintedAt).getUTCFullYear()), mediumOf(file)].filter(
    (fact) => fact !== null,
  )
}
