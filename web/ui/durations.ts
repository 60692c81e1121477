import { locale, t } from '#web/messages.ts'
import { regionalLocale } from './regional-locale.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Formats a remaining time in milliseconds as hh:mm:ss, with days if there are any: "2d 04:07:09". Never below zero.
 */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  const padToTwo = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const clock = `${padToTwo(Math.floor(seconds / 3600) % 24)}:${padToTwo(Math.floor(seconds / 60) % 60)}:${padToTwo(seconds % 60)}`
  return days > 0 ? t('{days}d {clock}', { days, clock }) : clock
}

/** Formats a short wait in minutes and seconds: "4:07". */
export function formatShortWait(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const steps: [limitMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [minuteMs, secondMs, 'second'],
  [hourMs, minuteMs, 'minute'],
  [dayMs, hourMs, 'hour'],
  [30 * dayMs, dayMs, 'day'],
  [365 * dayMs, 30 * dayMs, 'month'],
  [Number.POSITIVE_INFINITY, 365 * dayMs, 'year'],
]

// Creating an Intl object takes up to 26 ms at page start, so each is created on first use.
let words: Intl.RelativeTimeFormat | undefined
let moments: Intl.DateTimeFormat | undefined

/** Formats a time (ms of the Unix epoch) in the visitor's language: "Nov 21, 2026, 3:45 PM". */
export function formatMoment(at: number): string {
  moments ??= new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return moments.format(at)
}

/** Formats a time relative to now: "3 minutes ago", "yesterday", "in 2 hours"; "just now" within ten seconds. */
export function formatRelative(at: number, now: number): string {
  const remainingMs = at - now
  const distance = Math.abs(remainingMs)
  if (distance < 10 * secondMs) return t('just now')
  const [, unitMs, unit] = steps.find(([limit]) => distance < limit) ?? [0, dayMs, 'day' as const]
  words ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return words.format(Math.trunc(remainingMs / unitMs), unit)
}
