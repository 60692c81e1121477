import { formatXrpCompact } from '#contract/rules/amounts.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'

/** XRP for drawing: exact up to 9 billion XRP, which no axis needs to show better. */
export const toXrp = (drops: string): number => Number(drops) / 1_000_000

/** An axis label for XRP. */
export const formatXrpTick = (xrp: number): string =>
  Number.isInteger(xrp) && xrp < 1000
    ? String(xrp)
    : formatXrpCompact(BigInt(Math.round(xrp * 1_000_000))).replace(/(?:[.,]00|(?<=[.,]\d)0)(?=\D*$)/, '')

let days: Intl.DateTimeFormat | undefined
let shortDays: Intl.DateTimeFormat | undefined

/** "Nov 5, 2026", of a day in UTC. */
export function formatDay(at: number): string {
  days ??= new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return days.format(at)
}

/** "Nov 5", for an axis. */
export function formatDayTick(at: number): string {
  shortDays ??= new Intl.DateTimeFormat(regionalLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return shortDays.format(at)
}
