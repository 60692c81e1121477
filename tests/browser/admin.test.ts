import type { Browser } from 'playwright-core'
import { expectAccessible } from '#tests/support/axe.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { fits, manage, shown, type Visit, visitAs } from './gallery-visits.ts'
import { desktop } from './visits.ts'

let gallery: Gallery
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  gallery = await openGallery()
  gallery.world.signer.accounts.push(gallery.world.marketplace)
})
afterAll(async () => {
  await browser?.close()
  await gallery?.world.close()
})

const visit: Visit = (...given) => visitAs(browser, gallery.world, ...given)

test('the marketplace owner verifies and features', async () => {
  const { work, world } = gallery
  await visit('/collection/orchard/items', world.marketplace, async (page) => {
    const dialog = page.getByRole('dialog')
    for (const [name, confirm, text] of [
      ['Remove Verification', 'Remove verification', 'Verification removed'],
      ['Verify', 'Verify this collection', 'This collection has been verified'],
      ['Remove from Featured', 'Remove from Featured', 'This collection has been unfeatured'],
      ['Set Featured', 'Set Featured', 'This collection has been featured'],
    ] as const) {
      await manage(page, name)
      await dialog.getByRole('button', { name: confirm }).click()
      await shown(page, text)
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.goto(`${world.url}/nft/${work}`)
    await page.getByRole('button', { name: 'Remove from Featured' }).click()
    await shown(page, 'This NFT has been unfeatured')
    await page.getByRole('button', { name: 'Set Featured' }).click()
    await shown(page, 'This NFT has been featured')
  })
})

test('the marketplace owner looks at how things stand, tries a failed file again, and reads the log to its end', async () => {
  const { world } = gallery
  const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  await world.query(
    "insert into pins (cid, state, tries, error) values ($1, 'failed', 1, 'The service gives it another CID.')",
    [cid],
  )
  await world.query(`insert into audit_log (id, account, action, subject, before, after)
    select gen_random_uuid(), '${world.marketplace.address}', 'verify_collection', 'older-' || g, '{}', '{}' from generate_series(1, 60) g`)
  await world.query(
    "insert into audit_log (id, account, action, subject, before, after) values (gen_random_uuid(), $1, 'remove_collection', gen_random_uuid(), $2, $3)",
    [world.marketplace.address, JSON.stringify({ description: 'long '.repeat(200) }), '{"gone":true}'],
  )
  await visit('/admin', world.marketplace, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    for (const name of ['Pins', 'Journal', 'Stuck requests', 'Payouts owed', 'Jobs', 'Audit log'])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
    const log = page.getByRole('region', { name: 'Audit log' })
    await log.getByText('older-60', { exact: true }).waitFor()
    // Before and after can be compared: not even the longest pushes its neighbour out of sight.
    const after = await log.getByText('{"gone":true}').boundingBox()
    expect((after?.x ?? 9999) + (after?.width ?? 0)).toBeLessThan(desktop.width)
    expect(await log.getByRole('row').count()).toBe(51)
    await expectAccessible(page)
    await fits(page)
    await log.getByRole('button', { name: 'Show more' }).press('Enter')
    await log.getByText('older-1', { exact: true }).waitFor()
    await log.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Try again: ${cid}` }).press('Enter')
    await shown(page, 'This file is tried again')
    await log.getByText('retry pin').waitFor()
    expect(
      await world.query('select state, tries from pins where cid = $1 and error like $2', [
        cid,
        'The service%',
      ]),
    ).toEqual([])
  })
})

test('the page asks for a fresh sign-in, and sends everybody else home', async () => {
  const { artist, world } = gallery
  await visit('/', world.marketplace, async (page, watched) => {
    watched.allow('403')
    const problem = {
      type: 'about:blank',
      title: 'Sign in again',
      status: 403,
      code: 'fresh_sign_in_required',
      requestId: 'x',
    }
    const detail = 'Your sign-in is more than an hour old. Disconnect, connect again and repeat this.'
    await page.route('**/api/admin/overview', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: { ...problem, detail } }),
    )
    await page.goto(`${world.url}/admin`)
    await shown(page, detail)
    await page.getByRole('button', { name: 'Connect again' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: /Terms/ }).waitFor()
  })
  for (const person of [artist, null]) {
    await visit('/admin', person, async (page) => {
      await page.waitForURL(`${world.url}/`)
    })
  }
})
