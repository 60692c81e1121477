import { BadgeCheck } from 'lucide-react'
import { t } from '#web/messages.ts'
import css from './verified-mark.module.css'

export function VerifiedMark({ subject = 'collection' }: { subject?: 'artist' | 'collection' }) {
  return (
    <span
      className={css.mark}
      role="img"
      aria-label={t('Verified')}
      title={t('{what, select, artist {Verified artist} other {Verified collection}}', { what: subject })}
    >
      <BadgeCheck size={16} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
