import sharp from 'sharp'
import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { notNull } from '#tests/support/state.ts'

export interface Gallery {
  world: TestWorld
  artist: DemoAccount
  collector: DemoAccount
  /** The featured work, listed at 120 XRP. */
  work: string
  /** The work that is on auction. */
  lot: string
  /** The work that is not for sale. */
  unlisted: string
}

export const workName = 'Midnight Orchard #12'
export const explorerLink = 'https://explorer.example/transactions/{hash}'
export const explorerOffer = 'https://explorer.example/offers/{offer}'

export async function paint(world: TestWorld, background: string): Promise<string> {
  const picture = await sharp({ create: { width: 800, height: 1000, channels: 3, background } })
    .png()
    .toBuffer()
  return world.pin(new Uint8Array(picture))
}

/**
 * Opens a small gallery: one collection of a few works, one of them featured with a listing and a bid, one on auction.
 */
export async function openGallery(): Promise<Gallery> {
  const world = await createTestWorld({
    runtime: true,
    cronOnTimer: true,
    bindings: {
      LINK_EXPLORER_TRANSACTION: explorerLink,
      LINK_EXPLORER_OFFER: explorerOffer,
      FIAT_RATES: 'EUR=0.92@2026-11-01',
    },
  })
  const artist = await world.fund('Mara')
  const collector = await world.fund('Jonas', 5000)
  await openForBusiness(world)
  const works: string[] = []
  for (const [i, colour] of ['#274060', '#7a3b2e', '#2f5d50'].entries()) {
    const metadata = {
      schema: 'ipfs://art',
      nftType: 'art.v0',
      name: `Midnight Orchard #${12 + i}`,
      description: 'An orchard at night.',
      image: `ipfs://${await paint(world, colour)}`,
      attributes: [{ trait_type: 'Moon', value: i === 0 ? 'Waning' : 'Full' }],
    }
    works.push(await world.mint(artist, { taxon: 3, transferFee: 5000, metadata }))
  }
  const [work = '', second = '', unlisted = ''] = works
  const toMarketplace = { destination: world.marketplace.address }
  await world.list(artist, work, 120_000_000n, toMarketplace)
  await world.bid(collector, artist.address, work, 90_000_000n, toMarketplace)
  const lot = await world.list(artist, second, 50_000_000n, toMarketplace)
  await world.addAuction({
    offer_id: lot,
    nft_id: second,
    seller: artist.address,
    start_amount: '"50000000"',
    ends_at: new Date(Date.now() + 5 * 3_600_000),
    state: 'running',
  })
  await world.addCollection({
    id: 'orchard',
    issuer: artist.address,
    taxon: 3,
    name: 'Midnight Orchard',
    description: 'Trees at night',
    featured_at: new Date(),
    verified: true,
  })
  await cronUntil(world, 'the works are on show', async () => {
    await world.changeToken(work, { featured_at: new Date() })
    const featured = await world.hasRow('nfts', { id: work })
    // The cron may have indexed the lot as a listing before its auction row was written.
    if (await world.hasRow('nfts', { main_offer_id: lot })) {
      await world.changeRows(
        'nfts',
        { main_offer_id: lot },
        { price_drops: null, main_offer_id: null, listed_ledger: null },
      )
      await world.changeRows('collections', {}, { stats_due: true })
    }
    const ready = await world.countRows('nfts', { metadata_state: 'ready' })
    const listed = await world.countRows('nfts', { price_drops: notNull })
    const counted = await world.hasRow('collections', { items_count: 3, listed_count: 1 })
    return featured && ready === 3 && listed === 1 && counted
  })
  return { world, artist, collector, work, lot: second, unlisted }
}
