import type { Page } from 'playwright-core'
import { png } from '#tests/support/media-files.ts'
import { choose, field } from './creator.ts'

/** Initial attribute of a new work. */
export const year = { trait_type: 'Year', value: String(new Date().getFullYear()) }

/** The field values for minting a work. */
export const picture = { name: 'moon.png', mimeType: 'image/png', buffer: png(60, 40, [39, 64, 96]) }

export async function addAttribute(page: Page, name: string, value: string) {
  await field(page, 'Attribute name').fill(name)
  await field(page, 'Attribute value').fill(value)
  await field(page, 'Attribute value').press('Enter')
}

/** Chooses to mint outside of collections, with this taxon. An account's only collection is selected initially. */
export async function chooseTaxon(page: Page, taxon: string) {
  const collection = page.getByRole('combobox', { name: 'Collection', exact: true })
  await collection.selectOption({ label: 'No collection' })
  await field(page, 'Taxon *').fill(taxon)
}

/** Fills in everything that a mint needs except the taxon. */
export async function fillIn(page: Page, name: string) {
  await choose(page, 'Display picture', picture)
  await field(page, 'Name *').fill(name)
  await field(page, 'Description *').fill('A night without wind.')
  await addAttribute(page, 'Sky', 'clear')
  await page.getByText('moon.png, ').waitFor()
}
