import { t } from './words/sentence.ts'

export interface Page {
  /** Path pattern: `:name` is a parameter, `:rest{.+}?` an optional rest. Source: hono.dev/docs/api/routing */
  path: string
  /** Null if the title comes from the page's data. */
  title: (() => string) | null
  /** The description for search engines and shared links. Pages without one use the site's description. */
  description?: () => string
  /**
   * Set if the edge loads data for the page's first screen and for shared links, by the loader of that name in
   * `worker/handlers/pages.ts`: once for all visitors of the moment, or for each visit.
   */
  data?: 'shared' | 'each visit'
  /** True if the sitemap lists the page. */
  inSitemap?: true
}

/**
 * The pages of the site. The edge serves each with its title, social metadata and the data of its first screen
 * (`worker/handlers/page-data.ts`); the client shows the same after a navigation. Specific patterns come before general
 * ones, because the first match counts.
 */
export const pages = {
  home: { path: '/', title: () => t('OPX, A Gateway to Digital Luxury'), data: 'shared', inSitemap: true },
  explorer: { path: '/collections_explorer', title: () => t('Collections'), data: 'shared', inSitemap: true },
  search: { path: '/search/:query', title: null, data: 'each visit' },
  collection: { path: '/collection/:id/:rest{.+}?', title: null, data: 'shared' },
  account: { path: '/account/:account/:rest{.+}?', title: null, data: 'each visit' },
  nft: { path: '/nft/:id', title: null, data: 'shared' },
  edition: { path: '/edition/:id', title: null, data: 'each visit' },
  createNft: { path: '/create/nft', title: () => t('Create NFTs') },
  createMultiple: { path: '/create/multiple', title: () => t('Create many NFTs') },
  createEdition: { path: '/create/edition', title: () => t('Create an edition') },
  createCollection: { path: '/create/collection', title: () => t('Create a collection') },
  editCollection: { path: '/create/edit_collection/:id', title: () => t('Edit your collection') },
  create: { path: '/create/:rest{.+}?', title: () => t('Create'), inSitemap: true },
  artSociety: { path: '/art_society', title: () => t('Art Society'), data: 'each visit', inSitemap: true },
  help: { path: '/help', title: () => t('Help'), inSitemap: true },
  cart: { path: '/cart', title: () => t('Cart') },
  watchlist: { path: '/watchlist', title: () => t('Watchlist') },
  notifications: { path: '/notifications', title: () => t('Notifications') },
  newSwap: { path: '/swap/new', title: () => t('Propose a Swap') },
  swap: { path: '/swap/:id', title: () => t('Swap') },
  swaps: { path: '/swap', title: () => t('Swaps') },
  bids: { path: '/bids', title: () => t('Standing bids') },
  keys: { path: '/keys', title: () => t('API keys') },
  webhooks: { path: '/webhooks', title: () => t('Webhooks') },
  admin: { path: '/admin', title: () => t('Operations') },
} satisfies Record<string, Page>

export type PageName = keyof typeof pages
/** The pages that have a loader. */
export type LoadedPageName = {
  [Name in PageName]: (typeof pages)[Name] extends { data: string } ? Name : never
}[PageName]
export const pageNames = Object.keys(pages).filter((name): name is PageName => name in pages)

/** Returns the document title: the page's title and the site's name. The home page's title is the site's name. */
export const documentTitle = (path: string, title: string): string =>
  path === '/' ? title : `${title} · OPX`

export const descriptionOf = ({ description }: Page): string =>
  description === undefined ? t('A Gateway to Digital Luxury') : description()

/** Tabs of a collection that have their own address. The items have the address of the collection. */
export const collectionTabs = [
  'activity',
  'analytics',
  'bids',
  'blacklist',
  'create_offer',
  'draws',
  'owners',
  'revenue',
  'whitelist',
]

/** Returns the page at an address; null if there is none. */
export function findPage(pathname: string): Page | null {
  const address = pathname.replace(/(?<=[^/])\/+$/, '')
  return Object.values<Page>(pages).find(({ path }) => patternOf(path).test(address)) ?? null
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replace('/:rest{.+}?', '(?:/.+)?').replace(/:\w+/g, '[^/]+')}$`)
