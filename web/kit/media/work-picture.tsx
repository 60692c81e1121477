import type { Media } from '#contract/schemas/media.ts'
import { pictureSources } from '#contract/rules/media.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Sealed } from '#web/ui/sealed.tsx'
import { MovingCover } from './moving-cover.tsx'

interface WorkPictureProps {
  media: Media | null
  alt: string
  /** The `sizes` attribute of the picture. */
  sizes: string
  ratio?: number
  fit?: 'cover' | 'contain'
  eager?: boolean
  /** The largest width to request. */
  largest?: number
  /** Hidden until it is sold. */
  sealed?: boolean
}

/** A work or cover through the image gateway, including videos and documents. */
export function WorkPicture({
  media,
  alt,
  sizes,
  ratio,
  fit,
  eager,
  largest = 800,
  sealed = false,
}: WorkPictureProps) {
  if (sealed) return <Sealed alt={alt} ratio={ratio} />
  if (media?.kind === 'video' || media?.kind === 'pdf')
    return <MovingCover media={media} alt={alt} ratio={ratio} />
  const sources = pictureSources(media, largest)
  return (
    <Picture
      src={sources?.src ?? null}
      srcSet={sources?.srcSet ?? undefined}
      sizes={sources?.srcSet === null ? undefined : sizes}
      alt={alt}
      color={media?.color ?? null}
      ratio={ratio}
      fit={fit}
      eager={eager}
    />
  )
}
