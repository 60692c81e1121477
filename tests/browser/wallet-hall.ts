import type { Browser, Page } from 'playwright-core'
import type { DemoAccount } from '#local/signer/types.ts'
import { newPage, type WatchedPage } from '#tests/support/browser.ts'
import { type Extension, installCrossmark, installGemWallet } from '#tests/support/extensions.ts'
import { type PhoneWallet, startPhoneWallet } from '#tests/support/phone-wallet.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { startWalletRelay, type WalletRelay } from '#tests/support/wallet-relay.ts'
import { cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { desktop } from './visits.ts'

export interface WalletHall {
  world: TestWorld
  relay: WalletRelay
  artist: DemoAccount
  /** Lists a work of the artist at 8 XRP. */
  listWork: (name: string) => Promise<string>
  close: () => Promise<void>
}

type Held = Extension | PhoneWallet

export interface WalletKind {
  title: string
  /** Text of the page that asks for a confirmation. */
  place: string
  install: (hall: WalletHall, page: Page, account: DemoAccount) => Promise<Held>
}

export const wallets: WalletKind[] = [
  {
    title: 'GemWallet',
    place: 'GemWallet',
    install: (_hall, page, account) => installGemWallet(page, account),
  },
  {
    title: 'Crossmark',
    place: 'Crossmark',
    install: (_hall, page, account) => installCrossmark(page, account),
  },
  {
    title: 'WalletConnect',
    place: 'your wallet',
    install: ({ relay }, _page, account) => startPhoneWallet(relay.url, account),
  },
]

export async function openWalletHall(): Promise<WalletHall> {
  const relay = await startWalletRelay()
  const world = await createTestWorld({
    runtime: true,
    cronOnTimer: true,
    batch: true,
    bindings: { WALLETCONNECT_PROJECT_ID: 'test', WALLETCONNECT_RELAY_URL: relay.url },
  })
  const artist = await world.fund('Mara')
  await openForBusiness(world)
  return {
    world,
    relay,
    artist,
    listWork: async (name) => {
      const metadata = { schema: 'ipfs://art', nftType: 'art.v0', name }
      const work = await world.mint(artist, { taxon: 3, transferFee: 5000, metadata })
      const offer = await world.list(artist, work, 8_000_000n, { destination: world.marketplace.address })
      await cronUntil(world, 'work indexed by its name, with its listing', async () => {
        return world.hasRow('nfts', { id: work, main_offer_id: offer, metadata_state: 'ready' })
      })
      return work
    },
    close: async () => {
      await world.close()
      await relay.close()
    },
  }
}

export interface Visitor {
  watched: WatchedPage
  page: Page
  kind: WalletKind
  wallet: Held
  leave: () => Promise<void>
}

/** Opens a browser with a wallet at the home page. */
export async function visitWith(
  browser: Browser,
  hall: WalletHall,
  kind: WalletKind,
  account: DemoAccount,
): Promise<Visitor> {
  const watched = await newPage(browser, { viewport: desktop, own: {} })
  const { page } = watched
  const wallet = await kind.install(hall, page, account)
  await page.goto(hall.world.url)
  return {
    watched,
    page,
    kind,
    wallet,
    leave: async () => {
      await watched.close()
      if ('scan' in wallet) await wallet.close()
    },
  }
}

/** Opens the dialog, accepts the terms and chooses the wallet. A wallet on a phone scans the code. */
export async function chooseWallet({ page, kind, wallet }: Visitor): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await dialog.getByRole('checkbox', { name: /Terms/ }).check()
  await dialog.getByRole('radio', { name: kind.title }).check()
  if (!('scan' in wallet)) return
  const link = dialog.getByRole('link', { name: /Open it here|Open your wallet/ })
  await wallet.scan((await link.getAttribute('href')) ?? '')
}

export async function connectWith(visitor: Visitor): Promise<void> {
  await chooseWallet(visitor)
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Starts to buy the work, up to the request in the wallet. */
export async function beginToBuy({ page }: Visitor, { world }: WalletHall, work: string): Promise<void> {
  await page.goto(`${world.url}/nft/${work}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue in your wallet' }).click()
}
