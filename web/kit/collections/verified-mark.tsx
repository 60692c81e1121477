import { BadgeCheck } from 'lucide-react'
import { t } from '#web/messages.ts'
import css from './verified-mark.module.css'

export function VerifiedMark({ what = 'collection' }: { what?: 'artist' | 'collection' }) {
  return (
    <span
      className={css.mark}
      role="img"
      aria-label={t('Verified')}
      title={t('{what, select, artist {Verified artist} other {Verified collection}}', { what })}
    >
      <BadgeCheck size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
