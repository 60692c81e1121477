import { playAddress } from './play-address.ts'
import css from './player.module.css'

/**
 * A work that is a program. The frame has its own origin without cookies and storage, and its content security policy
 * allows access only to the work's own files.
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
