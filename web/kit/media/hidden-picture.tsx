import type { ReactNode } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { Sealed } from '#web/ui/sealed.tsx'
import { useStore } from '#web/ui/store.ts'
import { adultContent } from './adult-content.ts'
import { Veil } from './veil.tsx'

interface HiddenPictureProps {
  media: Media | null
  alt: string
  ratio: number | undefined
  /** True if the work is hidden until it is sold; false if it has adult content. */
  sealed: boolean
  children: ReactNode
}

/** A work that is hidden at first: sealed until it is sold, or blurred until the visitor consents. */
export function HiddenPicture({ media, alt, ratio, sealed, children }: HiddenPictureProps) {
  const isAdultContentShown = useStore(adultContent)
  if (sealed || media === null) return <Sealed alt={alt} ratio={ratio} />
  return isAdultContentShown ? children : <Veil media={media} ratio={ratio ?? 1} />
}
