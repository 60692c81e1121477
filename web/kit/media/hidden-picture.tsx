import type { ReactNode } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { Sealed } from '#web/ui/sealed.tsx'
import { ExplicitPicture } from './explicit-picture.tsx'

interface HiddenPictureProps {
  media: Media | null
  alt: string
  ratio: number | undefined
  /** Hidden until it is sold; otherwise it has adult content. */
  sealed: boolean
  children: ReactNode
}

/** A work that is not seen at once: sealed until it is sold, or blurred until the visitor agrees. */
export function HiddenPicture({ media, alt, ratio, sealed, children }: HiddenPictureProps) {
  if (sealed || media === null) return <Sealed alt={alt} ratio={ratio} />
  return (
    <ExplicitPicture media={media} ratio={ratio}>
      {children}
    </ExplicitPicture>
  )
}
