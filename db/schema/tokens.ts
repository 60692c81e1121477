import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'
import { at, drops } from './columns.ts'

/**
 * Returns the sort orders of works. Works without the value sort last by a value that no work has, so that one
 * comparison finds a page.
 */
export function itemOrders(work: Record<'priceDrops' | 'listedLedger' | 'rarityRank', SQLWrapper>) {
  const up = (column: SQLWrapper) => ({ value: sql`coalesce(${column}, 999999999999999999)`, isDown: false })
  const down = (column: SQLWrapper) => ({ value: sql`coalesce(${column}, -1)`, isDown: true })
  return {
    price_inc: up(work.priceDrops),
    price_dec: down(work.priceDrops),
    listed_inc: up(work.listedLedger),
    listed_dec: down(work.listedLedger),
    // Rank 1 is the rarest, so increasing rarity begins with the most common work.
    rarity_inc: down(work.rarityRank),
    rarity_dec: up(work.rarityRank),
  }
}

/**
 * Returns the words of a name, for search. Removes other characters because the parser could interpret them: "3/100" is
 * parsed as a file name.
 */
export const wordsOf = (searchName: SQLWrapper) =>
  sql`to_tsvector('simple', regexp_replace(${searchName}, '[^[:alnum:]]+', ' ', 'g'))`

/**
 * One row per token that has ever existed on the ledger. `stateLedger` and `statePosition` identify the transaction
 * that set owner, URI and `burned`. A change is applied only if it is newer, so changes may arrive in any order.
 */
export const nfts = pgTable(
  'nfts',
  {
    id: text().primaryKey(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    flags: integer().notNull(),
    transferFee: integer('transfer_fee').notNull(),
    owner: text().notNull(),
    burned: boolean().notNull().default(false),
    /** True if the copies of a burned token's files were freed, except those that other works need. */
    filesFreed: boolean('files_freed').notNull().default(false),
    /** Hex, as on the ledger. */
    uri: text(),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull(),
    statePosition: integer('state_position').notNull(),
    mintedAt: at('minted_at'),
    name: text(),
    /** The normalized name for searches. */
    searchName: text('search_name').generatedAlwaysAs(sql`search_text(name)`),
    metadata: jsonb().$type<TokenMetadata>(),
    metadataState: text('metadata_state', { enum: ['none', 'pending', 'ready', 'failed'] }).notNull(),
    metadataTries: integer('metadata_tries').notNull().default(0),
    /** Time at which the metadata is read next. Null for a reread until someone views the token. */
    metadataDueAt: at('metadata_due_at'),
    /** Version of the reader (`metadataReader`) that has read the metadata of this URI; 0 if none has. */
    metadataReader: integer('metadata_reader').notNull().default(0),
    metadataTriedAt: at('metadata_tried_at'),
    /** Reason why the latest try failed. */
    metadataProblem: jsonb('metadata_problem').$type<MetadataProblem>(),
    /** The marketplace owner's decision about reports of adult content; null if there is none. */
    adult: boolean(),
    featuredAt: at('featured_at'),
    /** The cheapest listing that anyone can accept, fee included in the comparison. Updated by the follower. */
    priceDrops: drops('price_drops'),
    mainOfferId: text('main_offer_id'),
    listedLedger: bigint('listed_ledger', { mode: 'number' }),
    /** Sum over the token's traits of 1 / share of the collection's tokens with that value; rank 1 is the rarest. */
    rarityScore: real('rarity_score'),
    rarityRank: integer('rarity_rank'),
  },
  (table) => [
    // Items of a collection, and its statistics.
    index('nfts_collection').on(table.issuer, table.taxon, table.sequence),
    // Contains all columns that filters compare, so that items can be counted, and a few found among many, without reading
    // the table.
    index('nfts_filters')
      .on(
        table.issuer,
        table.taxon,
        table.sequence,
        table.id,
        table.owner,
        table.flags,
        table.priceDrops,
        table.listedLedger,
        table.rarityRank,
        table.searchName,
      )
      .where(sql`not ${table.burned}`),
    // Items by price, listing time and rarity, in both directions. The first row by increasing price is also the floor.
    ...Object.entries(itemOrders(table)).map(([name, { value }]) =>
      index(`nfts_by_${name}`)
        .on(table.issuer, table.taxon, value, table.sequence)
        .where(sql`not ${table.burned}`),
    ),
    // Home page: latest listings.
    index('nfts_just_listed')
      .on(table.listedLedger.desc(), table.id)
      .where(
        sql`${table.priceDrops} is not null and not ${table.burned} and ${table.listedLedger} is not null`,
      ),
    // Works of an account, also within one collection.
    index('nfts_owner_collection')
      .on(table.owner, table.issuer, table.taxon, table.id)
      .where(sql`not ${table.burned}`),
    // Search: names that begin with a text, and names that contain words.
    index('nfts_name_beginning').on(table.searchName.op('text_pattern_ops')).where(sql`not ${table.burned}`),
    index('nfts_name_words').using('gin', wordsOf(table.searchName)).where(sql`not ${table.burned}`),
    // Finds burned tokens whose copies are not freed yet.
    index('nfts_files_to_free').on(table.id).where(sql`${table.burned} and not ${table.filesFreed}`),
    // Home page: featured NFTs.
    index('nfts_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
    // Finds tokens for the metadata job: due tokens by issuer, and tokens whose metadata has not been needed yet.
    index('nfts_metadata_issuers')
      .on(table.issuer, table.metadataTries, table.metadataDueAt)
      .where(sql`${table.metadataState} = 'pending' and ${table.metadataDueAt} is not null`),
    index('nfts_metadata_due').on(table.metadataDueAt).where(sql`${table.metadataState} = 'pending'`),
    // Finds works whose metadata must be read again: viewed works first, then works for sale, then all others.
    index('nfts_metadata_again')
      .on(table.metadataDueAt)
      .where(sql`${table.metadataState} = 'ready' and ${table.metadataDueAt} is not null`),
    index('nfts_metadata_readers')
      .on(table.metadataReader, sql`(${table.priceDrops} is null)`)
      .where(sql`${table.metadataState} = 'ready' and not ${table.burned}`),
  ],
)

/** The distinct words of all names. A word with a typing error is compared with them. */
export const nameWords = pgTable('name_words', { word: text().primaryKey() }, (table) => [
  index('name_words_search').using('gin', sql`${table.word} gin_trgm_ops`),
])

/** Traits of tokens with metadata, for facets, filters and rarity. */
export const nftTraits = pgTable(
  'nft_traits',
  {
    nftId: text('nft_id').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    trait: text().notNull(),
    value: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.nftId, table.trait, table.value] }),
    // Counts for the facets of a collection, and the filter by trait.
    index('nft_traits_facets').on(table.issuer, table.taxon, table.trait, table.value, table.nftId),
  ],
)
