import type { Browser, Page } from 'playwright-core'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cronUntil } from '#tests/worker/helpers.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { type Gallery, openGallery } from './gallery.ts'
import { ageSessions, fits, manage, shown, signInAfresh, type Visit, visitAs } from './gallery-visits.ts'
import { desktop, phone } from './visits.ts'

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

const visit: Visit = (...visitor) => visitAs(browser, gallery.world, ...visitor)

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
    const remove = page.getByRole('button', { name: 'Remove from Featured' })
    // Any key shows the parts below the screen.
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return remove.count()
      })
      .toBe(1)
    await remove.click()
    await shown(page, 'This NFT has been unfeatured')
    await page.getByRole('button', { name: 'Set Featured' }).click()
    await shown(page, 'This NFT has been featured')
  })
})

test('the marketplace owner presents an artist with three works on the home page, and nobody again', async () => {
  const { work, artist, world } = gallery
  await cronUntil(world, 'the site is up', async () => {
    const { body } = await world.call('/api/health')
    return body['condition'] === 'up'
  })
  await visit('/admin', world.marketplace, async (page) => {
    await page.getByRole('heading', { level: 2, name: 'The site is up' }).waitFor()
    const form = page.getByRole('region', { name: 'Artist on the home page' })
    await form.getByLabel("Artist's account *").fill(artist.address)
    await form.getByLabel('Two sentences *').fill('She paints nights.')
    for (const place of [1, 2, 3])
      await form.getByLabel(`Work ${place}: NFTokenID or link *`).fill(`${world.url}/nft/${work}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await shown(page, 'Changes have been saved')
    await expectAccessible(page)
    await page.goto(world.url)
    await page.getByText('She paints nights.').scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await page.goto(`${world.url}/admin`)
    await form.getByRole('button', { name: 'Show nobody' }).click()
    await form.getByRole('button', { name: 'Show nobody' }).waitFor({ state: 'hidden' })
  })
})

test('the marketplace owner reads the overview, retries a failed file, and pages through the log to its end', async () => {
  const { world } = gallery
  const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  const pinError = 'The service gives it another CID.'
  await world.addFailedPin(cid)
  await world.changeRows('pins', { cid }, { error: pinError })
  await world.addRows(
    'audit_log',
    Array.from({ length: 60 }, (_, place) => ({
      id: crypto.randomUUID(),
      account: world.marketplace.address,
      action: 'verify_collection',
      subject: `older-${place + 1}`,
      before: {},
      after: {},
    })),
  )
  await world.addRow('audit_log', {
    id: crypto.randomUUID(),
    account: world.marketplace.address,
    action: 'remove_collection',
    subject: crypto.randomUUID(),
    before: JSON.stringify({ description: 'long '.repeat(200) }),
    after: '{"gone":true}',
  })
  await visit('/admin', world.marketplace, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    for (const name of ['Pins', 'Journal', 'Stuck requests', 'Payouts owed', 'Jobs', 'Audit log'])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
    const condition = page.getByRole('region', {
      name: /^The site works, but something needs your attention/,
    })
    await condition.getByText('The pinning service refuses files.').waitFor()
    const log = page.getByRole('region', { name: 'Audit log' })
    await log.getByText('older-60', { exact: true }).waitFor()
    // Before and after are side by side, so that even the longest value leaves the other one visible.
    const after = await log.getByRole('listitem').filter({ hasText: 'gone true' }).boundingBox()
    expect((after?.x ?? 9999) + (after?.width ?? 0)).toBeLessThan(desktop.width)
    await expect.poll(() => log.getByRole('row').count()).toBe(51)
    await expectAccessible(page)
    await fits(page)
    await log.getByRole('button', { name: 'Show more' }).press('Enter')
    await log.getByText('older-1', { exact: true }).waitFor()
    await log.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Try again: ${cid}` }).press('Enter')
    await shown(page, 'This file is tried again')
    await log.getByText('retry pin').waitFor()
    expect(await world.rowsOf('pins', { cid, error: pinError })).toEqual([])
  })
})

test('the marketplace owner confirms or rejects reports of adult content', async () => {
  const { world, work } = gallery
  const other = await world.mint(gallery.artist, { taxon: 4, metadata: { name: 'Bathers' } })
  for (const nftId of [work, other])
    await world.addRow('content_reports', { nft_id: nftId, account: gallery.artist.address })
  await visit('/admin', world.marketplace, async (page) => {
    const section = page.getByRole('region', { name: 'Reported as adult content' })
    const buttons = section.getByRole('button', { name: /^(?:Mark as|Not) adult content: / })
    await expect.poll(() => buttons.count()).toBe(4)
    await expectAccessible(page)
    await fits(page)
    await buttons.first().press('Enter')
    await shown(page, 'This NFT is marked as adult content')
    await expect.poll(() => buttons.count()).toBe(2)
    await buttons.last().press('Enter')
    await shown(page, 'This NFT is not marked as adult content')
    await section.getByText('No reports are waiting for a decision.').waitFor()
  })
  const decisions = (await world.rowsOf('nfts', { id: [work, other] })).map(({ adult }) => adult)
  expect(new Set(decisions)).toEqual(new Set([false, true]))
  await world.changeRows('nfts', { id: [work, other] }, { adult: false })
})

