import type { CSSProperties } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { sizedImage } from '#contract/rules/media.ts'
import { t } from '#web/messages.ts'
import css from './veil.module.css'

/** Replaces a picture with adult content by its smallest size, blurred beyond recognition. */
export function Veil({ media, ratio }: { media: Media; ratio: number }) {
  const style: CSSProperties = { aspectRatio: String(ratio), backgroundColor: media.color ?? undefined }
  return (
    <span className={css.box} style={style}>
      {media.kind === 'image' && (
        <img className={css.picture} src={sizedImage(media.src, { w: 64 })} alt="" loading="lazy" />
      )}
      <span className={css.label}>{t('Adult content')}</span>
    </span>
  )
}
