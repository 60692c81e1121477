import type { Page } from 'playwright-core'
import { png } from '#tests/support/media-files.ts'
import { choose, field } from './creator.ts'

/** The attribute that a new work has at first. */
export const year = { trait_type: 'Year', value: String(new Date().getFullYear()) }

/** The field values of a mint. */
export const picture = { name: 'moon.png', mimeType: 'image/png', buffer: png(60, 40, [39, 64, 96]) }

export async function addAttribute(page: Page, name: string, value: string) {
  await field(page, 'Attribute name').fill(name)
  await field(page, 'Attribute value').fill(value)
  await field(page, 'Attribute value').press('Enter')
}

/** Mints outside the collections: an only one is chosen at first. */
export async function chooseTaxon(page: Page, taxon: string) {
  const collection = page.getByRole('combobox', { name: 'Collection', exact: true })
  await collection.selectOption({ label: 'No collection' })
  await field(page, 'Taxon *').fill(taxon)
}

/** Everything that a mint needs except its placement. */
export async function fillIn(page: Page, name: string) {
  await choose(page, 'Display picture', picture)
  await field(page, 'Name *').fill(name)
  await field(page, 'Description *').fill('A night without wind.')
  await addAttribute(page, 'Sky', 'clear')
  await page.getByText('moon.png, ').waitFor()
}
