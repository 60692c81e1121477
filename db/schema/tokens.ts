import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import type { TokenMetadata } from '#worker/contract/nfts.ts'
import { at, drops } from './columns.ts'

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
    /** Hex as on the ledger. */
    uri: text(),
    stateLedger: bigint('state_ledger', { mode: 'number' }).notNull(),
    statePosition: integer('state_position').notNull(),
    mintedAt: at('minted_at'),
    name: text(),
    metadata: jsonb().$type<TokenMetadata>(),
    metadataState: text('metadata_state', { enum: ['none', 'pending', 'ready', 'failed'] }).notNull(),
    metadataTries: integer('metadata_tries').notNull().default(0),
    metadataDueAt: at('metadata_due_at'),
    featuredAt: at('featured_at'),
    /** The cheapest listing that anyone can accept, compared with the fee included; kept up to date by the follower. */
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
    // Items of a collection by price, and its floor.
    index('nfts_collection_price')
      .on(table.issuer, table.taxon, table.priceDrops, table.id)
      .where(sql`not ${table.burned}`),
    // What is listed by others than the artist, and by price.
    index('nfts_collection_sale')
      .on(table.issuer, table.taxon, table.priceDrops, table.id)
      .where(
        sql`not ${table.burned} and ${table.priceDrops} is not null and ${table.owner} <> ${table.issuer}`,
      ),
    // The same as all items, by listing time and by rarity.
    index('nfts_collection_listed')
      .on(table.issuer, table.taxon, table.listedLedger, table.id)
      .where(sql`not ${table.burned}`),
    index('nfts_collection_rarity')
      .on(table.issuer, table.taxon, table.rarityRank, table.id)
      .where(sql`not ${table.burned}`),
    // Home: what was listed last.
    index('nfts_just_listed')
      .on(table.listedLedger.desc(), table.id)
      .where(
        sql`${table.priceDrops} is not null and not ${table.burned} and ${table.listedLedger} is not null`,
      ),
    // Works of an account, also of one collection.
    index('nfts_owner_collection')
      .on(table.owner, table.issuer, table.taxon, table.id)
      .where(sql`not ${table.burned}`),
    // Search: the works of a name, by number. With the name itself, works are read from it alone.
    index('nfts_name_stem')
      .on(sql`name_stem(${table.name})`, sql`name_number(${table.name})`, table.id, table.name)
      .where(sql`not ${table.burned}`),
    // Home: featured NFTs.
    index('nfts_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
    // The metadata job: what is due, issuer by issuer, and what nobody has needed yet.
    index('nfts_metadata_issuers')
      .on(table.issuer, table.metadataTries, table.metadataDueAt)
      .where(sql`${table.metadataState} = 'pending' and ${table.metadataDueAt} is not null`),
    index('nfts_metadata_due').on(table.metadataDueAt).where(sql`${table.metadataState} = 'pending'`),
  ],
)

/**
 * Names of tokens without their number, each once: "midnight orchard" for a series of ten thousand. Search compares a text with these
 * and not with every name. One that no token has any more finds nothing and costs nothing.
 */
export const nameStems = pgTable(
  'name_stems',
  {
    stem: text().primaryKey(),
    words: text().array().generatedAlwaysAs(sql`words_of_name(stem)`),
  },
  (table) => [
    // Names that begin with a text, and names with all of some words.
    index('name_stems_beginning').on(table.stem.op('text_pattern_ops')),
    index('name_stems_words').using('gin', table.words),
  ],
)

/**
 * Names by each of their words and by each two of them (`word_keys`), in order: reading the first few names of common words stops there,
 * which the index of arrays cannot.
 */
export const nameStemWords = pgTable(
  'name_stem_words',
  { word: text().notNull(), stem: text().notNull() },
  (table) => [primaryKey({ columns: [table.word, table.stem] })],
)

/** The words of these names, each once: a word with typing errors is compared with them. */
export const nameWords = pgTable('name_words', { word: text().primaryKey() }, (table) => [
  // Words that are a typing error away: both become the same when a letter is left out, or one becomes the other.
  index('name_words_deletions').using('gin', sql`word_deletions(${table.word})`),
  // Words that share trigrams.
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
