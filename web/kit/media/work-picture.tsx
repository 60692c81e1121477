import { type ReactNode, Suspense } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { isPixelArt, isSmallFilm, pictureSources } from '#contract/rules/media.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { Picture } from '#web/ui/picture.tsx'
import css from './work-picture.module.css'

const MovingCover = lazyCode(async () => (await import('./moving-cover.tsx')).MovingCover)
const KindCover = lazyCode(async () => (await import('./moving-cover.tsx')).KindCover)
const HiddenPicture = lazyCode(async () => (await import('./hidden-picture.tsx')).HiddenPicture)

interface WorkPictureProps {
  media: Media | null
  alt: string
  /** The `sizes` attribute of the picture. */
  sizes: string
  ratio?: number
  /** `contain` for works, which are always shown whole; `cover` for pictures that fill a shape, such as avatars. */
  fit?: 'cover' | 'contain'
  eager?: boolean
  /** The largest width to request, in pixels. */
  largest?: number
  /** True if the work is hidden until it is sold. */
  sealed?: boolean
  /** Kind of the work, shown if it has no picture. */
  kind?: Media['kind'] | null
  /** Shown instead of the default mark if the picture is missing or broken. */
  missing?: ReactNode
}

/** A work or cover from the image gateway: its picture, its still frame, or its file type. */
export function WorkPicture({
  media,
  alt,
  sizes,
  ratio,
  fit = 'contain',
  eager,
  largest = 800,
  sealed = false,
  kind = null,
  missing,
}: WorkPictureProps) {
  const place = <span className={css.place} style={{ aspectRatio: String(ratio ?? 1) }} />
  const cover = coverOf(media, kind, { alt, ratio, isTiny: largest < 300 })
  const mark = cover === null ? missing : <Suspense fallback={place}>{cover}</Suspense>
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

/** Returns the replacement for a work without a picture; null if it has a picture or nothing is known about it. */
function coverOf(
  media: Media | null,
  kind: Media['kind'] | null,
  { isTiny, ...rest }: { alt: string; ratio: number | undefined; isTiny: boolean },
): ReactNode {
  if (media !== null && media.kind !== 'image') return <MovingCover media={media} isTiny={isTiny} {...rest} />
  if (media !== null || kind === null || kind === 'image') return null
  return <KindCover kind={kind} {...rest} />
}
