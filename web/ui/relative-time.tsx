import { formatMoment, formatRelative } from './durations.ts'
import { useNow } from './use-now.ts'

interface RelativeTimeProps {
  at: string
  /** The time is still to come. Any other one is never after now, although the clock of the ledger may be ahead. */
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
