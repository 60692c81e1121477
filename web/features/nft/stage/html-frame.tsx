import css from './player.module.css'

/**
 * Returns the URL at which a file of the media route runs as a program. A folder's URL ends in a slash, so that
 * relative names resolve inside it.
 */
function playAddress(src: string): string {
  const address = src.replace(/^\/media\//, '/play/')
  return /^\/play\/ipfs\/[^/]+$/.test(address) ? `${address}/` : address
}

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
