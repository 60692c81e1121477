import { getDemoAccount } from '#local/stack/people.ts'
import { ebru } from './art/ebru.ts'
import { loom } from './art/loom.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** A collection whose works are minted on demand. Work number 0 is the cover and not for sale. */
export interface ShopEntry extends CatalogueEntry {
  onDemand: {
    random: boolean
    /** Number of works that are sold immediately. */
    sold: number
  }
}

const shopDefaults = { featured: false, verified: true, cover: 0, links: {}, format: 'jpeg' } as const

export const shops: ShopEntry[] = [
  {
    ...shopDefaults,
    slug: 'woven-to-order',
    name: 'Woven to Order',
    artist: getDemoAccount('Idris Bello'),
    taxon: 22,
    transferFee: 5000,
    count: 6,
    style: loom,
    description:
      'Drafts that are not on the loom yet. Choose one: it is minted for whoever buys it, and for nobody before. The thread, the binding and the motif are settled; only the owner is missing.',
    describe: (traits) =>
      `${traits['Motif'] ?? ''} in ${(traits['Yarn'] ?? '').toLowerCase()}, to be woven in ${(traits['Binding'] ?? '').toLowerCase()}.`,
    priceXrp: 60,
    onDemand: { random: false, sold: 2 },
  },
  {
    ...shopDefaults,
    slug: 'unopened-letters',
    name: 'Unopened Letters',
    artist: getDemoAccount('Aiko Mori'),
    taxon: 9,
    transferFee: 5000,
    count: 8,
    style: ebru,
    description:
      'Eight marbled sheets in sealed envelopes, all at one price. Which of them is yours is drawn when you buy; it is revealed after payment.',
    describe: (traits) => `${traits['Pattern'] ?? ''} pattern from the ${traits['Bath'] ?? ''} bath.`,
    priceXrp: 25,
    onDemand: { random: true, sold: 3 },
  },
]
