import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/schemas/amounts.ts'
import { at, drops, nameText } from './columns.ts'

export type CollectionLinks = Partial<
  Record<'website' | 'twitter' | 'telegram' | 'discord' | 'medium' | 'facebook', string>
>

/** Collections, identified by issuer and taxon as decoded from the NFTokenID, never by a name in metadata. */
export const collections = pgTable(
  'collections',
  {
    id: text().primaryKey(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    name: nameText().notNull(),
    /** The normalized name for searches. */
    searchName: text('search_name').generatedAlwaysAs(sql`search_text(name)`),
    description: text().notNull().default(''),
    thumbnailCid: text('thumbnail_cid'),
    royaltyPercent: text('royalty_percent').notNull().default('0'),
    links: jsonb().$type<CollectionLinks>().notNull().default({}),
    featuredAt: at('featured_at'),
    verified: boolean().notNull().default(false),
    random: boolean().notNull().default(false),
    onDemandMint: boolean('on_demand_mint').notNull().default(false),
    /** Split of the artist's revenue from on-demand works, except editions; null if the artist receives all of it. */
    splitId: uuid('split_id'),
    /** Currency of on-demand works; null for XRP. It cannot change while one of them is for sale. */
    currency: jsonb().$type<Currency>(),
    mutableNfts: boolean('mutable_nfts').notNull().default(false),
    announced: boolean().notNull().default(true),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Time at which the issuer added or last edited the collection; null if it is known only from its tokens. */
    addedAt: at('added_at'),
    /** True if the statistics must be recomputed by the job. */
    statsDue: boolean('stats_due').notNull().default(true),
    statsAt: at('stats_at'),
    /** True if the rarity must be recomputed because traits of tokens have changed. */
    rarityDue: boolean('rarity_due').notNull().default(false),
    /**
     * Number of times that statistics and rarity were marked as due. A refresh clears only the marks that it has seen.
     */
    statsMarks: integer('stats_marks').notNull().default(0),
    rarityMarks: integer('rarity_marks').notNull().default(0),
    /** Number of tokens on the ledger plus items that are not minted yet. */
    itemsCount: integer('items_count').notNull().default(0),
    mintedCount: integer('minted_count').notNull().default(0),
    ownersCount: integer('owners_count').notNull().default(0),
    listedCount: integer('listed_count').notNull().default(0),
    floorDrops: drops('floor_drops'),
    volumeDayDrops: drops('volume_day_drops').notNull().default(sql`0`),
    volumeDayBeforeDrops: drops('volume_day_before_drops').notNull().default(sql`0`),
    volumeWeekDrops: drops('volume_week_drops').notNull().default(sql`0`),
    volumeWeekBeforeDrops: drops('volume_week_before_drops').notNull().default(sql`0`),
    /** Volume since the index began. */
    volumeAllDrops: drops('volume_all_drops').notNull().default(sql`0`),
    salesCount: integer('sales_count').notNull().default(0),
    /** Sales that look like wash trades; the figures above exclude them. */
    markedDayDrops: drops('marked_day_drops').notNull().default(sql`0`),
    markedWeekDrops: drops('marked_week_drops').notNull().default(sql`0`),
    markedAllDrops: drops('marked_all_drops').notNull().default(sql`0`),
    markedSales: integer('marked_sales').notNull().default(0),
    /** The highest XRP bid that the owner of a work can accept. */
    bestOfferDrops: drops('best_offer_drops'),
    bestOfferNft: text('best_offer_nft'),
    lastSaleDrops: drops('last_sale_drops'),
    lastSaleNft: text('last_sale_nft'),
    lastSaleAt: at('last_sale_at'),
  },
  (table) => [
    // Finds the collection of a token, for every card.
    uniqueIndex('collections_issuer_taxon').on(table.issuer, table.taxon),
    // Finds collections for the statistics job: those that changed, or whose sales leave a time window.
    index('collections_stats_due').on(table.statsAt).where(sql`${table.statsDue}`),
    index('collections_name_beginning').on(table.searchName.op('text_pattern_ops')),
    index('collections_name_search').using('gin', sql`${table.searchName} gin_trgm_ops`),
    // Finds the most similar names if the search text has typing errors.
    index('collections_name_nearest').using('gist', sql`${table.searchName} gist_trgm_ops(siglen=64)`),
    // The explorer's price sort orders; collections without a floor come last.
    index('collections_floor').on(sql`coalesce(${table.floorDrops}, 999999999999999999)`, table.id),
    index('collections_floor_down').on(sql`coalesce(${table.floorDrops}, -1)`, table.id),
    // Finds the collections of an account.
    index('collections_issuer').on(table.issuer),
    index('collections_rarity_due').on(table.id).where(sql`${table.rarityDue}`),
    // Trending collections, and the explorer's sort by volume.
    index('collections_volume_week').on(table.volumeWeekDrops, table.id),
    index('collections_volume_day').on(table.volumeDayDrops, table.id),
    // Like `collections_volume_week`, but including marked sales.
    index('collections_volume_week_marked').on(
      sql`(${table.volumeWeekDrops} + ${table.markedWeekDrops})`,
      table.id,
    ),
    index('collections_volume_day_marked').on(
      sql`(${table.volumeDayDrops} + ${table.markedDayDrops})`,
      table.id,
    ),
    // Verified collections, for the art society page and the explorer.
    index('collections_verified').on(table.id).where(sql`${table.verified}`),
    // Home page: collections that are about to be announced.
    index('collections_unannounced').on(table.createdAt.desc(), table.id).where(sql`not ${table.announced}`),
    // Home page: featured collections, newest first.
    index('collections_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
  ],
)
