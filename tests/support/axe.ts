import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'
import { everyCase } from './sample.ts'

interface AuditOptions {
  /** Rules to check; all by default. */
  rules?: string[]
  /** Selector of the element to check; the whole page by default. */
  within?: string
}

/**
 * Returns the problems that axe finds on a page at rest: each rule with the elements that violate it. Excludes frames,
 * because they contain artists' media.
 */
export async function violations(page: Page, { rules, within }: AuditOptions = {}): Promise<string[]> {
  await atRest(page)
  // The source of axe has half a megabyte, so it is sent once per page rather than once per check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules: only, within: scope }) => {
      const options = only === undefined ? {} : { runOnly: { type: 'rule' as const, values: only } }
      const report = await window.axe.run(scope ?? document, {
        ...options,
        iframes: false,
        resultTypes: ['violations'],
      })
      return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    },
    { rules, within },
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Runs axe only in the long tests, because it is slow. `npm test` checks a sample of the pages with it
 * (tests/browser/pages).
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!everyCase) return
  expect(await violations(page)).toEqual([])
}
