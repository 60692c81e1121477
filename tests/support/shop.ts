import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Currency } from '#contract/schemas/amounts.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import type { TestWorld } from './test-world.ts'

export interface ShopOptions {
  random?: boolean
  announced?: boolean
  taxon?: number
  items?: number
  priceDrops?: bigint
  /** In units of 1/100,000. */
  transferFee?: number
  /** True if the artist authorises the marketplace to mint. */
  authorised?: boolean
  /**
   * True to make the items of a random collection drawable immediately. By default true if it has items and is
   * announced.
   */
  drawable?: boolean
  /** Currency of the prices, which are in its millionths; XRP if omitted. */
  currency?: Currency
}

export interface Shop {
  artist: DemoAccount
  collectionId: string
  taxon: number
  items: string[]
}

let taxons = 500

/**
 * Runs the cron until every item of a random collection can be drawn, for which the marketplace needs tickets. Dates
 * the items back, as if they had been added some time ago.
 */
export async function drawable(world: TestWorld, collectionId: string): Promise<void> {
  await world.makeOlder('demand_items', 2, ['created_at', 'listed_at'], {
    collection_id: collectionId,
    draw_epoch: null,
  })
  const deadline = Date.now() + 60_000
  for (;;) {
    const waiting = await world.query(
      `select 1 from demand_items i left join draw_epochs e on e.collection_id = i.collection_id and e.number = i.draw_epoch
       where i.collection_id = $1 and i.state = 'for_sale' and (e.state is null or e.state <> 'open')`,
      [collectionId],
    )
    if (waiting.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`Nothing can be drawn.\n${world.workerLog.slice(-10).join('\n')}`)
    await world.cron()
    await wait(50)
  }
}

/** Creates an artist who has authorized the marketplace, with a collection of on-demand items at one price. */
export async function openShop(world: TestWorld, options: ShopOptions = {}): Promise<Shop> {
  const {
    random = false,
    announced = true,
    items = 1,
    priceDrops = 100_000_000n,
    transferFee = 5000,
    currency = null,
  } = options
  taxons += 1
  const taxon = options.taxon ?? taxons
  const artist = await world.fund(`Artist ${taxon}`)
  if (options.authorised !== false) {
    await world.run(artist, {
      TransactionType: 'AccountSet',
      NFTokenMinter: world.marketplace.address,
      SetFlag: 10,
    })
  }
  const collectionId = `shop-${taxon}`
  await world.addCollection({
    id: collectionId,
    issuer: artist.address,
    taxon,
    name: `Shop ${taxon}`,
    on_demand_mint: true,
    random,
    announced,
    currency: currency === null ? null : JSON.stringify(currency),
  })
  const ids = Array.from({ length: items }, () => randomUUID())
  await Promise.all(
    ids.map(async (id, place) => {
      const metadata = {
        name: `Secret of ${collectionId} ${place}`,
        description: 'Nobody knows.',
        image: null,
        animation: null,
        attachment: null,
        files: [],
        attributes: [{ trait_type: 'Depth', value: `secret-trait-${place}` }],
        moreAttributes: 0,
        collection: null,
        explicit: false,
      }
      const document = JSON.stringify({ ...metadata, salt: id })
      const cid = random ? await cidOf(new TextEncoder().encode(document)) : await world.pin(document)
      await world.query(
        `insert into demand_items (id, collection_id, issuer, taxon, transfer_fee, flags, name, metadata, document, metadata_cid, files, hidden, price_drops, currency, state, published_at)
         values ($1, $2, $3, $4, $5, 8, $6, $7, $8, $9, '[]', $10, $11, $12, 'for_sale', null)`,
        [
          id,
          collectionId,
          artist.address,
          taxon,
          transferFee,
          metadata.name,
          JSON.stringify(metadata),
          document,
          cid,
          random,
          priceDrops.toString(),
          currency === null ? null : JSON.stringify(currency),
        ],
      )
    }),
  )
  if (options.drawable ?? (random && announced && items > 0)) await drawable(world, collectionId)
  return { artist, collectionId, taxon, items: ids }
}
