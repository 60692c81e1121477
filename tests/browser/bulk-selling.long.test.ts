import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { sampleOf } from '#tests/support/sample.ts'
import { indexed } from '#tests/worker/helpers.ts'
import { expectUsable, field, openStudio, shows, type Studio } from './creator.ts'
import { chooseTaxon, fillIn } from './mint-form.ts'
import { phone } from './visits.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Creates a collection of Mara with works that she owns. Returns the ids of the works. */
async function openCollection({ world, mara }: Studio, count: number): Promise<string[]> {
  await world.addCollection({
    id: 'tides',
    issuer: mara.account.address,
    taxon: 44,
    name: 'Tides',
    royalty_percent: '5',
  })
  const ids: string[] = []
  for (let n = 1; n <= count; n += 1)
    ids.push(
      await world.mint(mara.account, {
        taxon: 44,
        metadata: { name: `Tide ${n}.`, description: '', image: '', attributes: [] },
      }),
    )
  await indexed(world, ids.at(-1) ?? '')
  return ids
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

const signaturesOf = async ({ world, mara }: Studio, purposes: string[]) =>
  (
    await world.rowsOf('sign_requests', {
      account: mara.account.address,
      state: 'success',
      purpose: purposes,
    })
  ).length

/** Returns the amounts at which works are listed on the ledger, in the order of `ids`. */
const listedAt = async ({ world }: Studio, ids: string[]) =>
  (await world.rowsOf('offers', { nft_id: ids, is_sell: true, state: 'open' }))
    .toSorted((a, b) => ids.indexOf(String(a['nft_id'])) - ids.indexOf(String(b['nft_id'])))
    .map(({ amount }) => String(amount))

const repeat = async (times: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < times; n += 1) await act()
}

const ways = [
  { way: 'on', list: 2, reprice: 2, mint: 2 },
  { way: 'off', list: 10, reprice: 9, mint: 9 },
]

