import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collectionTabs, documentTitle, findPage, pages } from '#contract/pages.ts'

/** URLs of the client's route files, with a value for each parameter. */
const addresses = readdirSync('web/routes')
  .filter((file) => /^[a-z].*\.tsx$/.test(file) && !file.includes('$.tsx'))
  .map((file) =>
    `/${file.replace(/\.tsx$/, '')}`
      .replaceAll('.', '/')
      .replace(/\/index$/, '')
      .replace(/\$\w+/g, 'abc'),
  )

test.each(addresses)('the page at "%s" is in the table of pages', (address) => {
  expect(findPage(address === '' ? '/' : address)).not.toBeNull()
})

test('each tab of a collection except its items has its own address', () => {
  const tabs = readdirSync('web/routes').map((file) => /^collection\.\$id\.(\w+)\.tsx$/.exec(file)?.[1])
  expect(tabs.filter((tab) => tab !== undefined && tab !== 'index' && tab !== 'items')).toEqual(
    collectionTabs,
  )
})

test('a page is found by its own address before that of the page around it', () => {
  expect(findPage('/create/nft')).toBe(pages.createNft)
  expect(findPage('/create/nft/more')).toBe(pages.create)
  expect(findPage('/create/')).toBe(pages.create)
  expect(findPage('/swap/new')).toBe(pages.newSwap)
  expect(findPage('/')).toBe(pages.home)
  expect(findPage('/creates')).toBeNull()
  expect(findPage('/nft/a/b')).toBeNull()
})

test('a title names the site, once', () => {
  expect(documentTitle('/help', pages.help.title())).toBe('Help · OPX')
  expect(documentTitle('/', pages.home.title())).toBe('OPX, A Gateway to Digital Luxury')
})
