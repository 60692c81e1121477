import type { Page } from 'playwright-core'
import { asJson, type Json } from '#local/lib/rpc.ts'
import { StackError } from '#local/lib/stack-error.ts'
import { demoAccounts, marketplaceAccount } from '#local/stack/people.ts'
import type { Person } from '#tests/browser/visits.ts'
import { createApi } from '#tests/support/api.ts'

async function readJson(url: string): Promise<unknown> {
  const reply = await fetch(url)
  if (!reply.ok) throw new StackError(`${url} returned ${reply.status}.`)
  return reply.json()
}

const selectRows = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : [])

export interface PageToTake {
  name: string
  path: string
  /** Account that is connected on the page. */
  as?: Person
  /** Browser storage entries by key. */
  storedItems?: Record<string, unknown>
  /** Selector of an element that shows that the page is loaded; by default the page heading. */
  heading?: string
  /** A console error that is expected on this page. */
  report?: string
  /** True if scripts are disabled; the page is then complete once it is loaded. */
  sandboxed?: boolean
  /** Opens a dialog or a menu. The screenshot then covers only the viewport. */
  show?: (page: Page) => Promise<void>
}

/** Returns a function that presses a button within a part of the page. */
const press =
  (name: string | RegExp, part: 'main' | 'banner' | 'contentinfo' = 'main') =>
  async (page: Page) => {
    await page.getByRole(part).getByRole('button', { name }).first().click()
    await page
      .getByRole(part === 'main' && name === 'Share' ? 'menu' : 'dialog')
      .first()
      .waitFor()
  }

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Commands' }).waitFor()
}

/** Opens the account menu, or the menu on a phone. */
async function openMenu(page: Page) {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]:visible').last().click()
  await page.getByRole('menu').waitFor()
}

/** Opens the settings unless they are shown beside the list. */
async function openSettings(page: Page) {
  const tab = page.getByRole('radio', { name: 'Settings' })
  if ((await tab.count()) > 0) await tab.check({ force: true })
}

async function openTable(page: Page) {
  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  await page.getByRole('main').getByRole('table').waitFor()
}

/** Puts the cheapest work into the cart, which opens the cart. */
async function openDrawer(page: Page) {
  await press('Buy the cheapest')(page)
  await page.getByRole('button', { name: /to the cart$/ }).click()
  await page.getByRole('dialog', { name: 'Cart' }).waitFor()
}

/** Finds the page of an on-demand item. */
async function demandWork(site: string, collection: string): Promise<string> {
  const list = asJson(await readJson(`${site}/api/collection/nfts?id=${collection}&mintable=true`))
  return `/nft/${String(selectRows(list['nfts'])[0]?.['_id'])}`
}

