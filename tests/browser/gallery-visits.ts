import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { newPage, type WatchedPage } from '#tests/support/browser.ts'
import type { TestWorld } from '#tests/support/test-world.ts'
import { desktop, phone, signedIn } from './visits.ts'
import { hoursAgo } from '#tests/support/state.ts'

/** Opens a page as an account (null: a visitor) and runs the callback. */
export type Visit = (
  path: string,
  as: DemoAccount | null,
  act: (page: Page, watched: WatchedPage) => Promise<void>,
  viewport?: typeof desktop,
) => Promise<void>

export async function visitAs(
  browser: Browser,
  world: TestWorld,
  path: string,
  as: DemoAccount | null,
  act: (page: Page, watched: WatchedPage) => Promise<void>,
  viewport = desktop,
): Promise<void> {
  const watched = await newPage(browser, { viewport, reducedMotion: 'reduce' })
  const { page } = watched
  if (as !== null) await signedIn(page, { account: as, session: await world.connect(as) })
  await page.goto(`${world.url}${path}`)
  await page.locator('#main').waitFor()
  await act(page, watched)
  await watched.close()
}

/** Expects that the page does not scroll horizontally on a phone. */
export async function fits(page: Page) {
  await page.setViewportSize(phone)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(phone.width)
  await page.setViewportSize(desktop)
}

/** Waits for a text anywhere on the page. */
export const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

export async function manage(page: Page, name: string) {
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Makes the sign-ins of an account two hours old. */
export const ageSessions = (world: TestWorld, { address }: DemoAccount) =>
  world.changeRows('sessions', { account: address }, { signed_at: hoursAgo(2) })

/** Signs the newest sign-in on that account's phone, which must show the same code as the page's dialog. */
export async function signInAfresh(world: TestWorld, page: Page, account: DemoAccount) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.locator('[aria-describedby="sign-in-code"]').waitFor()
  const row = await world.latestRequest({ purpose: 'sign_in' })
  const code = String(Reflect.get(Object(row?.['context']), 'signInCode'))
  await dialog.getByText(code, { exact: true }).waitFor()
  await world.sign(String(row?.['uuid']), account)
}
