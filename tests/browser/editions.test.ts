import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { png } from '#tests/support/media-files.ts'
import { advanceClock, openForBusiness } from '#tests/worker/helpers.ts'
import { choose, expectUsable, field, openStudio, type Studio } from './creator.ts'
import { addAttribute } from './mint-form.ts'
import { phone } from './visits.ts'

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser)
  const { world, mara } = studio
  await openForBusiness(world)
  await world.run(mara.account, {
    TransactionType: 'AccountSet',
    NFTokenMinter: world.marketplace.address,
    SetFlag: 10,
  })
  await world.addCollection({
    id: 'prints',
    issuer: mara.account.address,
    taxon: 31,
    name: 'Prints of the Harbour',
    on_demand_mint: true,
    announced: true,
  })
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

/** Local time for a field of date and time, so many minutes from now. */
const inMinutes = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

test('an artist puts an edition on sale, and a collector buys its first print and sees it counted', async () => {
  const { world, mara } = studio
  const visit = await studio.open(mara, '/create/edition')
  const { page } = visit
  await page.getByRole('button', { name: 'Put the edition on sale' }).click()
  await page.getByRole('alert').filter({ hasText: 'Choose when it starts.' }).first().waitFor()
  await choose(page, 'Display picture', {
    name: 'tide.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png(64, 48)),
  })
  await page.getByText('tide.png, ').waitFor()
  await field(page, 'Name *').fill('Night Tide')
  await field(page, 'Description *').fill('The sea after dark.')
  await addAttribute(page, 'Sky', 'clear')
  await field(page, 'Number of prints').fill('3')
  await page.getByLabel('Start *').fill(inMinutes(60))
  await field(page, 'Price *').fill('20')
  await field(page, 'Prints for each account').fill('1')
  await expectUsable(page)
  await page.getByRole('button', { name: 'Put the edition on sale' }).click()
  await page.getByRole('heading', { name: 'Night Tide', level: 1 }).waitFor()
  await page.getByText('Starts in').waitFor()
  await page.getByText('0 of 3 prints sold').waitFor()
  await expectUsable(page)
  const address = new URL(page.url()).pathname
  await visit.close()

  await advanceClock(world, 3660)
  const account = await world.fund('Jonas', 200)
  const jonas = { account, session: await world.connect(account) }
  const bought = await studio.open(jonas, address, phone)
  await bought.page.getByRole('button', { name: 'Buy a print for 20.00 XRP' }).click()
  const dialog = bought.page.getByRole('dialog')
  await dialog.getByText('You get the print with the lowest free number.').waitFor()
  await expectUsable(bought.page)
  await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
  await expect.poll(async () => (await world.waitingRequests(account.address)).length).toBe(1)
  const [request] = await world.waitingRequests(account.address)
  await world.sign(String(request?.['uuid']), account)
  await dialog.getByText('A print of Night Tide is yours').waitFor()
  await bought.page.keyboard.press('Escape')
  await bought.page.getByText('1 of 3 prints sold').waitFor()
  await bought.page.getByRole('button', { name: /^Buy a print/ }).click()
  await dialog.getByRole('button', { name: 'Continue in the wallet' }).click()
  await dialog.getByText('You have bought as many prints as one account may in this phase.').waitFor()
  await bought.close()
  const [print] = await world.rowsOf('demand_items', { name: 'Night Tide 1/3' })
  expect(await world.ownerOf(String(print?.['token_id']), [account])).toBe(account.address)

  const list = await studio.open(null, '/collection/prints/items')
  await list.page.getByRole('region', { name: 'Editions' }).getByText('1 of 3 prints sold').waitFor()
  await list.close()
})
