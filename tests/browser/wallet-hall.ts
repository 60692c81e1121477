import type { Browser, Page } from 'playwright-core'
import type { DemoAccount } from '#dev/signer/types.ts'
import { newPage, type WatchedPage } from '#tests/support/browser.ts'
import { type Extension, installCrossmark, installGemWallet } from '#tests/support/extensions.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { offerIndexed, openForBusiness } from '#tests/worker/helpers.ts'
import { desktop } from './visits.ts'

export interface WalletHall {
  world: TestWorld
  artist: DemoAccount
  /** A work of the artist, listed at 8 XRP. */
  listWork: (name: string) => Promise<string>
  close: () => Promise<void>
}

export const wallets = [
  ['GemWallet', installGemWallet],
  ['Crossmark', installCrossmark],
] as const

export async function openWalletHall(): Promise<WalletHall> {
  const world = await createTestWorld({ runtime: true, cronOnTimer: true, batch: true })
  const artist = await world.fund('Mara')
  await openForBusiness(world)
  return {
    world,
    artist,
    listWork: async (name) => {
      const metadata = { schema: 'ipfs://art', nftType: 'art.v0', name }
      const work = await world.mint(artist, { taxon: 3, transferFee: 5000, metadata })
      await offerIndexed(
        world,
        await world.list(artist, work, 8_000_000n, { destination: world.marketplace.address }),
      )
      return work
    },
    close: () => world.close(),
  }
}

export interface Visitor {
  watched: WatchedPage
  page: Page
  extension: Extension
}

/** A browser with an extension, at the page of a work. */
export async function visitWith(
  browser: Browser,
  { world }: WalletHall,
  install: (page: Page, account: DemoAccount) => Promise<Extension>,
  account: DemoAccount,
  size = desktop,
): Promise<Visitor> {
  const watched = await newPage(browser, { viewport: size, own: {} })
  const { page } = watched
  page.setDefaultTimeout(20_000)
  const extension = await install(page, account)
  await page.goto(world.url)
  return { watched, page, extension }
}

/** Opens the dialog, accepts the terms and chooses a wallet of this browser. */
export async function chooseWallet(page: Page, title: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).check()
  await dialog.getByRole('radio', { name: title }).check()
}

export async function connectWith(page: Page, title: string): Promise<void> {
  await chooseWallet(page, title)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Begins to buy the work, up to the wallet. */
export async function beginToBuy(page: Page, { world }: WalletHall, work: string): Promise<void> {
  await page.goto(`${world.url}/nft/${work}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue in the wallet' }).click()
}
