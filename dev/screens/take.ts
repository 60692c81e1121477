import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { asJson, type Json } from '#dev/lib/rpc.ts'
import { messageOf, StackError } from '#dev/lib/stack-error.ts'
import { demoAccounts, marketplaceAccount } from '#dev/stack/people.ts'
import { type Person, signedIn } from '#tests/browser/visits.ts'
import { createApi } from '#tests/support/api.ts'
import { launchBrowser } from '#tests/support/browser.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const usage = `npm run screens -- [--url http://localhost:8787] [--signer http://localhost:8788] [--only home,nft]

Every page of a running site in both themes at 390 and 1360 px into screens/, and the pictures of the README.
Pages that need a wallet are taken as the demo's artist and marketplace owner, signed in through the local signer.
`

const themes = ['dark', 'light'] as const
const readmePictures = [
  { name: 'home', theme: 'dark' },
  { name: 'nft', theme: 'dark' },
  { name: 'collection-demand', theme: 'light' },
] as const
const sizes = [
  { width: 390, height: 844 },
  { width: 1360, height: 900 },
]

interface Shot {
  url: string
  theme: (typeof themes)[number]
  size: { width: number; height: number }
  file: string
  /** Whose wallet is connected. */
  as?: Person | undefined
  /** The README's: what a screen shows, as JPEG. Otherwise the whole page, as PNG. */
  readme?: boolean
}

async function readJson(url: string): Promise<unknown> {
  const reply = await fetch(url)
  if (!reply.ok) throw new StackError(`${url} answered ${reply.status}.`)
  return reply.json()
}

const rows = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : [])

interface PageToTake {
  name: string
  path: string
  as?: Person
}

/** A page of every kind, by what the site shows. */
async function findPages(site: string, signer: string): Promise<PageToTake[]> {
  const [featured] = rows(await readJson(`${site}/api/nft/featured`))
  const listed = asJson(await readJson(`${site}/api/collection/list`))
  const [first] = rows(listed['list'])
  const collection = featured?.['collectionId'] ?? first?.['_id']
  if (featured === undefined || collection === undefined)
    throw new StackError(`${site} shows nothing yet: a featured work and a collection are needed.`)
  const kinds = rows(listed['list'])
  const idOf = (found: Json | undefined) => String((found ?? kinds[0])?.['_id'])
  const api = createApi(site, { url: signer })
  const connected = async (address: unknown): Promise<Person> => {
    const account = demoAccounts.find((each) => each.address === address)
    if (account === undefined) throw new StackError(`${String(address)} is none of the demo's accounts.`)
    return { account, session: await api.connect(account) }
  }
  const artist = await connected(featured['issuer'])
  const owner = await connected(marketplaceAccount.address)
  const managed = `/collection/${String(collection)}`
  return [
    { name: 'create', path: '/create', as: artist },
    { name: 'create-nft', path: '/create/nft', as: artist },
    { name: 'create-multiple', path: '/create/multiple', as: artist },
    { name: 'create-collection', path: '/create/collection', as: artist },
    { name: 'edit-collection', path: `/create/edit_collection/${String(collection)}`, as: artist },
    { name: 'collection-issuer', path: `${managed}/items`, as: artist },
    { name: 'create-offer', path: `${managed}/create_offer`, as: artist },
    { name: 'whitelist', path: `${managed}/whitelist`, as: artist },
    { name: 'blacklist', path: `${managed}/blacklist`, as: artist },
    { name: 'profile-edit', path: `/account/${artist.account.address}/edit`, as: artist },
    { name: 'admin', path: '/admin', as: owner },
    { name: 'create-visitor', path: '/create' },
    {
      name: 'collection-random',
      path: `/collection/${idOf(kinds.find((each) => each['random'] === true))}/items`,
    },
    {
      name: 'collection-demand',
      path: `/collection/${idOf(kinds.find((each) => each['onDemandMint'] === true))}/items`,
    },
    { name: 'home', path: '/' },
    { name: 'explorer', path: '/collections_explorer' },
    { name: 'collection', path: `/collection/${String(collection)}/items` },
    { name: 'activity', path: `/collection/${String(collection)}/activity` },
    { name: 'nft', path: `/nft/${String(featured['nftokenID'])}` },
    { name: 'search', path: `/search/${encodeURIComponent(String(featured['name']).split(' ')[0] ?? '')}` },
    { name: 'nothing-found', path: '/search/qqqqqqqq' },
    { name: 'nft-not-found', path: `/nft/${'0'.repeat(64)}` },
    { name: 'account', path: `/account/${String(featured['issuer'])}/profile/nfts` },
    { name: 'account-offers', path: `/account/${String(featured['issuer'])}/profile/offers` },
    { name: 'art-society', path: '/art_society' },
    { name: 'privacy', path: '/legal/privacy' },
    { name: 'terms', path: '/legal/terms' },
  ]
}

/** Waits for what is being asked for, then for every picture: the lower ones load only when somebody scrolls to them. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const most = 20 * innerHeight
    for (let y = 0; y < Math.min(document.body.scrollHeight, most); y += innerHeight) {
      scrollTo(0, y)
      await frame()
      await frame()
    }
    scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    // A lazy picture beside the window has no source yet, and needs none.
    [...document.images].every(
      (image) => image.complete || image.currentSrc === '' || !image.checkVisibility(),
    ),
  )
}

async function take(browser: Browser, { url, theme, size, file, as, readme = false }: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  try {
    await context.addCookies([{ name: 'opx_theme', value: theme, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(90_000)
    if (as !== undefined) await signedIn(page, as)
    await page.goto(url)
    await page
      .locator(url.includes('/legal/') ? 'h1' : '#main h1')
      .first()
      .waitFor()
    await settle(page)
    await page.screenshot(readme ? { path: file, type: 'jpeg', quality: 82 } : { path: file, fullPage: true })
    console.log(path.relative(root, file))
  } finally {
    await context.close()
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      signer: { type: 'string', default: 'http://localhost:8788' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) return console.log(usage)
  const site = values.url.replace(/\/$/, '')
  const only = values.only?.split(',')
  const pages = (await findPages(site, values.signer.replace(/\/$/, ''))).filter(
    ({ name }) => only?.includes(name) ?? true,
  )
  const folder = path.join(root, 'screens')
  await mkdir(folder, { recursive: true })
  const shots: Shot[] = [
    ...pages.flatMap((page) =>
      themes.flatMap((theme) =>
        sizes.map((size) => ({
          url: `${site}${page.path}`,
          theme,
          size,
          as: page.as,
          file: path.join(folder, `${page.name}-${theme}-${size.width}.png`),
        })),
      ),
    ),
    ...pages.flatMap((page) =>
      readmePictures
        .filter(({ name }) => name === page.name)
        .map(({ name, theme }) => ({
          url: `${site}${page.path}`,
          theme,
          size: { width: 1360, height: 900 },
          file: path.join(import.meta.dirname, `${name}-${theme}.jpg`),
          readme: true,
        })),
    ),
  ]
  // A browser for each size: in a shared one a page was once laid out at the width of the page before it.
  for (const size of sizes) {
    const browser = await launchBrowser()
    try {
      for (const shot of shots.filter((one) => one.size.width === size.width)) await take(browser, shot)
    } finally {
      await browser.close()
    }
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
