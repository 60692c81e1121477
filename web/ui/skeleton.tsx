import type { CSSProperties } from 'react'
import { t } from '#web/messages.ts'
import css from './skeleton.module.css'
import hidden from './visually-hidden.module.css'

/** A placeholder with the size of the content that is loading. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height }
  return <span aria-hidden="true" className={css.skeleton} style={style} />
}

/** Tells screen readers that a part is loading. */
export function LoadingNote({ subject }: { subject: string }) {
  return (
    <span role="status" className={hidden.hidden}>
      {t('Loading {what}', { what: subject })}
    </span>
  )
}
