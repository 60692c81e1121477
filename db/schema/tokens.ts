import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import type { MetadataProblem } from '#contract/schemas/metadata-problem.ts'
import { at, drops } from './columns.ts'

/**
 * Sort orders of works. Works without the value come last with a value that no work has, so that one comparison finds a
 * page.
 */
export function itemOrders(work: Record<'priceDrops' | 'listedLedger' | 'rarityRank', SQLWrapper>) {
  const up = (column: SQLWrapper) => ({ value: sql`coalesce(${column}, 999999999999999999)`, isDown: false })
  const down = (column: SQLWrapper) => ({ value: sql`coalesce(${column}, -1)`, isDown: true })
  return {
    price_inc: up(work.priceDrops),
    price_dec: down(work.priceDrops),
    listed_inc: up(work.listedLedger),
    listed_dec: down(work.listedLedger),
    // Rank 1 is the rarest, and increasing rarity begins with the most common.
    rarity_inc: down(work.rarityRank),
    rarity_dec: up(work.rarityRank),
  }
}

/**
 * The words of a name, for search. Its other characters are removed, because they could have a meaning: "3/100" is parsed as a
 * file name.
 */
export const wordsOf = (searchName: SQLWrapper) =>
  sql`to_tsvector('simple', regexp_replace(${searchName}, '[^[:alnum:]]+', ' ', 'g'))`

/**
 * One row per token that the ledger ever showed. `stateLedger` and `statePosition` identify the transaction that set owner, URI and
 * `burned`: a change is applied only when it is newer, so changes may arrive in any order.
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
    /** Copies of the files of a burned token were freed, unless other works need them. */
    filesFreed: boolean('files_freed').notNull().default(false),
    /** Hex as on the ledger. */
    uri: text(),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull(),
    statePosition: integer('state_position').notNull(),
    mintedAt: at('minted_at'),
    name: text(),
    /** The name as search compares it. */
    searchName: text('search_name').generatedAlwaysAs(sql`search_text(name)`),
    metadata: jsonb().$type<TokenMetadata>(),
    metadataState: text('metadata_state', { enum: ['none', 'pending', 'ready', 'failed'] }).notNull(),
    metadataTries: integer('metadata_tries').notNull().default(0),
    /** When it is read next; of metadata that is read again, null until somebody looks at the token. */
    metadataDueAt: at('metadata_due_at'),
    /** This version of the reader (`metadataReader`) has read it. */
    metadataReader: integer('metadata_reader').notNull().default(0),
    metadataTriedAt: at('metadata_tried_at'),
    /** The reason why the latest try failed. */
    metadataProblem: jsonb('metadata_problem').$type<MetadataProblem>(),
    /** The marketplace owner's decision about reports of adult content; null before one. */
    adult: boolean(),
    featuredAt: at('featured_at'),
    /** The cheapest listing that anyone can accept, compared with the fee included; updated by the follower. */
    priceDrops: drops('price_drops'),
    mainOfferId: text('main_offer_id'),
    listedLedger: bigint('listed_ledger', { mode: 'number' }),
    /** Sum over its traits of 1 / share of the collection's tokens with that value; rank 1 is the rarest. */
    rarityScore: real('rarity_score'),
    rarityRank: integer('rarity_rank'),
  },
  (table) => [
    // Items of a collection, and its statistics.
    index('nfts_collection').on(table.issuer, table.taxon, table.sequence),
    // All columns that filters compare, so that items are counted, and a few among many are found, without reading the tokens
    // themselves.
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
    // Items by price, listing time and rarity, up and down. The first row in the order of rising prices is also the floor.
    ...Object.entries(itemOrders(table)).map(([name, { value }]) =>
      index(`nfts_by_${name}`)
        .on(table.issuer, table.taxon, value, table.sequence)
        .where(sql`not ${table.burned}`),
    ),
    // Home: the latest listings.
    index('nfts_just_listed')
      .on(table.listedLedger.desc(), table.id)
      .where(
        sql`${table.priceDrops} is not null and not ${table.burned} and ${table.listedLedger} is not null`,
      ),
    // Works of an account, also of one collection.
    index('nfts_owner_collection')
      .on(table.owner, table.issuer, table.taxon, table.id)
      .where(sql`not ${table.burned}`),
    // Search: names that begin with a text, and names with words.
    index('nfts_name_beginning').on(table.searchName.op('text_pattern_ops')).where(sql`not ${table.burned}`),
    index('nfts_name_words').using('gin', wordsOf(table.searchName)).where(sql`not ${table.burned}`),
    // The job: burned tokens whose copies are not freed yet.
    index('nfts_files_to_free').on(table.id).where(sql`${table.burned} and not ${table.filesFreed}`),
    // Home: featured NFTs.
    index('nfts_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
    // The metadata job: due tokens by issuer, and tokens that nobody has needed yet.
    index('nfts_metadata_issuers')
      .on(table.issuer, table.metadataTries, table.metadataDueAt)
      .where(sql`${table.metadataState} = 'pending' and ${table.metadataDueAt} is not null`),
    index('nfts_metadata_due').on(table.metadataDueAt).where(sql`${table.metadataState} = 'pending'`),
    // Works are read again: those that somebody has looked at, then those for sale, then all others.
    index('nfts_metadata_again')
      .on(table.metadataDueAt)
      .where(sql`${table.metadataState} = 'ready' and ${table.metadataDueAt} is not null`),
    index('nfts_metadata_readers')
      .on(table.metadataReader, sql`(${table.priceDrops} is null)`)
      .where(sql`${table.metadataState} = 'ready' and not ${table.burned}`),
  ],
)

/** The words of all names, each once. A word with a typing error is compared with them. */
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
    // Facets of a collection with counts, and the filter by trait.
    index('nft_traits_facets').on(table.issuer, table.taxon, table.trait, table.value, table.nftId),
  ],
)
