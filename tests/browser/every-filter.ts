import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  itemSorts,
  itemStatuses,
  saleFlags,
  tokenFlags,
} from '#web/features/collection/items/items-search.ts'
import { collectionSorts, explorerFlags } from '#web/features/market/explorer/explorer-search.ts'
import type { TestWorld } from '#tests/support/test-world.ts'

const titles = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('article').getByRole('heading').allTextContents()

/** Returns the names of the results that the API returns for the same query. */
async function answered(world: TestWorld, path: string, list: string, name: string): Promise<unknown[]> {
  const { body } = await world.call(path)
  const rows: unknown = body[list]
  return Array.isArray(rows) ? rows.map((row) => Reflect.get(Object(row), name)) : []
}

const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

/** Selects every sort and every filter of a collection's items once. The page must show what the API returns. */
export async function everyItemFilter(world: TestWorld, page: Page, id: string) {
  const shows = async (query: string) => {
    const expected = await answered(world, `/api/collection/nfts?id=${id}&${query}`, 'nfts', 'name')
    await expect.poll(() => titles(page)).toEqual(expected)
  }
  for (const { value } of itemSorts.slice(1)) {
    await page.getByLabel('Sort', { exact: true }).selectOption(value)
    await shows(`sort=${value}`)
  }
  await page.getByLabel('Sort', { exact: true }).selectOption('unset')
  const flags = [...saleFlags, ...tokenFlags].map(([flag, name]) => [`${flag}=true`, name] as const)
  const statuses = itemStatuses
    .filter(([status]) => status !== 'listed')
    .map(([status, name]) => [`status=${status}`, name] as const)
  for (const [query, name] of [...flags, ...statuses]) {
    const box = filters(page).getByRole('checkbox', { name, exact: true })
    await box.check()
    await shows(query)
    await box.uncheck()
  }
}

/** Like `everyItemFilter`, for the explorer. */
export async function everyExplorerFilter(world: TestWorld, page: Page) {
  const shows = async (query: string) => {
    const expected = await answered(world, `/api/collection/list?${query}`, 'list', 'name')
    await expect.poll(() => titles(page)).toEqual(expected)
  }
  for (const { value } of collectionSorts) {
    await page.getByLabel('Sort', { exact: true }).selectOption(value)
    await shows(`sort=${value}`)
  }
  await page.getByLabel('Sort', { exact: true }).selectOption('volume_dec')
  for (const [flag, name] of explorerFlags) {
    const box = filters(page).getByRole('checkbox', { name, exact: true })
    await box.check()
    await shows(`${flag}=true`)
    await box.uncheck()
  }
}
