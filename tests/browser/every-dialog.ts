import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { toPseudoText } from '#build/messages/compile.ts'
import { cronUntil } from '#tests/worker/helpers.ts'
import type { Gallery } from './gallery.ts'
import { returnToTab } from './visits.ts'
import { hoursFromNow, minutesFromNow, notNull } from '#tests/support/state.ts'

/** A page in the pseudo-locale. Elements are found by their English names. */
export interface PseudoPage {
  page: Page
  gallery: Gallery
  /** Presses the first button, link or menu item whose name starts with the text, within a part of the page. */
  press: (name: string, within?: Locator) => Promise<void>
  dialog: Locator
}

export interface DialogToVisit {
  name: string
  /** `{work}`, `{lot}`, `{unlisted}` and `{artist}` are placeholders for the gallery's works and accounts. */
  path: string
  as: 'visitor' | 'artist' | 'collector' | 'owner'
  /** Values in the browser's storage, by key. */
  stored?: Record<string, unknown>
  /** Opens the dialog. */
  show: (visit: PseudoPage) => Promise<void>
}

/** Matches the beginning of a name in the pseudo-locale, whose marks follow later in longer words. */
const beginning = (name: string) =>
  new RegExp(`^${toPseudoText(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

export function pseudoPage(page: Page, gallery: Gallery): PseudoPage {
  return {
    page,
    gallery,
    dialog: page.getByRole('dialog'),
    press: async (name, within = page.locator('body')) => {
      const named = { name: beginning(name) }
      await within
        .getByRole('button', named)
        .or(within.getByRole('menuitem', named))
        .or(within.getByRole('link', named))
        .filter({ visible: true })
        .first()
        .click()
    },
  }
}

/** Opens the purchase dialog, including the parts of the price. */
async function buy({ press, dialog }: PseudoPage) {
  await press('Buy Now')
  await dialog.locator('summary').click()
}

/** Places a bid that the account cannot pay. */
async function refused({ press, dialog }: PseudoPage) {
  await press('Place a Bid')
  await dialog.getByRole('textbox').first().fill('9000.5')
  await press('Continue in your wallet', dialog)
  await dialog.getByText(beginning('Nothing was signed')).waitFor()
}

/** Presses these elements one after another. */
const pressing =
  (...names: string[]) =>
  async ({ press }: PseudoPage) => {
    for (const name of names) await press(name)
  }

/** Opens the dialog of an offer and submits it without the required input. */
const incomplete =
  (name: string) =>
  async ({ press, dialog }: PseudoPage) => {
    await press(name)
    // Forced, because the button looks disabled.
    await dialog.getByRole('button', { name: beginning('Continue in your wallet') }).click({ force: true })
  }

/** Opens the dialog of an offer, enters an amount and submits it, so that the wallet receives a request. */
const asking =
  (name: string, amount: string) =>
  async ({ press, dialog }: PseudoPage) => {
    await press(name)
    await dialog.getByRole('textbox').first().fill(amount)
    await press('Continue in your wallet', dialog)
    await dialog.getByText(beginning('Sent to your phone')).waitFor()
  }

/** Opens a dialog whose request the wallet rejects. */
const rejected = (name: string, amount: string) => async (visit: PseudoPage) => {
  await asking(name, amount)(visit)
  const { gallery, page, dialog } = visit
  const row = await gallery.world.latestRequest({ state: 'created', uuid: notNull })
  await gallery.world.reject(String(row?.['uuid']))
  await returnToTab(page)
  await dialog.getByText(beginning('Nothing was paid')).waitFor()
}

async function connect({ press, page, dialog }: PseudoPage) {
  await press('Connect Wallet', page.getByRole('banner'))
  await dialog.getByRole('checkbox').first().waitFor()
}

async function palette({ page, dialog }: PseudoPage) {
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
}

/** Opens an action in a collection's menu, which asks for confirmation. */
const managing =
  (name: string) =>
  async ({ press, page, dialog }: PseudoPage) => {
    await press('Manage', page.getByRole('main'))
    await press(name, page.getByRole('menu'))
    await dialog.waitFor()
  }

/** Selects a picture in one of the page's file inputs. */
const cropping =
  (which: 'first' | 'last') =>
  async ({ page, dialog }: PseudoPage) => {
    const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#335577' } })
      .png()
      .toBuffer()
    const input = page.locator('input[type=file]:not([capture])')[which]()
    await input.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
    await dialog.waitFor()
  }

/** Returns a work that the collector owns. */
async function heldByCollector({ world, collector }: Gallery): Promise<string> {
  const ownWorks = () => world.rowsOf('nfts', { owner: collector.address })
  if ((await ownWorks()).length === 0) {
    await world.mint(collector, { taxon: 9 })
    await cronUntil(world, 'the work is indexed', async () => (await ownWorks()).length > 0)
  }
  return String((await ownWorks())[0]?.['id'])
}

/**
 * Creates a swap between the artist and the collector. The gallery has no Batch transactions, so the swap is stored
 * directly, and no sweep checks it for a day.
 */
const swapping =
  (swap: { payer: 'proposer' | 'partner'; agreed: boolean; handedOut?: boolean }, name: string) =>
  async ({ gallery, page, press, dialog }: PseudoPage) => {
    const { world, artist, collector, unlisted } = gallery
    const id = crypto.randomUUID()
    await world.addSwap({
      id,
      proposer: artist.address,
      partner: collector.address,
      gives: [unlisted],
      gets: [await heldByCollector(gallery)],
      drops: 3_000_000,
      payer: swap.payer,
      checked_at: hoursFromNow(24),
      ...(swap.agreed ? { state: 'agreed', batch: '{"Fee":"60"}', agreed_until: minutesFromNow(10) } : {}),
      ...(swap.agreed && swap.handedOut === true ? { handed_out_at: new Date() } : {}),
    })
    await page.goto(`${world.url}/swap/${id}`)
    await press(name, page.getByRole('main'))
    await dialog.waitFor()
  }

const profile = '/account/{artist}/profile'
const items = '/collection/orchard/items'

export const everyDialog: DialogToVisit[] = [
  { name: 'buy', path: '/nft/{work}', as: 'collector', show: buy },
  { name: 'bid', path: '/nft/{unlisted}', as: 'collector', show: pressing('Place a Bid') },
  { name: 'bid: errors', path: '/nft/{unlisted}', as: 'collector', show: incomplete('Place a Bid') },
  { name: 'bid: refused', path: '/nft/{unlisted}', as: 'collector', show: refused },
  { name: 'bid: asked', path: '/nft/{unlisted}', as: 'collector', show: asking('Place a Bid', '20') },
  { name: 'auction bid', path: '/nft/{lot}', as: 'collector', show: incomplete('Auction Bid') },
  { name: 'end of an auction', path: '/nft/{lot}', as: 'artist', show: pressing('End the auction') },
  { name: 'sell', path: '/nft/{unlisted}', as: 'artist', show: incomplete('Sell Now') },
  { name: 'sell: rejected', path: '/nft/{unlisted}', as: 'artist', show: rejected('Sell Now', '100') },
  { name: 'auction', path: '/nft/{unlisted}', as: 'artist', show: incomplete('Open Auction') },
  { name: 'sell offer', path: '/nft/{unlisted}', as: 'artist', show: incomplete('Create Sell Offer') },
  { name: 'transfer', path: '/nft/{unlisted}', as: 'artist', show: incomplete('Transfer') },
  { name: 'burn', path: '/nft/{unlisted}', as: 'artist', show: pressing('Burn') },
  { name: 'change of the price', path: '/nft/{work}', as: 'artist', show: pressing('Change Price') },
  { name: 'end of a listing', path: '/nft/{work}', as: 'artist', show: pressing('Cancel the listing') },
  { name: 'accept a bid', path: '/nft/{work}', as: 'artist', show: pressing('Accept Bid') },
  { name: 'contact', path: '/nft/{unlisted}', as: 'visitor', show: pressing('Contact NFT Owner') },
  { name: 'picture', path: '/nft/{work}', as: 'visitor', show: pressing('See it closer') },
  { name: 'share', path: '/nft/{work}', as: 'visitor', show: pressing('Share') },
  { name: 'sweep', path: items, as: 'collector', show: pressing('Buy the cheapest') },
  {
    name: 'sweep: errors',
    path: items,
    as: 'collector',
    show: async ({ press, dialog }) => {
      await press('Buy the cheapest')
      for (const field of await dialog.getByRole('textbox').all()) await field.fill('x')
    },
  },
  {
    name: 'cart',
    path: items,
    as: 'collector',
    show: async ({ press, dialog }) => {
      await press('Buy the cheapest')
      await press('Add', dialog)
      await dialog.getByText(beginning('You pay')).first().waitFor()
    },
  },
  { name: 'filters', path: items, as: 'visitor', show: pressing('Filters') },
  { name: 'sync', path: items, as: 'artist', show: managing('Sync') },
  { name: 'cancel all', path: items, as: 'artist', show: managing('Cancel All Sell Offers') },
  { name: 'remove a collection', path: items, as: 'artist', show: managing('Remove') },
  { name: 'verify', path: items, as: 'owner', show: managing('Remove Verification') },
  {
    name: 'bulk selling',
    path: `${profile}/nfts?multiSelect=true`,
    as: 'artist',
    show: async () => undefined,
  },
  {
    name: 'bulk selling: errors',
    path: `${profile}/nfts?multiSelect=true`,
    as: 'artist',
    show: async ({ press, page }) => {
      await page.getByRole('main').getByRole('checkbox').last().check({ force: true })
      await press('Create 1 offer', page.getByRole('main'))
    },
  },
  {
    name: 'several offers',
    path: `${profile}/offers?multiSelect=true`,
    as: 'artist',
    show: async ({ press, page }) => {
      const main = page.getByRole('main')
      await main.getByRole('checkbox').first().check({ force: true })
      await press('Cancel', main)
    },
  },
  { name: 'connect', path: '/', as: 'visitor', show: connect },
  {
    name: 'connect: asked',
    path: '/',
    as: 'visitor',
    show: async (visit) => {
      await connect(visit)
      const boxes = visit.dialog.getByRole('checkbox')
      for (const box of [boxes.first(), boxes.last()]) await box.click()
      await visit.dialog.getByRole('radio').first().click()
      await visit.dialog.getByText(beginning('Code')).waitFor()
    },
  },
  { name: 'palette', path: '/', as: 'visitor', show: palette },
  {
    name: 'palette: nothing found',
    path: '/',
    as: 'visitor',
    show: async (visit) => {
      await palette(visit)
      await visit.page.keyboard.type('1234567')
    },
  },
  { name: 'menu', path: '/', as: 'visitor', show: pressing('Menu') },
  { name: 'fees', path: '/', as: 'visitor', show: pressing('Menu', 'Fees') },
  {
    name: 'menu of the account',
    path: '/',
    as: 'artist',
    show: ({ page }) => page.getByRole('banner').locator('[aria-haspopup="menu"]:visible').last().click(),
  },
  { name: 'crop', path: '/account/{artist}/create', as: 'artist', show: cropping('first') },
  { name: 'crop: round', path: '/account/{artist}/create', as: 'artist', show: cropping('last') },
  {
    name: 'swap: agree',
    path: '/swap',
    as: 'collector',
    show: swapping({ payer: 'partner', agreed: false }, 'Agree'),
  },
  {
    name: 'swap: complete',
    path: '/swap',
    as: 'artist',
    show: swapping({ payer: 'proposer', agreed: true }, 'Complete the swap'),
  },
  {
    name: 'swap: withdraw',
    path: '/swap',
    as: 'collector',
    show: swapping({ payer: 'partner', agreed: true, handedOut: true }, 'Withdraw with a transaction'),
  },
  { name: 'settings of notifications', path: '/notifications', as: 'artist', show: async () => undefined },
]
