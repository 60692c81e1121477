import { t } from '#web/messages.ts'

/** Formats a wait in steps of ten seconds, or of minutes: "30 seconds". */
export function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 10_000) * 10
  return seconds < 120
    ? t('{seconds, plural, one {# second} other {# seconds}}', { seconds })
    : t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.ceil(seconds / 60) })
}