/** Lists one page of each kind, and every dialog. */
export async function findPages(site: string, signer: string): Promise<PageToTake[]> {
  const [featuredWork] = selectRows(await readJson(`${site}/api/nft/featured`))
  const collections = asJson(await readJson(`${site}/api/collection/list`))
  const [first] = selectRows(collections['list'])
  const collection = featuredWork?.['collectionId'] ?? first?.['_id']
  if (featuredWork === undefined || collection === undefined)
    throw new StackError(`${site} shows nothing yet: a featured work and a collection are needed.`)
  const [auction] = selectRows(await readJson(`${site}/api/collection/auction`))
  if (auction === undefined) throw new StackError(`${site} has no running auction to show.`)
  const [edition] = selectRows(asJson(await readJson(`${site}/api/editions`))['editions'])
  const kinds = selectRows(collections['list'])
  const idOf = (item: Json | undefined) => String((item ?? kinds[0])?.['_id'])
  const api = createApi(site, { url: signer })
  const connect = async (address: unknown): Promise<Person> => {
    const account = demoAccounts.find((demoAccount) => demoAccount.address === address)
    if (account === undefined) throw new StackError(`${String(address)} is not a demo account.`)
    return { account, session: await api.connect(account) }
  }
  const artist = await connect(featuredWork['issuer'])
  // Only an artist with a collection that is minted on demand sees the form of an edition.
  const editionArtist = edition === undefined ? artist : await connect(edition['issuer'])
  const owner = await connect(marketplaceAccount.address)
  const collector = await connect(demoAccounts.find(({ role }) => role === 'collector')?.address)
  const heldBy = async ({ account: { address } }: Person) =>
    selectRows(asJson(await readJson(`${site}/api/account/nfts?account=${address}`))['nfts'])
  const isListed = (work: Json) => work['priceDrops'] !== null && work['auctionEndsAt'] === null
  const unlistedWork = (await heldBy(collector)).find(
    (work) => work['priceDrops'] === null && work['auctionEndsAt'] === null,
  )
  const listedWorks = (await heldBy(artist)).filter(isListed)
  const workOf = (item: Json | undefined) => `/nft/${String((item ?? featuredWork)['nftokenID'])}`
  const inCart = listedWorks.slice(0, 3).map(({ nftokenID, name, priceDrops }) => ({
    nftokenID,
    name,
    expectedAmount: priceDrops,
    sellOfferIndex: null,
  }))
  const watchlist = [
    ...listedWorks
      .slice(0, 3)
      .map((work) => ({ kind: 'nft', id: work['nftokenID'], price: work['priceDrops'] })),
    { kind: 'collection', id: collection, price: '90000000' },
    { kind: 'account', id: artist.account.address, price: '200000000' },
  ].map((entry) => ({ ...entry, at: '2026-11-01T00:00:00.000Z' }))
  const collectionPath = `/collection/${String(collection)}`
  const account = `/account/${artist.account.address}`
  return [
    { name: 'create', path: '/create', as: artist },
    { name: 'create-nft', path: '/create/nft', as: artist },
    { name: 'create-multiple', path: '/create/multiple', as: artist },
    { name: 'create-edition', path: '/create/edition', as: editionArtist },
    { name: 'create-collection', path: '/create/collection', as: artist },
    { name: 'edit-collection', path: `/create/edit_collection/${String(collection)}`, as: artist },
    { name: 'collection-issuer', path: `${collectionPath}/items`, as: artist },
    { name: 'create-offer', path: `${collectionPath}/create_offer`, as: artist },
    { name: 'whitelist', path: `${collectionPath}/whitelist`, as: artist },
    { name: 'blacklist', path: `${collectionPath}/blacklist`, as: artist },
    { name: 'profile-edit', path: `${account}/edit`, as: artist },
    { name: 'admin', path: '/admin', as: owner },
    { name: 'create-visitor', path: '/create' },
    {
      name: 'collection-random',
      path: `/collection/${idOf(kinds.find((kind) => kind['random'] === true))}/items`,
    },
    {
      name: 'draws',
      path: `/collection/${idOf(kinds.find((kind) => kind['random'] === true))}/draws`,
    },
    {
      name: 'collection-demand',
      path: `/collection/${idOf(kinds.find((kind) => kind['onDemandMint'] === true))}/items`,
    },
    { name: 'home', path: '/' },
    { name: 'explorer', path: '/collections_explorer' },
    { name: 'collection', path: `/collection/${String(collection)}/items` },
    { name: 'activity', path: `/collection/${String(collection)}/activity` },
    { name: 'analytics', path: `/collection/${String(collection)}/analytics` },
    { name: 'owners', path: `/collection/${String(collection)}/owners` },
    { name: 'collection-bids', path: `/collection/${String(collection)}/bids` },
    { name: 'bids', path: '/bids', as: collector },
    { name: 'edition', path: `/edition/${String(edition?.['_id'])}` },
    { name: 'nft', path: `/nft/${String(featuredWork['nftokenID'])}` },
    {
      name: 'search',
      path: `/search/${encodeURIComponent(String(featuredWork['name']).split(' ')[0] ?? '')}`,
    },
    { name: 'nothing-found', path: '/search/qqqqqqqq' },
    { name: 'nft-not-found', path: `/nft/${'0'.repeat(64)}`, report: '404' },
    { name: 'nft-auction', path: `/nft/${String(auction['nftokenID'])}` },
    {
      name: 'nft-unrevealed',
      path: await demandWork(site, idOf(kinds.find((kind) => kind['random'] === true))),
    },
    {
      name: 'nft-demand',
      path: await demandWork(
        site,
        idOf(kinds.find((kind) => kind['onDemandMint'] === true && kind['random'] !== true)),
      ),
    },
    { name: 'nft-own', path: `/nft/${String(featuredWork['nftokenID'])}`, as: artist },
    { name: 'account', path: `${account}/profile/nfts` },
    { name: 'account-offers', path: `${account}/profile/offers` },
    { name: 'account-history', path: `${account}/profile/history` },
    { name: 'account-collections', path: `${account}/profile/collections` },
    { name: 'account-own', path: `${account}/profile/nfts`, as: artist },
    { name: 'account-own-offers', path: `${account}/profile/offers`, as: artist },
    { name: 'portfolio', path: `${account}/profile/portfolio`, as: artist },
    { name: 'cart', path: '/cart', as: collector, storedItems: { opx_cart: inCart } },
    { name: 'cart-empty', path: '/cart' },
    { name: 'swaps', path: '/swap', as: collector },
    { name: 'swap-new', path: `/swap/new?with=${artist.account.address}`, as: collector },
    { name: 'watchlist', path: '/watchlist', storedItems: { opx_watchlist: watchlist } },
    { name: 'watchlist-empty', path: '/watchlist' },
    { name: 'notifications', path: '/notifications', as: artist },
    { name: 'notification-settings', path: '/notifications', as: artist, show: openSettings },
    { name: 'art-society', path: '/art_society' },
    { name: 'help', path: '/help' },
    { name: 'api-keys', path: '/keys', as: artist },
    { name: 'webhooks', path: '/webhooks', as: artist },
    { name: 'api', path: '/api', heading: 'h1' },
    {
      name: 'embed',
      path: `/embed/nft/${String(featuredWork['nftokenID'])}`,
      heading: 'body a',
      sandboxed: true,
    },
    { name: 'offline', path: '/offline.html', heading: 'h1' },
    { name: 'privacy', path: '/legal/privacy', heading: 'h1' },
    { name: 'terms', path: '/legal/terms', heading: 'h1' },
    { name: 'buy', path: workOf(featuredWork), as: collector, show: press('Buy Now') },
    { name: 'bid', path: workOf(unlistedWork), as: artist, show: press('Place a Bid') },
    { name: 'sell', path: workOf(unlistedWork), as: collector, show: press('Sell Now') },
    { name: 'contact', path: workOf(unlistedWork), show: press('Contact NFT Owner') },
    { name: 'auction', path: workOf(unlistedWork), as: collector, show: press('Open Auction') },
    { name: 'auction-bid', path: workOf(auction), as: collector, show: press('Auction Bid') },
    { name: 'sell-offer', path: workOf(unlistedWork), as: collector, show: press('Create Sell Offer') },
    { name: 'burn', path: workOf(unlistedWork), as: collector, show: press('Burn') },
    { name: 'transfer', path: workOf(unlistedWork), as: collector, show: press('Transfer') },
    { name: 'price', path: workOf(listedWorks[0]), as: artist, show: press('Change Price') },
    { name: 'share', path: workOf(featuredWork), show: press('Share') },
    { name: 'lightbox', path: workOf(featuredWork), show: press('See it closer') },
    { name: 'sweep', path: `${collectionPath}/items`, show: press('Buy the cheapest') },
    {
      name: 'standing-bid',
      path: `/collection/${String(collection)}/bids`,
      as: collector,
      show: press('Place a standing bid'),
    },
    { name: 'cart-drawer', path: `${collectionPath}/items`, as: collector, show: openDrawer },
    { name: 'connect', path: '/', show: press('Connect Wallet', 'banner') },
    { name: 'fee', path: '/', show: press(/^Broker Fee|^Fees/, 'contentinfo') },
    { name: 'palette', path: '/', show: openPalette },
    { name: 'bell', path: '/', as: artist, show: press(/^Notifications/, 'banner') },
    { name: 'menu', path: '/', as: artist, show: openMenu },
    { name: 'items-table', path: `/collection/${String(collection)}/items`, show: openTable },
    { name: 'explorer-table', path: '/collections_explorer', show: openTable },
  ]
}
