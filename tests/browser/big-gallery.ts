import type { DemoAccount } from '#local/signer/types.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness } from '#tests/worker/helpers.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { notNull, secondsAgo } from '#tests/support/state.ts'

export const worksCount = 60
export const listedCount = 20
/** Number of collections without works, besides the orchard and the harbour. */
export const seriesCount = 28
const outsideLinks = {
  LINK_SISTER_MARKETPLACE: 'https://sister.example/',
  LINK_STAKING: 'https://staking.example/',
  LINK_DISCORD: 'https://discord.example/',
  LINK_EXPLORER_ACCOUNT: 'https://explorer.example/accounts/{account}',
  LINK_EXPLORER_TRANSACTION: 'https://explorer.example/transactions/{hash}',
}
const longDescription = 'Trees at night, each of them drawn from memory and printed once, never again.'

const moods = ['calm', 'calm', 'calm', 'wild']

export async function openEmptyMarketplace(): Promise<TestWorld> {
  const world = await createTestWorld({ runtime: true, bindings: outsideLinks })
  await openForBusiness(world)
  return world
}

async function mintMany(world: TestWorld, artist: DemoAccount, taxon: number, works: object[]) {
  const contents = await Promise.all(works.map((work) => world.pin(JSON.stringify(work))))
  for (const cid of contents) {
    await world.ledger.send(artist, {
      TransactionType: 'NFTokenMint',
      NFTokenTaxon: taxon,
      Flags: nftokenFlags.transferable,
      URI: Buffer.from(`ipfs://${cid}`).toString('hex').toUpperCase(),
    })
  }
}

/**
 * Creates sixty works of the Midnight Orchard (1 to 20 at 1 to 20 XRP, 60 on auction), three of Silent Harbour, and
 * many collections that exist only in the index. Returns the works of the orchard by name.
 */
export async function fillGallery(
  world: TestWorld,
): Promise<{ artist: DemoAccount; ids: Map<string, string> }> {
  const artist = await world.fund('Mara')
  await mintMany(
    world,
    artist,
    7,
    Array.from({ length: worksCount }, (_, i) => ({
      name: `Orchard ${i + 1}`,
      attributes: [
        { trait_type: 'Mood', value: moods[i % 4] },
        { trait_type: 'Hour', value: `${i % 6} o'clock` },
      ],
    })),
  )
  await mintMany(
    world,
    artist,
    8,
    ['Pier', 'Crane', 'Buoy'].map((name) => ({ name })),
  )
  await world.ledger.settle()
  for (const [id, taxon, name, description] of [
    ['orchard', 7, 'Midnight Orchard', longDescription],
    ['harbour', 8, 'Silent Harbour', 'Ships that wait.'],
  ]) {
    await world.addCollection({ id, issuer: artist.address, taxon, name, description, verified: true })
  }
  await cronUntil(world, 'the works are known', async () => {
    return (await world.countRows('nfts', { metadata_state: 'ready' })) === worksCount + 3
  })
  const rows = await world.rowsOf('nfts', { taxon: 7 })
  const ids = new Map(rows.map(({ id, name }) => [String(name), String(id)]))
  const idOf = (i: number) => ids.get(`Orchard ${i}`) ?? ''

  const toMarketplace = { destination: world.marketplace.address }
  for (let i = 1; i <= listedCount; i += 1) {
    await world.ledger.send(artist, {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: idOf(i),
      Flags: tfSellNFToken,
      Amount: String(i * 1_000_000),
      Destination: world.marketplace.address,
    })
  }
  await world.ledger.settle()
  const lot = await world.list(artist, idOf(worksCount), 50_000_000n, toMarketplace)
  await world.addAuction({
    offer_id: lot,
    nft_id: idOf(worksCount),
    seller: artist.address,
    start_amount: '"50000000"',
    ends_at: new Date(Date.now() + 5 * 3_600_000),
    state: 'running',
  })
  await cronUntil(world, 'listings, ranks and statistics', async () => {
    const listed = await world.countRows('nfts', { taxon: 7, price_drops: notNull })
    const ranked = await world.countRows('nfts', { taxon: 7, rarity_rank: notNull })
    const stats = await world.rowsOf('collections', {
      id: 'orchard',
      items_count: worksCount,
      listed_count: listedCount,
    })
    return listed === listedCount && ranked === worksCount && stats.length > 0
  })
  // No jobs run from here on, so that the rows written below stay unchanged.
  await world.query(
    "insert into collections (id, issuer, taxon, name, items_count, floor_drops, stats_due) select 'series-' || i, $1, 100 + i, 'Series ' || i, i, i * 100000000::numeric, false from generate_series(1, $2::int) i",
    [artist.address, seriesCount],
  )
  await world.changeCollection('orchard', {
    featured_at: new Date(),
    volume_day_drops: 5000000,
    volume_week_drops: 9000000,
  })
  await world.changeCollection('harbour', { volume_week_drops: 90000000 })
  for (const i of [1, 2, 3]) await world.changeToken(idOf(i), { featured_at: secondsAgo(i) })
  return { artist, ids }
}
