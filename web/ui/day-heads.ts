import { locale } from '#web/messages.ts'

/** Returns "Today" or "Yesterday", and a date for older days. */
function dayOf(at: string, now: number): string {
  const toMidnight = (date: number) => new Date(date).setHours(0, 0, 0, 0)
  const days = Math.round((toMidnight(now) - toMidnight(Date.parse(at))) / 86_400_000)
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
  return new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })
}

/** Returns for each entry of a chronological list its day if it is the first entry of that day, otherwise null. */
export function dayHeads(times: readonly string[], now: number): (string | null)[] {
  const days = times.map((at) => dayOf(at, now))
  return days.map((day, place) => (day === days[place - 1] ? null : day))
}
