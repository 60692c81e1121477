import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { intercept, launchBrowser } from '#tests/support/browser.ts'
import { members } from '#web/features/art-society/members.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { type Visit, visitAs } from './gallery-visits.ts'

let gallery: Gallery
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

const visit = (...visitor: [as: Parameters<Visit>[1], act: Parameters<Visit>[2]]) =>
  visitAs(browser, gallery.world, '/art_society', ...visitor)

test('the art society page works and checks the visitor’s wallet', async () => {
  await visit(null, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Art Society' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Midnight Orchard' }).waitFor()
    for (const name of ['Creative', 'Collaborative', 'Community-Centric', 'Roadmap']) {
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    await expect.poll(() => page.getByRole('list', { name: 'Members' }).getByRole('article').count()).toBe(17)
    await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await expectAccessible(page)
  })
  await visit(gallery.collector, async (page) => {
    const sentence = 'Your wallet holds a Pawn King Series NFT: your project can be verified.'
    const stop = await intercept(page, '**/api/account/eligibility', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ eligible: true, sentence }) }),
    )
    await page.reload()
    await page.getByText(sentence).waitFor()
    await page.getByText('Next, send us the link').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'your collections' }).click()
    await page.waitForURL(`**/account/${gallery.collector.address}/profile/collections`)
    stop()
  })
  await visit(gallery.collector, async (page) => {
    await page.getByText('This marketplace has not set its Pawn King Series yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Verify my NFT project' }).isDisabled()).toBe(true)
  })
})

const [first, second] = members.map(({ name }) => name)
const last = members.at(-1)?.name

/** Returns the names of the members that are fully visible. */
const shownMembers = (page: Page) =>
  page.getByRole('list', { name: 'Members' }).evaluate((list) => {
    const { left, right } = list.getBoundingClientRect()
    return [...list.children]
      .filter(
        (item) =>
          item.getBoundingClientRect().left > left - 2 && item.getBoundingClientRect().right < right + 2,
      )
      .map((item) => item.querySelector('h3')?.textContent)
  })

test('its members carousel loops by hand, and shows as many as fit', async () => {
  await visit(null, async (page) => {
    const shown = () => shownMembers(page)
    await expect.poll(shown).toHaveLength(4)
    await page.getByRole('button', { name: 'Members: back' }).click()
    await expect.poll(async () => (await shown()).slice(0, 3)).toEqual([last, first, second])
    for (let place = 0; place <= members.length; place += 1)
      await page.getByRole('button', { name: 'Members: on' }).click()
    await expect.poll(async () => (await shown())[0]).toBe(first)
    for (const [width, side] of [
      [390, 1],
      [800, 2],
      [1100, 3],
      [1700, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(async () => (await shown()).length).toBe(side)
    }
  })
})

test('its members carousel moves by itself every 5 seconds, and stops on focus', async () => {
  await visit(null, async (page) => {
    await page.clock.install()
    await page.reload()
    await expect.poll(() => shownMembers(page)).toHaveLength(4)
    expect((await shownMembers(page))[0]).toBe(first)
    // From here on the page's clock advances only on request.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Members: play' }).click()
    // Focus on the carousel's buttons pauses it.
    await page.clock.runFor(20_000)
    expect((await shownMembers(page))[0]).toBe(first)
    await page.getByRole('heading', { level: 1, name: 'Art Society' }).click()
    await page.getByRole('button', { name: 'Members: stop' }).blur()
    await page.clock.runFor(4900)
    expect((await shownMembers(page))[0]).toBe(first)
    await page.clock.runFor(200)
    await expect.poll(async () => (await shownMembers(page))[0]).toBe(second)
  })
})