/** Makes every session of the marketplace owner two hours old. */
const age = () => ageSessions(gallery.world, gallery.world.marketplace)
const signInAgain = (page: Page, account: DemoAccount) => signInAfresh(gallery.world, page, account)

test('the operations page asks for a fresh sign-in, continues after it, and redirects other accounts home', async () => {
  const { artist, world } = gallery
  await visit('/', world.marketplace, async (page, watched) => {
    watched.allow('401')
    await age()
    await page.goto(`${world.url}/admin`)
    await shown(page, 'Your sign-in is more than an hour old. Sign in with your wallet again.')
    const button = page.getByRole('button', { name: 'Sign in again' })
    await button.focus()
    await page.keyboard.press('Enter')
    await signInAgain(page, world.marketplace)
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
  })
  for (const person of [artist, null]) {
    await visit('/admin', person, async (page) => {
      await page.waitForURL(`${world.url}/`)
    })
  }
})

test('a change that needs a fresh sign-in is made after it, also from within another dialog', async () => {
  const { artist, world } = gallery
  await visit('/collection/orchard/items', world.marketplace, async (page, watched) => {
    watched.allow('401')
    await age()
    await manage(page, 'Remove from Featured')
    const act = page.getByRole('dialog').getByRole('button', { name: 'Remove from Featured' })
    await act.click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByRole('img', { name: /QR/ }).waitFor()
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectAccessible(page)
    }
    await fits(page)
    // Closes the dialog with the keyboard. Nothing changes, and the dialog below says why.
    await page.keyboard.press('Escape')
    await again.waitFor({ state: 'hidden' })
    await shown(page, /Your sign-in is more than an hour old/)
    await act.click()
    // Signing in with another account does not unlock the action.
    await signInAgain(page, artist)
    await shown(page, /has signed in\. Sign in with .*, which is connected here/)
    expect(await again.getByText('Nothing was shared').count()).toBe(0)
    await again.getByRole('button', { name: 'Try Again' }).click()
    await signInAgain(page, world.marketplace)
    await shown(page, 'This collection has been unfeatured')
  })
  expect(await world.rowsOf('collections', { id: 'orchard', featured_at: null })).toHaveLength(1)
  // The stranger's session was discarded.
  const ends = async () =>
    (await world.rowsOf('sessions', { account: artist.address })).map((row) => row['ended_at'])
  await expect.poll(ends).toContainEqual(expect.any(Date))
})

test('without a ledger server that follows the network, every page says that the site is read-only', async () => {
  const { world } = gallery
  const report = async (rules: object[]) => {
    const reply = await fetch(`${world.ledgerUrl}/admin/faults`, {
      method: 'POST',
      body: JSON.stringify(rules),
    })
    if (!reply.ok) throw new Error(`The ledger's faults were not set: ${reply.status}`)
    await cronUntil(world, 'the servers checked again', async () => {
      const { body } = await world.call('/api/health')
      if ((body['status'] === 'read_only') === rules.length > 0) return true
      await world.makeOlder('ledger_servers', 30 / 60, ['checked_at'])
      return false
    })
  }
  await report([{ kind: 'report', info: { amendment_blocked: true } }])
  const notice = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'OPX is read-only at the moment' })
  for (const path of ['/', '/collection/orchard/items']) {
    await visit(
      path,
      null,
      async (page) => {
        for (const theme of ['dark', 'light']) {
          await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
          await notice(page).waitFor()
          expect((await notice(page).boundingBox())?.y).toBe(0)
          await expectAccessible(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
            phone.width,
          )
        }
      },
      phone,
    )
  }
  await visit('/admin', world.marketplace, async (page) => {
    const servers = page.getByRole('region', { name: 'Ledger servers' })
    await servers.getByText('amendment blocked').first().waitFor()
    const condition = page.getByRole('region', { name: /^The site is read-only/ })
    await condition.getByText('A ledger server cannot be used.').waitFor()
    await servers.getByText('No server is available, so the site is read-only.').waitFor()
    await report([])
    await page.reload()
    await servers.getByText('in use', { exact: true }).first().waitFor()
    await notice(page).waitFor({ state: 'detached' })
    await condition.waitFor({ state: 'detached' })
  })
})
