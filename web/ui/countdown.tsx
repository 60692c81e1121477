import css from './countdown.module.css'
import { formatDuration, formatMoment } from './durations.ts'
import { useNow } from './use-now.ts'

interface CountdownProps {
  /** End time, ISO 8601. */
  until: string
  /** Shown when the time is over. */
  over: string
}

/** Time left to the second, in tabular figures. The title contains the exact end. */
export function Countdown({ until, over }: CountdownProps) {
  const end = Date.parse(until)
  const now = useNow(1000)
  const msLeft = end - now
  return (
    <time dateTime={until} title={formatMoment(end)} className={css.time}>
      {msLeft > 0 ? formatDuration(msLeft) : over}
    </time>
  )
}
