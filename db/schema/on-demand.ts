import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/schemas/amounts.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import { at, drops } from './columns.ts'

export const demandStates = ['draft', 'for_sale', 'sold', 'removed'] as const

/**
 * Items that are minted when they are bought. An unsold item with a `tokenId` is inventory: minted for a buyer who did not pay,
 * held by the marketplace, and sold to the next buyer without another mint.
 */
export const demandItems = pgTable(
  'demand_items',
  {
    /** The contract's nftDatabaseID. */
    id: uuid().primaryKey(),
    collectionId: text('collection_id').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** The fee in units of 1/100,000. */
    transferFee: integer('transfer_fee').notNull(),
    /** Flags of the NFTokenMint transaction. */
    flags: integer().notNull(),
    name: text().notNull(),
    metadata: jsonb().$type<TokenMetadata>().notNull(),
    /** The metadata file, byte for byte, because its CID is in the token's URI. */
    document: text().notNull(),
    metadataCid: text('metadata_cid').notNull(),
    /** CIDs of the images and videos that the metadata names. */
    files: jsonb().$type<string[]>().notNull(),
    /** The item is in a random collection: nothing about it is disclosed, served or pinned before it is sold. */
    hidden: boolean().notNull(),
    /** In millionths of its currency. Null while it has no price and is not for sale. */
    priceDrops: drops('price_drops'),
    /** The currency of the price; null for XRP. */
    currency: jsonb().$type<Currency>(),
    state: text({ enum: demandStates }).notNull(),
    tokenId: text('token_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    listedAt: at('listed_at'),
    soldAt: at('sold_at'),
    /** When files and metadata of a hidden item were revealed, after its sale. */
    publishedAt: at('published_at'),
    /** When the inventory of a removed item was burned. */
    burnedAt: at('burned_at'),
    /** The epoch in which the item can be drawn, in a random collection. Its position there is sealed. */
    drawEpoch: integer('draw_epoch'),
    /** The edition that it is a print of, and its number there, from 1. A print has no price of its own. */
    editionId: uuid('edition_id'),
    number: integer(),
    /** When the number of all prints was written into a print of a closed open edition, or given up. */
    totalAt: at('total_at'),
  },
  (table) => [
    // Items for sale in a collection, also for draws.
    index('demand_items_for_sale').on(table.collectionId, table.id).where(sql`${table.state} = 'for_sale'`),
    // Items in the list of a collection, beside its tokens.
    index('demand_items_unsold')
      .on(table.issuer, table.taxon)
      .where(sql`${table.state} in ('draft', 'for_sale')`),
    // Works of an artist that are minted and unpaid.
    index('demand_items_inventory')
      .on(table.issuer)
      .where(sql`${table.tokenId} is not null and ${table.state} in ('draft', 'for_sale')`),
    // The item behind a token.
    uniqueIndex('demand_items_token').on(table.tokenId).where(sql`${table.tokenId} is not null`),
    // Items still to be revealed or burned.
    index('demand_items_unrevealed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'sold' and ${table.hidden} and ${table.publishedAt} is null`),
    index('demand_items_to_burn')
      .on(table.createdAt)
      .where(sql`${table.state} = 'removed' and ${table.tokenId} is not null and ${table.burnedAt} is null`),
    uniqueIndex('demand_items_print')
      .on(table.editionId, table.number)
      .where(sql`${table.editionId} is not null`),
    // Prints of an edition that can be reserved, the lowest number first.
    index('demand_items_free_prints')
      .on(table.editionId, table.number)
      .where(sql`${table.editionId} is not null and ${table.state} = 'for_sale'`),
    // Sold prints whose metadata is not published yet.
    index('demand_items_unpublished_prints')
      .on(table.createdAt)
      .where(
        sql`${table.state} = 'sold' and ${table.editionId} is not null and ${table.publishedAt} is null`,
      ),
    // Sold prints whose number was not written with that of all prints.
    index('demand_items_without_total')
      .on(table.editionId)
      .where(
        sql`${table.state} = 'sold' and ${table.editionId} is not null and ${table.publishedAt} is not null and ${table.totalAt} is null`,
      ),
    // Items that wait for an epoch, and items of one that are no longer for sale.
    index('demand_items_undrawn')
      .on(table.collectionId)
      .where(sql`${table.hidden} and ${table.state} = 'for_sale' and ${table.drawEpoch} is null`),
    index('demand_items_withdrawn')
      .on(table.collectionId)
      .where(sql`${table.state} = 'removed' and ${table.drawEpoch} is not null`),
  ],
)

export const reservationStates = ['reserved', 'offered', 'cancelling', 'sold', 'released'] as const

/**
 * Purchases from an issuer, from the reservation on: an on-demand item (`itemId`), or a token that the issuer has listed (`nftId`
 * alone). The first three states are open.
 */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid().primaryKey(),
    collectionId: text('collection_id').notNull(),
    buyer: text().notNull(),
    itemId: uuid('item_id'),
    nftId: text('nft_id'),
    /** True if it was drawn. */
    random: boolean().notNull(),
    /** The edition and its phase (from 0) in which a print was reserved, and the work that let its holder buy. */
    editionId: uuid('edition_id'),
    phase: integer('phase'),
    holderNft: text('holder_nft'),
    /**
     * The split of the artist's part at the moment of the reservation; null where the artist gets it alone, and for prints that were
     * reserved before there were splits: theirs is that of the edition.
     */
    splitId: uuid('split_id'),
    /** Number of a verifiable draw, which has no item until it is made. */
    drawNumber: integer('draw_number'),
    priceDrops: drops('price_drops'),
    currency: jsonb().$type<Currency>(),
    state: text({ enum: reservationStates }).notNull(),
    /** The buyer's deadline for payment. */
    until: at('until').notNull(),
    /** The marketplace's sell offer to the buyer. */
    offerId: text('offer_id'),
    signRequestId: uuid('sign_request_id').notNull(),
    /** The presigned part by which it is sold in one transaction; it ends with the part. */
    partId: uuid('part_id'),
    /** Released although the buyer could have paid; limited to three per day. */
    unpaid: boolean().notNull().default(false),
    /** The reason for its release, as text. */
    message: jsonb().$type<Sentence>(),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (table) => [
    // Nothing is reserved for two buyers, and a buyer has at most one reservation per collection.
    uniqueIndex('reservations_item')
      .on(table.itemId)
      .where(sql`${table.itemId} is not null and ${table.state} in ('reserved', 'offered', 'cancelling')`),
    uniqueIndex('reservations_token')
      .on(table.nftId)
      .where(sql`${table.nftId} is not null and ${table.state} in ('reserved', 'offered', 'cancelling')`),
    uniqueIndex('reservations_buyer')
      .on(table.buyer, table.collectionId)
      .where(sql`${table.state} in ('reserved', 'offered', 'cancelling')`),
    // A work lets its holder buy once in a phase.
    uniqueIndex('reservations_holder')
      .on(table.editionId, table.phase, table.holderNft)
      .where(
        sql`${table.holderNft} is not null and ${table.state} in ('reserved', 'offered', 'cancelling', 'sold')`,
      ),
    // The purchases of an account in an edition.
    index('reservations_edition').on(table.editionId, table.buyer).where(sql`${table.editionId} is not null`),
    index('reservations_split').on(table.splitId).where(sql`${table.splitId} is not null`),
    // A cart may reserve several works for one request.
    index('reservations_sign_request').on(table.signRequestId),
    index('reservations_part').on(table.partId).where(sql`${table.partId} is not null`),
    // An item is sold at most once.
    uniqueIndex('reservations_item_sold')
      .on(table.itemId)
      .where(sql`${table.itemId} is not null and ${table.state} = 'sold'`),
    // Purchases of an account in a collection (whitelist), its last draw, and its unpaid ones of a day.
    index('reservations_purchases').on(table.collectionId, table.buyer, table.createdAt.desc()),
    index('reservations_unpaid').on(table.buyer, table.createdAt).where(sql`${table.unpaid}`),
    // The sweep.
    index('reservations_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('reserved', 'offered', 'cancelling')`),
  ],
)

/** The artist's part of an on-demand sale, which the marketplace owes: one row per sale or, where it is shared, per payee. Each is paid once. */
export const payouts = pgTable(
  'payouts',
  {
    reservationId: uuid('reservation_id').notNull(),
    /** Place among the payees, from 0. */
    place: integer().notNull().default(0),
    /** The account that is paid: the artist, or a payee. */
    artist: text().notNull(),
    /** The artist of a shared part; null where it is not shared. */
    creator: text(),
    collectionId: text('collection_id').notNull(),
    nftId: text('nft_id').notNull(),
    /** Price less fee less the royalty that the ledger has already paid, or a share of that. */
    amountDrops: drops('amount_drops').notNull(),
    priceDrops: drops('price_drops').notNull(),
    feeDrops: drops('fee_drops').notNull(),
    royaltyDrops: drops('royalty_drops').notNull(),
    /** The currency of the amounts; null for XRP. */
    currency: jsonb().$type<Currency>(),
    state: text({ enum: ['owed', 'paid'] }).notNull(),
    /** Incremented when the ledger refuses a payment for good. */
    attempt: integer().notNull().default(1),
    /** The latest refusal. */
    result: text(),
    txid: text(),
    dueAt: at('due_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
  },
  (table) => [
    primaryKey({ columns: [table.reservationId, table.place] }),
    index('payouts_due').on(table.dueAt).where(sql`${table.state} = 'owed'`),
    index('payouts_artist').on(table.artist, table.createdAt.desc()),
    index('payouts_creator')
      .on(table.creator, table.createdAt.desc())
      .where(sql`${table.creator} is not null`),
    // A collection with unpaid payouts cannot be removed.
    index('payouts_collection').on(table.collectionId).where(sql`${table.state} = 'owed'`),
  ],
)

/** Destination tags that artists want on their payouts. */
export const payoutTags = pgTable('payout_tags', {
  account: text().primaryKey(),
  tag: bigint({ mode: 'number' }).notNull(),
})
