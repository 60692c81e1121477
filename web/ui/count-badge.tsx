import css from './count-badge.module.css'

/** A number on the corner of an icon button, whose accessible name includes the count. Renders nothing for 0. */
export function CountBadge({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className={css.badge} aria-hidden="true">
      {count}
    </span>
  )
}
