import { Suspense } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { isSmallFilm, pictureSources } from '#contract/rules/media.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Sealed } from '#web/ui/sealed.tsx'
import { MovingCover } from './moving-cover.tsx'

const ExplicitPicture = lazyCode(async () => (await import('./explicit-picture.tsx')).ExplicitPicture)

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

/** A work or cover through the image gateway: its picture or still, or what kind of file it is. */
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
  const isPicture = media === null || media.kind === 'image'
  const mark = isPicture ? undefined : <MovingCover media={media} alt={alt} ratio={ratio} />
  const sources = media !== null && isSmallFilm(media) ? null : pictureSources(media, largest)
  const picture = (
    <Picture
      src={sources?.src ?? null}
      srcSet={sources?.srcSet ?? undefined}
      sizes={sources?.srcSet === null ? undefined : sizes}
      alt={alt}
      color={media?.color ?? null}
      ratio={ratio}
      fit={fit}
      fallback={mark}
      eager={eager}
    />
  )
  if (media?.explicit !== true) return picture
  return (
    <Suspense fallback={<Picture src={null} alt={alt} ratio={ratio} />}>
      <ExplicitPicture media={media} ratio={ratio}>
        {picture}
      </ExplicitPicture>
    </Suspense>
  )
}
