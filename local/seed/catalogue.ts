import { localVerifiedSeries, getDemoAccount } from '#local/stack/people.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { counterform } from './art/counterform.ts'
import { ebru } from './art/ebru.ts'
import { ephemeris } from './art/ephemeris.ts'
import { facets, pawnKing } from './art/facets.ts'
import { herbarium } from './art/herbarium.ts'
import { loom } from './art/loom.ts'
import { orchard } from './art/orchard.ts'
import type { Format } from './art/render.ts'
import { fieldStudies, studyCount } from './field-studies.ts'
import { tidewriting } from './art/tidewriting.ts'
import type { Style, Traits } from './art/work.ts'

export interface CatalogueEntry {
  /** Also the collection's id in our database. */
  slug: string
  name: string
  artist: DemoAccount
  taxon: number
  /** Transfer fee in units of 1/100,000: 5000 is 5 %. */
  transferFee: number
  count: number
  /** `art/signals.ts` draws `animated` works. */
  style: Style | 'animated'
  format: Format | 'gif'
  description: string
  /** Returns the public description of a work. */
  describe: (traits: Traits) => string
  featured: boolean
  verified: boolean
  /** Number of the work that is the collection's cover image. */
  cover: number
  links: Partial<Record<'website' | 'twitter' | 'telegram' | 'discord' | 'medium' | 'facebook', string>>
  /** Typical price in XRP; actual prices vary around it. */
  priceXrp: number
}

const lower = (text = '') => text.toLowerCase()

