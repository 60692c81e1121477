import { FileText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { beginningSource, isSmallFilm } from '#contract/rules/media.ts'
import type { Media } from '#contract/schemas/media.ts'
import { kindName } from '#contract/words/work-facts.ts'
import css from './moving-cover.module.css'
import { errorProps } from './error-props.ts'

interface MovingCoverProps {
  media: Media
  alt: string
  ratio?: number
  /** True if the cover is too small to justify loading a frame of a large video. */
  isTiny?: boolean
}

const labelProps = (alt: string) =>
  alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }

interface KindCoverProps {
  kind: Media['kind']
  alt: string
  ratio?: number
  children?: ReactNode
}

/** The name of the file type, shown instead of a picture. */
export function KindCover({ kind, alt, ratio = 1, children }: KindCoverProps) {
  return (
    <span className={css.document} style={{ aspectRatio: String(ratio) }} {...labelProps(alt)}>
      <FileText size={32} strokeWidth={1} aria-hidden="true" />
      {kindName(kind)}
      {children}
    </span>
  )
}

/** Start of the preview, because the very first frame is often black. */
const firstMoment = '#t=0.1'

/**
 * The cover of a file that is not a picture. A small video shows its first frame and plays on hover. A larger video
 * shows the frame if the browser can read it from the beginning of the file.
 */
export function MovingCover({ media, alt, ratio = 1, isTiny = false }: MovingCoverProps) {
  const [isUnplayable, setUnplayable] = useState(false)
  const isSmall = isSmallFilm(media)
  if (!isSmall || isUnplayable) {
    return (
      <KindCover kind={media.kind} alt={alt} ratio={ratio}>
        {media.kind === 'video' && !isSmall && !isTiny && <FirstFrame media={media} />}
      </KindCover>
    )
  }
  return (
    <video
      className={css.film}
      style={{ aspectRatio: String(ratio) }}
      src={`${media.src}${firstMoment}`}
      muted
      loop
      playsInline
      preload="metadata"
      disablePictureInPicture
      tabIndex={-1}
      {...labelProps(alt)}
      {...errorProps(() => setUnplayable(true))}
      onPointerEnter={({ currentTarget }) => {
        // If the browser refuses to play, the still frame remains.
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
          void currentTarget.play().catch(() => undefined)
      }}
      onPointerLeave={({ currentTarget }) => currentTarget.pause()}
    />
  )
}

/** Returns true if the visitor saves data. Only Chromium reports this. Source: wicg.github.io/savedata */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}

/** The first frame of a video, on top of its file type, which stays visible if the browser cannot show the frame. */
function FirstFrame({ media }: { media: Media }) {
  const place = useRef<HTMLVideoElement>(null)
  const [near, setNear] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isUnreadable, setUnreadable] = useState(savesData)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(
      (moments) => {
        if (moments.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  if (isUnreadable) return null
  return (
    <video
      ref={place}
      className={css.frame}
      data-loaded={isLoaded}
      src={near ? `${beginningSource(media)}${firstMoment}` : undefined}
      muted
      playsInline
      preload="auto"
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onLoadedData={() => setLoaded(true)}
      onError={() => setUnreadable(true)}
    />
  )
}
