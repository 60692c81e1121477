import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { HistoryType, OfferProblem, TokenMetadata } from '#worker/contract/nfts.ts'
import { amountJson, at, drops } from './columns.ts'

export type CollectionLinks = Partial<
  Record<'website' | 'twitter' | 'telegram' | 'discord' | 'medium' | 'facebook', string>
>

/** A collection is issuer + taxon as decoded from the NFTokenID, never a name in metadata. */
export const collections = pgTable(
  'collections',
  {
    id: text().primaryKey(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    thumbnailCid: text('thumbnail_cid'),
    royaltyPercent: text('royalty_percent').notNull().default('0'),
    links: jsonb().$type<CollectionLinks>().notNull().default({}),
    featuredAt: at('featured_at'),
    verified: boolean().notNull().default(false),
    random: boolean().notNull().default(false),
    onDemandMint: boolean('on_demand_mint').notNull().default(false),
    mutableNfts: boolean('mutable_nfts').notNull().default(false),
    announced: boolean().notNull().default(true),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When its issuer added or edited it; null for one that is only known from its tokens. */
    addedAt: at('added_at'),
    /** Statistics, worked out again by a job whenever `statsDue` is set. */
    statsDue: boolean('stats_due').notNull().default(true),
    statsAt: at('stats_at'),
    /** Set when traits of its tokens changed: rarity is worked out again. */
    rarityDue: boolean('rarity_due').notNull().default(false),
    /** On the ledger, and still to be minted on demand. */
    itemsCount: integer('items_count').notNull().default(0),
    mintedCount: integer('minted_count').notNull().default(0),
    ownersCount: integer('owners_count').notNull().default(0),
    listedCount: integer('listed_count').notNull().default(0),
    floorDrops: drops('floor_drops'),
    volumeDayDrops: drops('volume_day_drops').notNull().default(sql`0`),
    volumeDayBeforeDrops: drops('volume_day_before_drops').notNull().default(sql`0`),
    volumeWeekDrops: drops('volume_week_drops').notNull().default(sql`0`),
    volumeWeekBeforeDrops: drops('volume_week_before_drops').notNull().default(sql`0`),
  },
  (table) => [
    // The collection of a token, on every card.
    uniqueIndex('collections_issuer_taxon').on(table.issuer, table.taxon),
    // The statistics job: what changed, and what has sales that grow old.
    index('collections_stats_due').on(table.statsAt).where(sql`${table.statsDue}`),
    index('collections_name_search').using('gin', sql`search_text(${table.name}) gin_trgm_ops`),
    // The explorer's sort by price.
    index('collections_floor').on(table.floorDrops, table.id),
    // Collections of an account.
    index('collections_issuer').on(table.issuer),
    index('collections_rarity_due').on(table.id).where(sql`${table.rarityDue}`),
    // Trending, and the explorer's sort by volume.
    index('collections_volume_week').on(table.volumeWeekDrops, table.id),
    index('collections_volume_day').on(table.volumeDayDrops, table.id),
    // Verified collections, for the art society and the explorer.
    index('collections_verified').on(table.id).where(sql`${table.verified}`),
    // Home: featured collections, newest first.
    index('collections_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
  ],
)

/**
 * One row a token that the ledger ever showed us. `stateLedger` and `statePosition` say which transaction owner, URI and
 * `burned` are from: a change is applied only when it is newer, so the order in which changes arrive does not matter.
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
    /** The cheapest listing that anyone can take, fee included in the comparison; kept by the follower. */
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
    // The same by time of listing and by rarity.
    index('nfts_collection_listed')
      .on(table.issuer, table.taxon, table.listedLedger, table.id)
      .where(sql`not ${table.burned}`),
    index('nfts_collection_rarity')
      .on(table.issuer, table.taxon, table.rarityRank, table.id)
      .where(sql`not ${table.burned}`),
    // Works of an account.
    index('nfts_owner').on(table.owner, table.id),
    // Search by name: typing errors and accents are forgiven.
    index('nfts_name_search').using('gin', sql`search_text(${table.name}) gin_trgm_ops`),
    // Home: featured NFTs.
    index('nfts_featured').on(table.featuredAt.desc()).where(sql`${table.featuredAt} is not null`),
    // The metadata job: what is due next.
    index('nfts_metadata_due').on(table.metadataDueAt).where(sql`${table.metadataState} = 'pending'`),
  ],
)

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

