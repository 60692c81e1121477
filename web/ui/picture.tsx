import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import css from './picture.module.css'

const MissingMark = lazyPart(async () => (await import('./missing-mark.tsx')).MissingMark)

export interface PictureProps {
  src: string | null
  srcSet?: string
  sizes?: string
  alt: string
  /** Placeholder until the picture is loaded. */
  color?: string | null
  /** Width over height of the box. */
  ratio?: number
  /** `cover` fills the box; `contain` shows the whole work. */
  fit?: 'cover' | 'contain'
  /** True to enlarge the picture with sharp pixels. */
  isPixelated?: boolean
  /** Shown instead of the default mark if the picture is broken. */
  fallback?: ReactNode
  /** True to load with high priority. For the main work of the first screen only. */
  eager?: boolean
}

/** A picture in a box with a fixed ratio, so that nothing shifts while it loads. A broken one shows a mark. */
export function Picture({
  src,
  srcSet,
  sizes,
  alt,
  color = null,
  ratio = 1,
  fit = 'cover',
  isPixelated = false,
  fallback,
  eager = false,
}: PictureProps) {
  const [brokenSrc, setBroken] = useState<string | null>(null)
  const style: CSSProperties & Record<'--color', string | undefined> = {
    aspectRatio: String(ratio),
    '--color': color ?? undefined,
  }
  if (fallback !== undefined && (src === null || brokenSrc === src)) return fallback
  if (src === null || brokenSrc === src) {
    return (
      <span
        className={css.box}
        style={style}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      >
        <Suspense fallback={null}>
          <MissingMark />
        </Suspense>
      </span>
    )
  }
  return (
    <span className={css.box} style={style} data-fit={fit}>
      <img
        className={css.image}
        data-fit={fit}
        data-pixelated={isPixelated || undefined}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        onError={() => setBroken(src)}
      />
    </span>
  )
}
