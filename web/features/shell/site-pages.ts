import { t } from '#web/messages.ts'

/** The pages for everyone. The palette lists all of them, the menu only those with `inMenu`. */
export const sitePages = [
  { to: '/', title: t('Home'), inMenu: true },
  { to: '/collections_explorer', title: t('Explore'), inMenu: true },
  { to: '/create', title: t('Create'), inMenu: true },
  { to: '/art_society', title: t('Art Society'), inMenu: true },
  { to: '/cart', title: t('Cart'), inMenu: false },
  { to: '/watchlist', title: t('Watchlist'), inMenu: true },
  { to: '/swap', title: t('Swaps'), inMenu: false },
  { to: '/bids', title: t('Standing bids'), inMenu: false },
  { to: '/help', title: t('Help'), inMenu: false },
] as const
