import { readableDecimal } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'

const units = ['KB', 'MB', 'GB']

/** Formats a size in bytes. 1 MB is 1,048,576 bytes, as in the limits. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t('{count, plural, one {# byte} other {# bytes}}', { count: bytes })
  const step = Math.min(3, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${value >= 100 ? Math.round(value) : readableDecimal(value.toFixed(1))} ${units[step - 1]}`
}