describe.each(sampleOf(ways, 1))('with Batch $way', ({ way, list, reprice, mint }) => {
  let studio: Studio
  let ids: string[]

  beforeAll(async () => {
    studio = await openStudio(browser, { WALLET_BATCH: way })
    ids = await openCollection(studio, 10)
  })
  afterAll(() => studio?.world.close())

  test(`ten works are listed with ${list} signatures`, async () => {
    const { page, close } = await studio.open(studio.mara, '/collection/tides/create_offer')
    await page.getByRole('checkbox', { name: 'All 10 not offered yet' }).check()
    await page.getByRole('textbox', { name: 'Price for all chosen' }).fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Create 10 offers' }).click()
    if (way === 'on') {
      await shows(page, 'Sign the offers for 8 works')
      // The request is already in the wallet, so a reload must not send a second one.
      await page.reload()
      await shows(page, 'Sign the offers for 8 works')
      await expectUsable(page)
      await page.getByText('0 of 10 made.').waitFor()
      await studio.answer('reject')
      await shows(page, 'You rejected to sign.')
      await shows(page, 'Sign the offers for 2 works')
      await page.getByText('0 of 2 made.').waitFor()
      // The last group is in the wallet. Cancelling the run now withdraws it.
      await page.getByRole('button', { name: 'Cancel the run' }).click()
      await rowOf(page, 'Rejected').nth(9).waitFor()
      await rowOf(page, 'Try Again').nth(9).waitFor()
      await expectUsable(page)
      await page.getByRole('button', { name: 'Try all 10 again' }).click()
      await repeat(2, () => studio.answer())
    } else await repeat(10, () => studio.answer())
    await rowOf(page, 'Success').nth(9).waitFor()
    expect(await listedAt(studio, ids)).toEqual(ids.map(() => '5000000'))
    expect(await signaturesOf(studio, ['transaction', 'list_many'])).toBe(list)
    await close()
  })

  test(`eight works get new prices with ${reprice} signatures`, async () => {
    const { page, close } = await studio.open(
      studio.mara,
      `/account/${studio.mara.account.address}/profile/offers`,
      phone,
    )
    await page.getByRole('link', { name: 'Edit several offers' }).click()
    await page.getByText('0 of 10 chosen.').waitFor()
    for (let n = 1; n <= 8; n += 1) await field(page, `New price of Tide ${n}.`).fill('0.01')
    await page.getByRole('button', { name: 'Change 8 prices' }).click()
    await page.getByText('8 rows have no valid price yet.').waitFor()
    await page.getByText('The smallest amount is 0.1 XRP.').first().waitFor()
    for (let n = 1; n <= 8; n += 1) await field(page, `New price of Tide ${n}.`).fill(`${n}.5`)
    await page.getByText('Tide 1.: 1.50 XRP, floor 5.00 XRP').waitFor()
    await page.getByRole('checkbox', { name: 'I want to sell it at this price' }).check()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Change 8 prices' }).click()
    await shows(
      page,
      way === 'on' ? 'Sign the new prices of 7 works' : 'Sign the cancellation of the old offers',
    )
    await repeat(reprice, () => studio.answer())
    await rowOf(page, 'Success').nth(7).waitFor()
    expect(await listedAt(studio, ids)).toEqual([
      ...Array.from({ length: 8 }, (_, n) => `${n + 1}500000`),
      '5000000',
      '5000000',
    ])
    await page.getByRole('button', { name: 'Clear finished items' }).click()
    await page.getByRole('checkbox', { name: 'All 10 offers' }).check()
    await page.getByRole('button', { name: 'Cancel 10 offers' }).click()
    await page.getByRole('button', { name: 'Cancel them in your wallet' }).click()
    await studio.answer()
    await shows(page, 'Your sell offers are cancelled')
    expect(await listedAt(studio, ids)).toEqual([])
    await close()
  })

  test('works of any collection are listed from the list of what one owns', async () => {
    const { address } = studio.mara.account
    const { page, close } = await studio.open(studio.mara, `/account/${address}/profile/nfts`)
    await page.getByRole('link', { name: 'List several' }).click()
    await field(page, 'Find by name').fill('tide 1')
    await field(page, 'Price of Tide 1.').fill('3')
    await field(page, 'Find by name').fill('tide 2')
    await field(page, 'Price of Tide 2.').fill('4')
    await field(page, 'Find by name').fill('')
    await expectUsable(page)
    await page.getByRole('button', { name: 'Create 2 offers' }).click()
    if (way === 'on') {
      // A wallet that cannot sign a Batch receives one offer after another from now on.
      await page.getByText('Trouble signing?').click()
      await page.getByRole('button', { name: 'Approve one at a time' }).click()
      await shows(page, 'Sign the offer for Tide 1.')
      await page.getByText('You said that your wallet cannot sign several transactions at once').waitFor()
      await expectUsable(page)
      await studio.answer()
      await shows(page, 'Sign the offer for Tide 2.')
      await studio.answer()
    } else await repeat(2, () => studio.answer())
    await rowOf(page, 'Success').nth(1).waitFor()
    expect(await listedAt(studio, ids)).toEqual(['3000000', '4000000'])
    if (way === 'on') {
      // The account menu switches back.
      await page.getByRole('button', { name: address.slice(0, 6) }).click()
      const setting = (checked: boolean) =>
        page.getByRole('menuitemcheckbox', { name: 'My wallet signs several transactions at once', checked })
      await setting(false).click()
      await setting(true).waitFor()
      await expectUsable(page)
    }
    await close()
  })

  test('the floor of the collection is a price to start from, and on a phone the action stays in sight', async () => {
    const { page, close } = await studio.open(studio.mara, '/collection/tides/create_offer', phone)
    await page.getByRole('button', { name: /^Floor/ }).click()
    expect(await page.getByRole('textbox', { name: 'Price for all chosen' }).inputValue()).toBe('3')
    await field(page, 'Price of Tide 10.').scrollIntoViewIfNeeded()
    await expectUsable(page)
    const action = await page.getByRole('button', { name: 'Create Offers' }).boundingBox()
    expect((action?.y ?? phone.height) + (action?.height ?? 0)).toBeLessThanOrEqual(phone.height)
    await close()
  })

  test(`nine works are minted with ${mint} signatures`, async () => {
    const { page, close } = await studio.open(studio.mara, '/create/nft', phone)
    await fillIn(page, 'Spring')
    await page.getByRole('radio', { name: 'Bulk' }).check()
    await chooseTaxon(page, '9')
    await field(page, 'Count *').fill('9')
    await page.getByRole('button', { name: 'Mint 9 NFTs' }).click()
    if (way === 'on') {
      await shows(page, 'Sign the mint of 8 NFTs')
      await page.getByText('0 of 9 minted.').waitFor()
      await page.getByText('Trouble signing?').click()
      await page.getByRole('button', { name: 'Approve one at a time' }).click()
      await shows(page, 'Sign the mint of Spring, 1 of 9')
      await expectUsable(page)
      // The wallet can sign a Batch after all, so the remaining offers are requested together.
      await page.getByRole('button', { name: 'It can now' }).click()
      await page.getByRole('button', { name: 'It can now' }).waitFor({ state: 'hidden' })
      await studio.answer()
      await shows(page, 'Sign the mint of 8 NFTs')
      await page.getByText('1 of 9 minted.').waitFor()
      await studio.answer()
    } else await repeat(mint, () => studio.answer())
    await shows(page, '9 works minted.')
    const minted = await studio.world.rowsOf('nfts', { issuer: studio.mara.account.address, name: 'Spring' })
    expect(minted.map((row) => row['metadata_state'])).toEqual(Array.from({ length: 9 }, () => 'ready'))
    expect(await signaturesOf(studio, ['mint', 'mint_many'])).toBe(mint)
    await close()
  })
})
