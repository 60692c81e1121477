import { imageSteps, type Media, sizedImage } from '#worker/contract/media.ts'
import { Picture } from '#web/ui/picture.tsx'

interface WorkPictureProps {
  media: Media | null
  alt: string
  /** The `sizes` of the picture in its place. */
  sizes: string
  ratio?: number
  fit?: 'cover' | 'contain'
  eager?: boolean
  /** Largest width that is ever asked for. */
  largest?: number
}

/** A work or cover through the image gateway, in the steps it makes. Drawings (SVG), and large moving pictures (GIF), as they are. */
export function WorkPicture({ media, alt, sizes, ratio, fit, eager, largest = 800 }: WorkPictureProps) {
  const shown = media?.kind === 'image' ? media : null
  const asItIs =
    shown?.contentType === 'image/svg+xml' || (shown?.contentType === 'image/gif' && largest > 800)
  const steps = imageSteps.filter((step) => step >= 150 && step <= largest)
  return (
    <Picture
      src={shown === null ? null : asItIs ? shown.src : sizedImage(shown.src, { w: largest })}
      srcSet={
        shown === null || asItIs
          ? undefined
          : steps.map((w) => `${sizedImage(shown.src, { w })} ${w}w`).join(', ')
      }
      sizes={asItIs ? undefined : sizes}
      alt={alt}
      color={media?.color ?? null}
      ratio={ratio}
      fit={fit}
      eager={eager}
    />
  )
}
