import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from './admin-table.tsx'

export const number = (value: number) => value.toLocaleString('en')

/** Counts by name as a line of text. */
export const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${number(count)} ${name}`)
    .join(' · ')

export const since: Column<{ since: string }> = ['Since', (row) => <RelativeTime at={row.since} />]
export const state: Column<{ state: string }> = ['State', (row) => row.state]
