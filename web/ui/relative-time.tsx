import { formatMoment, formatRelative } from './durations.ts'
import { useNow } from './use-now.ts'

/** A time relative to now, with the exact time in the title. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow(30_000)
  const time = Date.parse(at)
  return (
    <time dateTime={at} title={formatMoment(time)}>
      {formatRelative(time, now)}
    </time>
  )
}