/** NFTokenOffer entries. An index is never used twice on the ledger, so an offer that has ended stays ended. */
export const offers = pgTable(
  'offers',
  {
    id: text().primaryKey(),
    nftId: text('nft_id').notNull(),
    owner: text().notNull(),
    isSell: boolean('is_sell').notNull(),
    amount: amountJson().notNull(),
    /** Set for XRP only. */
    amountDrops: drops('amount_drops'),
    destination: text(),
    expiration: bigint({ mode: 'number' }),
    state: text({ enum: ['open', 'accepted', 'cancelled'] }).notNull(),
    createdLedger: bigint('created_ledger', { mode: 'number' }).notNull(),
    endedLedger: bigint('ended_ledger', { mode: 'number' }),
    /** Why it cannot be taken at the ledger of the cursor; null when it can. Kept by the follower. */
    problem: text().$type<OfferProblem>(),
  },
  (table) => [
    // Offers in an issued currency, to judge again when its issuer or a trust line changes.
    index('offers_open_issued')
      .on(sql`(${table.amount}->>'issuer')`, sql`(${table.amount}->>'currency')`)
      .where(sql`${table.state} = 'open' and ${table.amountDrops} is null`),
    // What expires with a ledger's close time.
    index('offers_open_expiration')
      .on(table.expiration)
      .where(
        sql`${table.state} = 'open' and ${table.expiration} is not null and ${table.problem} is distinct from 'expired'`,
      ),
    // The offers of a token, its listing price and its auction's bids.
    index('offers_open_nft')
      .on(table.nftId, table.isSell, table.amountDrops)
      .where(sql`${table.state} = 'open'`),
    // An account's own offers, and whose bids to check again when its balance changes.
    index('offers_open_owner').on(table.owner).where(sql`${table.state} = 'open'`),
    // Offers addressed to an account.
    index('offers_open_destination').on(table.destination).where(sql`${table.state} = 'open'`),
  ],
)

export const auctions = pgTable(
  'auctions',
  {
    offerId: text('offer_id').primaryKey(),
    nftId: text('nft_id').notNull(),
    seller: text().notNull(),
    /** XRP, or any currency that the marketplace brokers; bids count in the same one. */
    startAmount: amountJson('start_amount').notNull(),
    endsAt: at('ends_at').notNull(),
    state: text({ enum: ['running', 'settled', 'cancelled'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The auction of a token; there is one at a time.
    uniqueIndex('auctions_one_running').on(table.nftId).where(sql`${table.state} = 'running'`),
    // Home and settlement: running auctions by end.
    index('auctions_running').on(table.endsAt).where(sql`${table.state} = 'running'`),
  ],
)

/** What happened to a token, in ledger order. A transaction may tell several things of several tokens. */
export const history = pgTable(
  'history',
  {
    nftId: text('nft_id').notNull(),
    txid: text().notNull(),
    type: text().$type<HistoryType>().notNull(),
    /** The offer concerned; the empty text for events without one. */
    offerId: text('offer_id').notNull().default(''),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    closedAt: at('closed_at').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    seller: text(),
    buyer: text(),
    amount: amountJson(),
    amountDrops: drops('amount_drops'),
    brokerFeeDrops: drops('broker_fee_drops'),
    royaltyDrops: drops('royalty_drops'),
  },
  (table) => [
    primaryKey({ columns: [table.nftId, table.txid, table.type, table.offerId] }),
    // The history of a token, newest first.
    index('history_nft').on(table.nftId, table.ledgerIndex.desc(), table.position.desc()),
    // The activity list of a collection.
    index('history_collection').on(
      table.issuer,
      table.taxon,
      table.ledgerIndex.desc(),
      table.position.desc(),
    ),
    // What an account sold and bought, and whether two accounts ever dealt with each other.
    index('history_seller')
      .on(table.seller, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    index('history_buyer')
      .on(table.buyer, table.ledgerIndex.desc(), table.position.desc())
      .where(sql`${table.type} in ('sale', 'transfer')`),
    // Volume of a collection over a window.
    index('history_collection_sales')
      .on(table.issuer, table.taxon, table.closedAt)
      .where(sql`${table.type} = 'sale'`),
    // Trending: sales of a window over all collections.
    index('history_sales_closed').on(table.closedAt).where(sql`${table.type} = 'sale'`),
  ],
)

/** A file we hold or know of, by its CID. */
export const media = pgTable('media', {
  cid: text().primaryKey(),
  s3Key: text('s3_key'),
  contentType: text('content_type').notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  width: integer(),
  height: integer(),
  color: text(),
  pinnedAt: at('pinned_at'),
  createdAt: at('created_at').notNull().defaultNow(),
})
