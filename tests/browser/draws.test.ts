import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/axe.ts'
import { launchBrowser, newPage } from '#tests/support/browser.ts'
import { type LyingNode, startLyingNode } from '#tests/support/lying-node.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { createVisits, type Person } from './visits.ts'

let world: TestWorld
let browser: Browser
let visits: ReturnType<typeof createVisits>
let stranger: Person
let shop: Shop
let liar: LyingNode

beforeAll(async () => {
  browser = await launchBrowser()
  world = await createTestWorld({ runtime: true, cronOnTimer: true })
  await openForBusiness(world)
  shop = await openShop(world, { items: 3, random: true, priceDrops: 5_000_000n })
  const account = await world.fund('Stranger')
  stranger = { account, session: await world.connect(account) }
  visits = createVisits(browser, world, new Map([['Unrevealed item', shop.items[0] ?? '']]))
  liar = await startLyingNode(world.ledgerUrl)
})
afterAll(async () => {
  liar?.close()
  await visits?.leave()
  await world?.close()
  await browser?.close()
})

const collection = () => `${world.url}/collection/${shop.collectionId}`
const verify = (page: Page) => page.getByRole('button', { name: 'Verify all draws' }).click()

/** Whether the page may ask a node of the ledger. */
const mayConnect = (page: Page) =>
  page.evaluate(
    (node) =>
      fetch(node, { method: 'POST', body: '{"method":"ledger_closed","params":[{}]}' }).then(
        () => true,
        () => false,
      ),
    world.ledgerUrl,
  )

test('a stranger draws, pays, sees the reveal and verifies it; a node that lies is refused', async () => {
  await visits.at(stranger, 'Unrevealed item', async ({ page, dialog }) => {
    await page.goto(collection())
    await page.getByRole('region', { name: 'Random buy' }).getByRole('button', { name: 'Random buy' }).click()
    await dialog.getByRole('button', { name: 'Draw', exact: true }).click()
    await world.sign(await visits.asked(stranger), stranger.account)
    await cronUntil(
      world,
      'sold',
      async () => (await world.query("select 1 from demand_items where state = 'sold'")).length === 1,
    )
    await dialog.getByRole('heading', { name: 'It is yours' }).waitFor()
    const drawn = await dialog
      .getByText(/Secret of/)
      .first()
      .textContent()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Draws', exact: true }).click()
    const draws = page.getByRole('region', { name: 'Draws' })
    const [row] = [draws.getByRole('listitem').filter({ hasText: 'Sold' })]
    await row?.getByRole('link', { name: /^Secret of/ }).waitFor()
    expect(drawn).toContain(await row?.getByRole('link', { name: /^Secret of/ }).textContent())
    await verify(page)
    await draws.getByText('The one draw of this collection is fair.').waitFor()
    await draws.getByText('Computing every draw again gives the same positions.').waitFor()
    await expectAccessible(page)

    await page.getByRole('textbox', { name: 'Second node' }).fill('no address')
    await verify(page)
    await draws.getByText('Give the address of a node').waitFor()
    await page.getByRole('textbox', { name: 'Second node' }).fill(liar.url)
    await verify(page)
    await draws.getByText('This record is refused.').waitFor()
    await draws.getByText(/do not say the same about ledger \d+: one of them is wrong or behind/).waitFor()
    await expectAccessible(page)
  })
})

test('only the page of draws may connect to nodes, also after moving on from it', async () => {
  const { page, allow, close } = await newPage(browser)
  allow('Content Security Policy')
  await page.goto(`${collection()}/draws`)
  await page.getByRole('region', { name: 'Draws' }).waitFor()
  expect(await mayConnect(page)).toBe(true)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.waitForURL(/\/activity$/)
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  expect(await mayConnect(page)).toBe(false)
  await page.goBack()
  await page.getByRole('region', { name: 'Draws' }).waitFor()
  expect(await mayConnect(page)).toBe(true)
  await close()
})

test('the downloaded script verifies with nothing but Node', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-verify-'))
  try {
    const script = path.join(dir, 'verify-draws.mjs')
    const file = await fetch(`${world.url}/verify-draws.mjs`)
    await writeFile(script, await file.text())
    const run = async (second: string) => {
      const nodes = ['--node', world.ledgerUrl, '--node', second]
      const given = [script, '--site', world.url, '--collection', shop.collectionId, ...nodes]
      const child = spawn(process.execPath, given, { cwd: dir })
      let out = ''
      child.stdout.on('data', (part) => {
        out += part
      })
      const status = await new Promise<number | null>((resolve) => void child.on('close', resolve))
      return { status, out }
    }
    const right = await run(world.ledgerUrl.replace('127.0.0.1', 'localhost'))
    expect(right.out).toContain('✓ The one draw of this collection is fair.')
    expect(right.status).toBe(0)
    const wrong = await run(liar.url)
    expect(wrong.out).toContain('✗ This record is refused.')
    expect(wrong.status).toBe(1)
  } finally {
    await rm(dir, { recursive: true })
  }
})
