import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { newPage, type PageOptions, type WatchedPage } from '#tests/support/browser.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { explorerLink } from './gallery.ts'
import { desktop, type Person, returnToTab, signedIn } from './visits.ts'

export interface Studio {
  world: TestWorld
  mara: Person
  /** Opens a creation page as an account (null: a visitor). */
  open: (
    who: Person | null,
    path: string,
    size?: typeof desktop,
    options?: PageOptions,
  ) => Promise<WatchedPage>
  /** Returns the request that waits in Mara's wallet. */
  waiting: () => Promise<string>
  answer: (what?: 'sign' | 'reject') => Promise<unknown>
}

/** Opens a marketplace with the creator Mara, without a limit on her sign requests. */
export async function openStudio(browser: Browser, bindings: Record<string, string> = {}): Promise<Studio> {
  const world = await createTestWorld({
    runtime: true,
    cronOnTimer: true,
    bindings: { LINK_EXPLORER_TRANSACTION: explorerLink, RATE_LIMITS: 'off', ...bindings },
  })
  const account = await world.fund('Mara')
  const mara = { account, session: await world.connect(account) }

  /** Polls, because the marketplace may not have the signature yet. */
  const answered = new Set<string>()
  async function waiting(): Promise<string> {
    const deadline = Date.now() + 30_000
    for (;;) {
      const rows = await world.waitingRequests(account.address)
      const uuid = rows.map((row) => String(row['uuid'])).find((each) => !answered.has(each))
      if (uuid !== undefined) return uuid
      if (Date.now() > deadline) throw new Error('The wallet was not asked.')
      await wait(30)
    }
  }
  return {
    world,
    mara,
    open: async (who, path, size = desktop, options = {}) => {
      const watched = await newPage(browser, { viewport: size, ...options })
      if (who !== null) await signedIn(watched.page, who)
      await watched.page.goto(`${world.url}${path}`)
      await watched.page.locator('#main').waitFor()
      return watched
    },
    waiting,
    answer: async (what = 'sign') => {
      const uuid = await waiting()
      answered.add(uuid)
      return what === 'sign' ? world.sign(uuid, account) : world.reject(uuid)
    },
  }
}

interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export const choose = (page: Page, label: string, files: GivenFile | GivenFile[]) =>
  page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(files)

export const field = (page: Page, name: string) => page.getByRole('textbox', { name })

export async function shows(page: Page, text: string | RegExp) {
  const deadline = Date.now() + 30_000
  while (!(await page.getByText(text).first().isVisible())) {
    if (Date.now() > deadline) throw new Error(`Not in time: ${text}`)
    await returnToTab(page)
    await page.waitForTimeout(100)
  }
}

export async function expectUsable(page: Page) {
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
