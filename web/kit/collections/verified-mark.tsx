import { BadgeCheck } from 'lucide-react'
import { m } from '#web/messages.ts'
import css from './verified-mark.module.css'

export function VerifiedMark({ what = 'collection' }: { what?: 'artist' | 'collection' }) {
  return (
    <span
      className={css.mark}
      role="img"
      aria-label={m.kit_verified_mark_verified}
      title={m.kit_verified_mark_verified_what({ what })}
    >
      <BadgeCheck size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
