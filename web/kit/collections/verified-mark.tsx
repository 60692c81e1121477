import { BadgeCheck } from 'lucide-react'
import css from './verified-mark.module.css'

export function VerifiedMark({ what = 'collection' }: { what?: 'artist' | 'collection' }) {
  return (
    <span className={css.mark} role="img" aria-label="Verified" title={`Verified ${what}`}>
      <BadgeCheck size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
