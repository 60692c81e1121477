import type { ReactNode } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { useStore } from '#web/ui/store.ts'
import { adultContent } from './adult-content.ts'
import { Veil } from './veil.tsx'

interface ExplicitPictureProps {
  media: Media
  ratio: number | undefined
  children: ReactNode
}

/** A picture with adult content, blurred until the visitor consents. */
export function ExplicitPicture({ media, ratio = 1, children }: ExplicitPictureProps) {
  return useStore(adultContent) ? children : <Veil media={media} ratio={ratio} />
}