export const catalogue: CatalogueEntry[] = [
  {
    slug: 'midnight-orchard',
    name: 'Midnight Orchard',
    artist: getDemoAccount('Mara Lindqvist'),
    taxon: 1,
    transferFee: 5000,
    count: 18,
    style: orchard,
    format: 'jpeg',
    description:
      'Eighteen nights in one valley. The hills stay where they are; the moon, the air and what hangs in the trees do not. Painted in layers from far to near, as one sees in the dark.',
    describe: (traits) =>
      `${traits['Sky'] ?? ''} over the orchard, ${lower(traits['Moon'])} moon. ${traits['House'] === 'None' ? 'Nobody is awake.' : 'One window is lit.'}`,
    featured: true,
    verified: true,
    cover: 7,
    links: { website: 'https://example.com/midnight-orchard' },
    priceXrp: 140,
  },
  {
    slug: 'tidewriting',
    name: 'Tidewriting',
    artist: getDemoAccount('Aiko Mori'),
    taxon: 7,
    transferFee: 6000,
    count: 16,
    style: tidewriting,
    format: 'jpeg',
    description:
      'Lines of ink that follow an unseen current and never cross. Each sheet is one tide, written from first stroke to last without lifting the rule: stop where another has been.',
    describe: (traits) =>
      `${traits['Ink'] ?? ''} on paper, ${lower(traits['Current'])} current, set in a ${lower(traits['Form'])}.`,
    featured: true,
    verified: true,
    cover: 2,
    links: { website: 'https://example.com/tidewriting' },
    priceXrp: 220,
  },
  {
    slug: 'counterform',
    name: 'Counterform',
    artist: getDemoAccount('Tomás Herrera'),
    taxon: 3,
    transferFee: 3000,
    count: 20,
    style: counterform,
    format: 'svg',
    description:
      'Ten modules, one grid, five colours: the workshop exercises of a school that closed long ago, taken up again. What is left out carries as much as what is drawn. Pure vectors, sharp at any size.',
    describe: (traits) =>
      `${traits['Fields'] ?? ''} fields in ${traits['Palette'] ?? ''}, ${lower(traits['Order'])} order.`,
    featured: true,
    verified: true,
    cover: 3,
    links: {},
    priceXrp: 65,
  },
  {
    slug: 'ephemeris',
    name: 'Ephemeris',
    artist: getDemoAccount('Clara Vogel'),
    taxon: 12,
    transferFee: 10_000,
    count: 16,
    style: ephemeris,
    format: 'png',
    description:
      'Pages from the almanac of a sky that is not ours: orbits, houses and the positions of bodies nobody has named. Engraved line by line; the shading of the globes is hatching, as on the old plates.',
    describe: (traits) =>
      `${traits['Plate'] ?? ''} plate, ${traits['Bodies'] ?? ''} bodies in ${traits['Houses'] ?? ''} houses around a ${lower(traits['Heart'])}.`,
    featured: true,
    verified: true,
    cover: 1,
    links: { website: 'https://example.com/ephemeris', medium: 'https://example.com/ephemeris/notes' },
    priceXrp: 380,
  },
  {
    slug: 'warp-and-weft',
    name: 'Warp and Weft',
    artist: getDemoAccount('Idris Bello'),
    taxon: 21,
    transferFee: 7500,
    count: 16,
    style: loom,
    format: 'jpeg',
    description:
      'Cloth that was never cut: 120 warp threads, 120 weft threads, every crossing decided by the draft. Come close and the picture turns into thread; step back and it is a cloth again.',
    describe: (traits) =>
      `${traits['Motif'] ?? ''} in ${lower(traits['Yarn'])}, woven in ${lower(traits['Binding'])}.`,
    featured: false,
    verified: true,
    cover: 4,
    links: {},
    priceXrp: 95,
  },
  {
    slug: 'turning-water',
    name: 'Turning Water',
    artist: getDemoAccount('Tomás Herrera'),
    taxon: 4,
    transferFee: 8000,
    count: 16,
    style: ebru,
    format: 'jpeg',
    description:
      'Marbled papers. Ink is dropped on water, drawn with combs and needles, and taken up in one sheet. The water is mathematics, but it keeps the one rule of the craft: nothing is ever mixed, only moved.',
    describe: (traits) => `${traits['Pattern'] ?? ''} pattern from the ${traits['Bath'] ?? ''} bath.`,
    featured: false,
    verified: true,
    cover: 3,
    links: {},
    priceXrp: 80,
  },
  {
    slug: 'herbarium-of-nowhere',
    name: 'Herbarium of Nowhere',
    artist: getDemoAccount('Mara Lindqvist'),
    taxon: 2,
    transferFee: 4000,
    count: 14,
    style: herbarium,
    format: 'jpeg',
    description:
      'Plants that grow nowhere, drawn with one pen and laid between sheets. The labels are still empty: whoever owns a sheet may name what is on it.',
    describe: (traits) =>
      `${traits['Plant'] ?? ''}, ${lower(traits['Habit'])}, on ${lower(traits['Sheet'])}.`,
    featured: true,
    verified: false,
    cover: 10,
    links: {},
    priceXrp: 45,
  },
  {
    slug: 'still-rooms',
    name: 'Still Rooms',
    artist: getDemoAccount('Clara Vogel'),
    taxon: 13,
    transferFee: 2000,
    count: 14,
    style: facets,
    format: 'jpeg',
    description:
      'One vessel, one table, one window outside the picture. Every pot is cut into planes as a gem is, and each plane takes the light for itself.',
    describe: (traits) =>
      `${traits['Vessel'] ?? ''} in ${lower(traits['Glaze'])}, light from the ${lower(traits['Light'])}.`,
    featured: false,
    verified: false,
    cover: 8,
    links: {},
    priceXrp: 160,
  },
  {
    slug: 'slow-signals',
    name: 'Slow Signals',
    artist: getDemoAccount('Aiko Mori'),
    taxon: 8,
    transferFee: 5000,
    count: 8,
    style: 'animated',
    format: 'gif',
    description:
      'Loops without a seam: lighthouses, strings, water. Made to be looked at for longer than one means to.',
    describe: (traits) => `${traits['Signal'] ?? ''}, ${lower(traits['Lamp'])}, ${lower(traits['Tempo'])}.`,
    featured: false,
    verified: false,
    cover: 7,
    links: {},
    priceXrp: 120,
  },
  {
    slug: 'pawn-king',
    name: 'Pawn King Series',
    ...localVerifiedSeries,
    transferFee: 5000,
    count: 6,
    style: pawnKing,
    format: 'png',
    description:
      'The smallest piece, crowned. Issuers who hold one may have their own collections verified by the marketplace.',
    describe: (traits) =>
      `${traits['Rank'] ?? ''} in ${lower(traits['Glaze'])}, light from the ${lower(traits['Light'])}.`,
    featured: false,
    verified: true,
    cover: 1,
    links: {},
    priceXrp: 300,
  },
  {
    slug: fieldStudies,
    name: 'Field Studies',
    artist: getDemoAccount('Aiko Mori'),
    taxon: 11,
    transferFee: 5000,
    count: studyCount,
    style: tidewriting,
    format: 'jpeg',
    description:
      'What a work can be besides a picture: a sound, a thing to turn, a program, a document, a drawer with several things in it. One of each.',
    describe: (traits) => `${traits['Ink'] ?? ''} on paper, and something more.`,
    featured: false,
    verified: false,
    cover: 2,
    links: {},
    priceXrp: 30,
  },
]
