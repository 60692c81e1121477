import type { CSSProperties } from 'react'
import css from './skeleton.module.css'
import hidden from './visually-hidden.module.css'

/** A placeholder in the final shape of what is being loaded. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height }
  return <span aria-hidden="true" className={css.skeleton} style={style} />
}

/** Says to screen readers that a part is loading, while sighted visitors see its shape. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <span role="status" className={hidden.hidden}>
      Loading {what}
    </span>
  )
}
