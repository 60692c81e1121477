import { type Gallery, workName } from './gallery.ts'

interface PageToVisit {
  /** `{work}`, `{artist}` and `{collector}` are placeholders for the gallery's work and accounts. */
  path: string
  /** Text that appears when the page is loaded. */
  heading: string | RegExp
  as: 'visitor' | 'artist' | 'owner'
}

export const everyPage: PageToVisit[] = [
  { path: '/', heading: workName, as: 'visitor' },
  { path: '/nft/{work}', heading: workName, as: 'visitor' },
  { path: '/nft/{work}', heading: workName, as: 'artist' },
  { path: '/collections_explorer', heading: /collections/i, as: 'visitor' },
  { path: '/collection/orchard', heading: 'Midnight Orchard', as: 'visitor' },
  { path: '/collection/orchard/items', heading: 'Midnight Orchard', as: 'artist' },
  { path: '/collection/orchard/activity', heading: 'Midnight Orchard', as: 'visitor' },
  { path: '/collection/orchard/analytics', heading: 'Listing depth', as: 'visitor' },
  { path: '/collection/orchard/owners', heading: 'Top holders', as: 'visitor' },
  { path: '/collection/orchard/draws', heading: 'Verify', as: 'visitor' },
  { path: '/collection/orchard/create_offer', heading: 'Midnight Orchard', as: 'artist' },
  { path: '/collection/orchard/whitelist', heading: 'Whitelist', as: 'artist' },
  { path: '/collection/orchard/blacklist', heading: 'Blacklist', as: 'artist' },
  { path: '/search/orchard', heading: /orchard/i, as: 'visitor' },
  { path: '/account/{artist}/profile/nfts', heading: /^r/, as: 'visitor' },
  { path: '/account/{artist}/profile/collections', heading: /^r/, as: 'visitor' },
  { path: '/account/{artist}/profile/history', heading: /^r/, as: 'visitor' },
  { path: '/account/{artist}/profile/offers', heading: /^r/, as: 'artist' },
  { path: '/account/{collector}/profile/offers', heading: /^r/, as: 'visitor' },
  { path: '/account/{artist}/profile/portfolio', heading: 'Statement', as: 'artist' },
  { path: '/account/{artist}/create', heading: /Profile/, as: 'artist' },
  { path: '/create', heading: 'Create', as: 'visitor' },
  { path: '/create', heading: 'Create', as: 'artist' },
  { path: '/create/nft', heading: 'Create NFTs', as: 'artist' },
  { path: '/create/multiple', heading: 'Create many NFTs', as: 'artist' },
  { path: '/create/collection', heading: 'Create a collection', as: 'artist' },
  { path: '/create/edit_collection/orchard', heading: 'Edit your collection', as: 'artist' },
  { path: '/art_society', heading: 'Art Society', as: 'visitor' },
  { path: '/help', heading: 'Help', as: 'visitor' },
  { path: '/cart', heading: 'Cart', as: 'visitor' },
  { path: '/watchlist', heading: 'Watchlist', as: 'visitor' },
  { path: '/notifications', heading: 'Notifications', as: 'artist' },
  { path: '/keys', heading: 'Make a key', as: 'artist' },
  { path: '/webhooks', heading: 'Add a webhook', as: 'artist' },
  { path: '/swap', heading: 'Swaps', as: 'visitor' },
  { path: '/swap', heading: 'Swaps', as: 'artist' },
  { path: '/bids', heading: 'Standing bids', as: 'artist' },
  { path: '/collection/orchard/bids', heading: 'Midnight Orchard', as: 'visitor' },
  { path: '/swap/new', heading: 'Propose a Swap', as: 'artist' },
  { path: '/admin', heading: 'Operations', as: 'owner' },
  { path: '/legal/privacy', heading: 'Privacy Policy', as: 'visitor' },
  { path: '/legal/terms', heading: 'Terms', as: 'visitor' },
]

export function pathIn({ work, lot, unlisted, artist, collector }: Gallery, path: string): string {
  return path
    .replace('{work}', work)
    .replace('{lot}', lot)
    .replace('{unlisted}', unlisted)
    .replace('{artist}', artist.address)
    .replace('{collector}', collector.address)
}
