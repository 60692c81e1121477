import { FileText } from 'lucide-react'
import { isSmallFilm } from '#contract/rules/media.ts'
import type { Media } from '#contract/schemas/media.ts'
import { kindName } from '#contract/words/work-facts.ts'
import css from './moving-cover.module.css'

interface MovingCoverProps {
  media: Media
  alt: string
  ratio?: number
}

/** The cover of a file that is no picture. A small video shows its first frame and plays on hover. */
export function MovingCover({ media, alt, ratio = 1 }: MovingCoverProps) {
  const name = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  const style = { aspectRatio: String(ratio) }
  if (!isSmallFilm(media)) {
    return (
      <span className={css.document} style={style} {...name}>
        <FileText size={32} strokeWidth={1} aria-hidden="true" />
        {kindName(media.kind)}
      </span>
    )
  }
  return (
    <video
      className={css.film}
      style={style}
      // The very first frame is often black.
      src={`${media.src}#t=0.1`}
      muted
      loop
      playsInline
      preload="metadata"
      disablePictureInPicture
      tabIndex={-1}
      {...name}
      onPointerEnter={({ currentTarget }) => {
        // If the browser refuses to play, the still frame remains.
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
          void currentTarget.play().catch(() => undefined)
      }}
      onPointerLeave={({ currentTarget }) => currentTarget.pause()}
    />
  )
}
