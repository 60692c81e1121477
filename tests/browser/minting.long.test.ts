import type { Browser } from 'playwright-core'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { mp4, mp4Track, pdf, png, webmFilm } from '#tests/support/media-files.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { TokenJson } from '#contract/schemas/token-json.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { hexToText } from '#worker/ledger/uri.ts'
import { choose, expectUsable, field, openStudio, shows, type Studio } from './creator.ts'
import { chooseTaxon, addAttribute, fillIn, picture, year } from './mint-form.ts'
import { phone } from './visits.ts'

let studio: Studio
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  studio = await openStudio(browser)
  await studio.world.addCollection({
    id: 'tides',
    issuer: studio.mara.account.address,
    taxon: 21,
    name: 'Tides',
    royalty_percent: '7.5',
    mutable_nfts: true,
  })
})
afterAll(async () => {
  await studio?.world.close()
  await browser?.close()
})

test('a visitor is redirected to the hub', async () => {
  const { page, close } = await studio.open(null, '/create')
  for (const name of ['Create NFTs', 'Create many NFTs', 'Create a collection'])
    await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByText('Connect your wallet to create.').waitFor()
  const logged = page.waitForEvent('console', (message) => message.text() === 'Need to connect wallet.')
  await page.goto(`${studio.world.url}/create/nft`)
  await page.waitForURL(`${studio.world.url}/create`)
  await logged
  await close()
})

test('every error is shown at its field and above the button, and refused files get a clear message', async () => {
  const { page, close, allow } = await studio.open(studio.mara, '/create/nft', phone)
  // The marketplace answers 400 for the file whose content does not match its type.
  allow('400')
  await page.getByRole('radio', { name: 'Bulk' }).check()
  await page.getByRole('button', { name: /^Remove Year/ }).click()
  await chooseTaxon(page, '')
  await field(page, 'Count *').fill('0')
  await field(page, 'Royalty *').fill('51')
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Give it a name.' })
  await summary.waitFor()
  await expect
    .poll(() => summary.getByRole('listitem').allTextContents())
    .toEqual([
      'Choose a display picture.',
      'Give it a name.',
      'Write a description.',
      'Enter a taxon number.',
      'A royalty can be at most 50\u00a0%.',
      'Add at least one attribute.',
      'Enter a count from 1 to 500.',
    ])
  await expectUsable(page)
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await page.getByText('Give the attribute a name.').waitFor()
  await field(page, 'Attribute name').fill('Sky')
  await page.getByText('Give the attribute a value.').first().waitFor()
  await choose(page, 'Display picture', { ...picture, name: 'notes.pdf', mimeType: 'application/pdf' })
  await page.getByText('PDF selected').waitFor()
  await page.getByText('Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.').first().waitFor()
  await choose(page, 'Display picture', { ...picture, name: 'notes.txt', mimeType: 'text/plain' })
  await page.getByText('Unknown file type').waitFor()
  await choose(page, 'Display picture', { ...picture, buffer: Buffer.alloc(0) })
  await page.getByText('This file is empty.').waitFor()
  await choose(page, 'Display picture', {
    ...picture,
    buffer: Buffer.from('<html><script>1</script></html>'),
  })
  await page.getByText('This file type is not accepted.').waitFor()
  await field(page, 'Description *').fill('x'.repeat(460))
  await page.getByText('450 of 450 characters').waitFor()
  await close()
})

/** Expects that the ledger's URI points to XLS-24 metadata on IPFS, which points to these files, byte for byte. */
async function expectOnLedgerAndIpfs(id: string, files: Buffer[]) {
  const { world, mara } = studio
  const reply = await callRpc(world.ledgerUrl, 'account_nfts', {
    account: mara.account.address,
    ledger_index: 'validated',
  })
  const tokens = Array.isArray(reply['account_nfts']) ? reply['account_nfts'].map(asJson) : []
  const uri = hexToText(String(tokens.find((token) => token['NFTokenID'] === id)?.['URI'])) ?? ''
  const onIpfs = async (address: string) => {
    const path = `${world.stack.urls.ipfs}/ipfs/${address.replace('ipfs://', '')}`
    await expect.poll(async () => (await fetch(path)).status, { timeout: 20_000 }).toBe(200)
    return Buffer.from(await (await fetch(path)).arrayBuffer())
  }
  const { image, file } = v.parse(TokenJson, JSON.parse((await onIpfs(uri)).toString()))
  const contents = [await onIpfs(image), await onIpfs(file ?? '')]
  expect(contents.map((bytes, index) => files[index]?.equals(bytes))).toEqual([true, true])
}

