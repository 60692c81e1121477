import css from './sealed.module.css'

/** The placeholder of a hidden work: the back of a closed envelope. */
export function Sealed({ alt, ratio = 1 }: { alt: string; ratio?: number | undefined }) {
  return (
    <span
      className={css.box}
      style={{ aspectRatio: String(ratio) }}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <svg className={css.folds} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 0 50 54 100 0M0 100 41 44M100 100 59 44" />
      </svg>
      <span className={css.wax} />
    </span>
  )
}
