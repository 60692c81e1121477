import { formatXrpCompact } from '#contract/rules/amounts.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'

/** Converts drops to XRP for drawing. Exact up to 9 billion XRP, which is enough for an axis. */
export const toXrp = (drops: string): number => Number(drops) / 1_000_000

/** Formats an axis label in XRP. */
export const formatXrpTick = (xrp: number): string =>
  Number.isInteger(xrp) && xrp < 1000
    ? String(xrp)
    : formatXrpCompact(BigInt(Math.round(xrp * 1_000_000))).replace(/(?:[.,]00|(?<=[.,]\d)0)(?=\D*$)/, '')

let days: Intl.DateTimeFormat | undefined
let shortDays: Intl.DateTimeFormat | undefined

/** Formats a day in UTC: "Nov 5, 2026". */
export function formatDay(at: number): string {
  days ??= new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return days.format(at)
}

/** Formats an axis label of a day: "Nov 5". */
export function formatDayTick(at: number): string {
  shortDays ??= new Intl.DateTimeFormat(regionalLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return shortDays.format(at)
}
