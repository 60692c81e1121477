import { playAddress } from './play-address.ts'
import css from './player.module.css'

/**
 * A work that is a program. Its frame has an origin of its own, without cookies and storage, and the policy of its address lets
 * it reach nothing but its own files.
 */
export function HtmlFrame({ src, title }: { src: string; title: string }) {
  return (
    <iframe
      className={css.frame}
      src={playAddress(src)}
      title={title}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
    />
  )
}
