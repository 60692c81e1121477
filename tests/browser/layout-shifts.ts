import type { Page } from 'playwright-core'

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

/** Ignores invisible shifts: an address in the header that is a few pixels wider than its placeholder, or a new minute. */
const maxShift = 0.001

/** Records the layout shifts of the pages that are opened from now on. Shifts soon after an input do not count. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(shiftOf))).observe({
      type: 'layout-shift',
      buffered: true,
    })
    function shiftOf(entry: PerformanceEntry) {
      const value =
        'value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput) ? Number(entry.value) : 0
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
      const moved = sources.map(({ node }: { node: unknown }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : '',
      )
      return { value, moved }
    }
  })

/** Returns the recorded shifts, each with what has moved; empty if their sum is invisible. */
export async function visibleShifts(page: Page): Promise<Window['shifts']> {
  const shifts = await page.evaluate(() => window.shifts)
  return shifts.reduce((sum, { value }) => sum + value, 0) < maxShift ? [] : shifts
}
