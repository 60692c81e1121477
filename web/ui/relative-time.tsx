import { formatMoment, formatRelative } from './durations.ts'
import { useNow } from './use-now.ts'

interface RelativeTimeProps {
  at: string
  /** True for a time in the future. Other times are never shown as future, even if the ledger's clock is ahead. */
  upcoming?: boolean
}

/** A time relative to now, with the exact time in the title. */
export function RelativeTime({ at, upcoming = false }: RelativeTimeProps) {
  const now = useNow(30_000)
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={formatMoment(time)}>
      {formatRelative(upcoming ? time : Math.min(time, now), now)}
    </time>
  )
}
