import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'

interface Look {
  /** Only these rules; all of them by default. */
  rules?: string[]
  /** Only what is within; the whole page by default. */
  within?: string
}

/** What axe finds on a page once it is at rest, each as its rule and where it was broken. */
export async function violations(page: Page, { rules, within }: Look = {}): Promise<string[]> {
  await atRest(page)
  // Its other mode opens a second page for each look, for frames of other sites: ours hold only what an artist made.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (rules !== undefined) axe.withRules(rules)
  if (within !== undefined) axe.include(within)
  const found = await axe.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}
