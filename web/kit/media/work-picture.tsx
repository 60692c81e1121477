import { Suspense } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { isPixelArt, isSmallFilm, pictureSources } from '#contract/rules/media.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Picture } from '#web/ui/picture.tsx'
import css from './work-picture.module.css'

const MovingCover = lazyCode(async () => (await import('./moving-cover.tsx')).MovingCover)
const HiddenPicture = lazyCode(async () => (await import('./hidden-picture.tsx')).HiddenPicture)

interface WorkPictureProps {
  media: Media | null
  alt: string
  /** The `sizes` attribute of the picture. */
  sizes: string
  ratio?: number
  /** Works are whole; only pictures that fill a shape, such as avatars, cover it. */
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
  fit = 'contain',
  eager,
  largest = 800,
  sealed = false,
}: WorkPictureProps) {
  const place = <span className={css.place} style={{ aspectRatio: String(ratio ?? 1) }} />
  const mark =
    media === null || media.kind === 'image' ? undefined : (
      <Suspense fallback={place}>
        <MovingCover media={media} alt={alt} ratio={ratio} isTiny={largest < 300} />
      </Suspense>
    )
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
      isPixelated={isPixelArt(media)}
      fallback={mark}
      eager={eager}
    />
  )
  if (!sealed && media?.explicit !== true) return picture
  return (
    <Suspense fallback={place}>
      <HiddenPicture media={media} alt={alt} ratio={ratio} sealed={sealed}>
        {picture}
      </HiddenPicture>
    </Suspense>
  )
}