test('an NFT is minted with the form after a rejection, and is listed where it belongs', async () => {
  const { page, close } = await studio.open(studio.mara, '/create/nft')
  await fillIn(page, 'Moon over water')
  // The attribute is still in the input fields but counts already.
  await field(page, 'Attribute name').fill('Tide')
  await field(page, 'Attribute value').fill('low')
  await choose(page, 'Attachment', { name: 'notes.pdf', mimeType: 'application/pdf', buffer: pdf('notes') })
  await page.getByText('PDF selected').waitFor()
  await page.getByText('notes.pdf, ').waitFor()
  await page.getByRole('combobox', { name: 'Collection', exact: true }).selectOption({ label: 'Tides' })
  await expect.poll(() => field(page, 'Royalty *').inputValue()).toBe('7.5')
  await page.getByText('Advanced').click()
  await page.getByRole('checkbox', { name: /^Burnable/ }).check()
  await field(page, 'Memo').fill('For the north wall')
  await expectUsable(page)
  // In a new document, the hub restores both text and files.
  await page.goto(`${studio.world.url}/create`)
  await page.getByRole('button', { name: 'Discard Moon over water' }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'Unfinished' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Continue Moon over water' }).click()
  await page.getByText('moon.png, ').waitFor()
  await expect.poll(() => field(page, 'Name *').inputValue()).toBe('Moon over water')
  await page.getByRole('button', { name: 'Mint NFT' }).click()
  // The form is empty for the next work, including its file fields.
  await page.getByRole('button', { name: 'Display picture' }).waitFor()
  await page.getByRole('button', { name: 'Attachment' }).waitFor()
  await studio.answer('reject')
  await shows(page, 'You rejected to sign.')
  await page.getByRole('button', { name: 'Retry: Moon over water' }).click()
  await studio.answer()
  await shows(page, 'It is minted.')
  await page.getByRole('link', { name: 'Set prices' }).waitFor()
  await page.getByRole('link', { name: 'View collection' }).waitFor()
  await shows(page, 'Pinned to IPFS')
  await expectUsable(page)
  await page.getByRole('link', { name: 'Moon over water' }).click()
  await page.getByRole('heading', { level: 1, name: 'Moon over water' }).waitFor()
  const [row] = await studio.world.rowsOf('nfts', { name: 'Moon over water' })
  expect(identifyToken(String(row?.['id']))).toMatchObject({
    taxon: 21,
    transferFee: 7500,
    flags: nftokenFlags.burnable + nftokenFlags.transferable + nftokenFlags.mutable,
  })
  await expectOnLedgerAndIpfs(String(row?.['id']), [picture.buffer, pdf('notes')])
  expect(asJson(row?.['metadata'])).toMatchObject({
    collection: 'Tides',
    attachment: { kind: 'pdf' },
    image: { width: 60, height: 40 },
    attributes: [year, { trait_type: 'Sky', value: 'clear' }, { trait_type: 'Tide', value: 'low' }],
  })
  await close()
})

test('a mutable NFT is updated by its issuer on its page', async () => {
  const { page, close } = await studio.open(studio.mara, '/', phone)
  const [row] = await studio.world.rowsOf('nfts', { name: 'Moon over water' })
  await page.goto(`${studio.world.url}/nft/${String(row?.['id'])}`)
  await page.getByRole('region', { name: 'Buy Offers' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Update metadata' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Moon over water' })
  await dialog.getByRole('button', { name: 'Update in the wallet' }).click()
  await dialog.getByText('Nothing is changed yet.').waitFor()
  await field(page, 'Name *').fill('')
  await dialog.getByText('Give it a name.').first().waitFor()
  await field(page, 'Name *').fill('Moon over ice')
  await expectUsable(page)
  // The input survives everything that happens on the page.
  await page.reload()
  await page.getByRole('button', { name: 'Update metadata' }).click()
  await expect.poll(() => field(page, 'Name *').inputValue()).toBe('Moon over ice')
  await choose(page, 'Display picture', { ...picture, name: 'ice.png', buffer: png(44, 33) })
  await page.getByText('ice.png, ').waitFor()
  await addAttribute(page, 'Water', 'frozen')
  await page.getByRole('button', { name: 'Update in the wallet' }).click()
  await studio.answer()
  await shows(page, 'Moon over water is updated')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Moon over ice' }).waitFor()
  const [changed] = await studio.world.rowsOf('nfts', { id: row?.['id'] })
  expect(asJson(changed?.['metadata'])).toMatchObject({
    name: 'Moon over ice',
    image: { width: 44, height: 33 },
    attachment: { kind: 'pdf' },
    attributes: [
      year,
      { trait_type: 'Sky', value: 'clear' },
      { trait_type: 'Tide', value: 'low' },
      { trait_type: 'Water', value: 'frozen' },
    ],
  })
  await close()
})

test('a film that most browsers cannot show is named as such, and another one can be chosen', async () => {
  const { page, close } = await studio.open(studio.mara, '/create/nft', phone)
  const film = (name: string, ...tracks: Buffer<ArrayBuffer>[]) =>
    choose(page, 'Display picture', { name, mimeType: 'video/mp4', buffer: mp4('isom', 64, tracks) })
  const web = (name: string, ...codecs: string[]) =>
    choose(page, 'Display picture', { name, mimeType: 'video/webm', buffer: webmFilm(codecs) })
  await film('phone.mp4', mp4Track('vide', 1, 'hvc1'))
  const rare = page.getByText(/^Most browsers cannot play this film/)
  await rare.waitFor()
  await expectUsable(page)
  await film('song.mp4', mp4Track('soun'))
  const silent = page.getByText(/^This file has sound but no picture/)
  await silent.waitFor()
  expect(await rare.count()).toBe(0)
  await web('reel.webm', 'V_THEORA', 'A_OPUS')
  await rare.waitFor()
  await web('song.webm', 'A_OPUS')
  await silent.waitFor()
  expect(await rare.count()).toBe(0)
  await film('film.mp4', mp4Track())
  await page.getByText(/^This file has sound/).waitFor({ state: 'detached' })
  await close()
})
