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
 * Items that are minted when they are bought. An unsold item with a `tokenId` is inventory: minted for a buyer who did
 * not pay, held by the marketplace, and sold to the next buyer without another mint.
 */
export const demandItems = pgTable(
  'demand_items',
  {
    /** The nftDatabaseID of the API. */
    id: uuid().primaryKey(),
    collectionId: text('collection_id').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** Transfer fee in units of 1/100,000. */
    transferFee: integer('transfer_fee').notNull(),
    /** Flags of the NFTokenMint transaction. */
    flags: integer().notNull(),
    name: text().notNull(),
    metadata: jsonb().$type<TokenMetadata>().notNull(),
    /** The metadata file, byte for byte, because the token's URI contains its CID. */
    document: text().notNull(),
    metadataCid: text('metadata_cid').notNull(),
    /** CIDs of the images and videos that the metadata names. */
    files: jsonb().$type<string[]>().notNull(),
    /**
     * True if the item is in a random collection: nothing about it is disclosed, served or pinned before it is sold.
     */
    hidden: boolean().notNull(),
    /** In millionths of the currency. Null while the item has no price and is not for sale. */
    priceDrops: drops('price_drops'),
    /** Currency of the price; null for XRP. */
    currency: jsonb().$type<Currency>(),
    state: text({ enum: demandStates }).notNull(),
    tokenId: text('token_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    listedAt: at('listed_at'),
    soldAt: at('sold_at'),
    /** Time at which the files and metadata of a hidden item were revealed after its sale. */
    publishedAt: at('published_at'),
    /** Time at which the token of a removed item was burned. */
    burnedAt: at('burned_at'),
    /** In a random collection, the epoch in which the item can be drawn. Its position in the epoch is sealed. */
    drawEpoch: integer('draw_epoch'),
    /** The edition of a print, and the print number, from 1. Prints have no price of their own. */
    editionId: uuid('edition_id'),
    number: integer(),
    /** Time at which the total number of prints was written into a print of a closed open edition, or was given up. */
    totalAt: at('total_at'),
  },
  (table) => [
    // Finds items for sale in a collection, also for draws.
    index('demand_items_for_sale').on(table.collectionId, table.id).where(sql`${table.state} = 'for_sale'`),
    // Finds unsold items for a collection's list, next to its tokens.
    index('demand_items_unsold')
      .on(table.issuer, table.taxon)
      .where(sql`${table.state} in ('draft', 'for_sale')`),
    // Finds works of an artist that are minted but not paid for.
    index('demand_items_inventory')
      .on(table.issuer)
      .where(sql`${table.tokenId} is not null and ${table.state} in ('draft', 'for_sale')`),
    // Finds the item of a token.
    uniqueIndex('demand_items_token').on(table.tokenId).where(sql`${table.tokenId} is not null`),
    // Finds items to reveal or to burn.
    index('demand_items_unrevealed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'sold' and ${table.hidden} and ${table.publishedAt} is null`),
    index('demand_items_to_burn')
      .on(table.createdAt)
      .where(sql`${table.state} = 'removed' and ${table.tokenId} is not null and ${table.burnedAt} is null`),
    uniqueIndex('demand_items_print')
      .on(table.editionId, table.number)
      .where(sql`${table.editionId} is not null`),
    // Finds free prints of an edition, lowest number first.
    index('demand_items_free_prints')
      .on(table.editionId, table.number)
      .where(sql`${table.editionId} is not null and ${table.state} = 'for_sale'`),
    // Finds sold prints whose metadata is not published yet.
    index('demand_items_unpublished_prints')
      .on(table.createdAt)
      .where(
        sql`${table.state} = 'sold' and ${table.editionId} is not null and ${table.publishedAt} is null`,
      ),
    // Finds sold prints without the total number of prints in their metadata.
    index('demand_items_without_total')
      .on(table.editionId)
      .where(
        sql`${table.state} = 'sold' and ${table.editionId} is not null and ${table.publishedAt} is not null and ${table.totalAt} is null`,
      ),
    // Finds items that wait for an epoch, and items of an epoch that are no longer for sale.
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
 * Purchases from an issuer, beginning with the reservation: an on-demand item (`itemId`), or a token that the issuer
 * has listed (only `nftId`). The first three states are open.
 */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid().primaryKey(),
    collectionId: text('collection_id').notNull(),
    buyer: text().notNull(),
    itemId: uuid('item_id'),
    nftId: text('nft_id'),
    /** True if the item was drawn. */
    random: boolean().notNull(),
    /**
     * The edition and its phase (from 0) in which a print was reserved, and the work that entitled its holder to buy.
     */
    editionId: uuid('edition_id'),
    phase: integer('phase'),
    holderNft: text('holder_nft'),
    /**
     * Split of the artist's revenue at the time of the reservation. Null if the artist receives all of it, and for prints
     * reserved before splits were supported, which use the split of their edition.
     */
    splitId: uuid('split_id'),
    /** Number of a verifiable draw. The item is unknown until the draw is made. */
    drawNumber: integer('draw_number'),
    priceDrops: drops('price_drops'),
    currency: jsonb().$type<Currency>(),
    state: text({ enum: reservationStates }).notNull(),
    /** The buyer's deadline for payment. */
    until: at('until').notNull(),
    /** The marketplace's sell offer to the buyer. */
    offerId: text('offer_id'),
    signRequestId: uuid('sign_request_id').notNull(),
    /** The presigned part that sells the item in one transaction. The reservation ends with the part. */
    partId: uuid('part_id'),
    /** True if the reservation was released although the buyer could have paid; limited to three per day. */
    unpaid: boolean().notNull().default(false),
    /** Reason why the reservation was released, as a sentence for the user. */
    message: jsonb().$type<Sentence>(),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (table) => [
    // An item is reserved for at most one buyer, and a buyer has at most one reservation per collection.
    uniqueIndex('reservations_item')
      .on(table.itemId)
      .where(sql`${table.itemId} is not null and ${table.state} in ('reserved', 'offered', 'cancelling')`),
    uniqueIndex('reservations_token')
      .on(table.nftId)
      .where(sql`${table.nftId} is not null and ${table.state} in ('reserved', 'offered', 'cancelling')`),
    uniqueIndex('reservations_buyer')
      .on(table.buyer, table.collectionId)
      .where(sql`${table.state} in ('reserved', 'offered', 'cancelling')`),
    // A work entitles its holder to one purchase per phase.
    uniqueIndex('reservations_holder')
      .on(table.editionId, table.phase, table.holderNft)
      .where(
        sql`${table.holderNft} is not null and ${table.state} in ('reserved', 'offered', 'cancelling', 'sold')`,
      ),
    // Finds an account's purchases in an edition.
    index('reservations_edition').on(table.editionId, table.buyer).where(sql`${table.editionId} is not null`),
    index('reservations_split').on(table.splitId).where(sql`${table.splitId} is not null`),
    // Not unique, because a cart can reserve several works with one request.
    index('reservations_sign_request').on(table.signRequestId),
    index('reservations_part').on(table.partId).where(sql`${table.partId} is not null`),
    // An item is sold at most once.
    uniqueIndex('reservations_item_sold')
      .on(table.itemId)
      .where(sql`${table.itemId} is not null and ${table.state} = 'sold'`),
    // Finds an account's purchases in a collection (whitelist), its last draw, and its unpaid reservations of a day.
    index('reservations_purchases').on(table.collectionId, table.buyer, table.createdAt.desc()),
    index('reservations_unpaid').on(table.buyer, table.createdAt).where(sql`${table.unpaid}`),
    // Finds open reservations to check.
    index('reservations_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('reserved', 'offered', 'cancelling')`),
  ],
)

/**
 * The artist's revenue from on-demand sales, which the marketplace owes: one row per sale, or per payee if it is
 * shared. Each row is paid once.
 */
export const payouts = pgTable(
  'payouts',
  {
    reservationId: uuid('reservation_id').notNull(),
    /** Position among the payees, from 0. */
    place: integer().notNull().default(0),
    /** The account to be paid: the artist or a payee. */
    artist: text().notNull(),
    /** The artist of a shared payout; null if it is not shared. */
    creator: text(),
    collectionId: text('collection_id').notNull(),
    nftId: text('nft_id').notNull(),
    /** Price less fee less the royalty that the ledger has already paid, or a share of it. */
    amountDrops: drops('amount_drops').notNull(),
    priceDrops: drops('price_drops').notNull(),
    feeDrops: drops('fee_drops').notNull(),
    royaltyDrops: drops('royalty_drops').notNull(),
    /** Currency of the amounts; null for XRP. */
    currency: jsonb().$type<Currency>(),
    state: text({ enum: ['owed', 'paid'] }).notNull(),
    /** Incremented when the ledger finally refuses a payment. */
    attempt: integer().notNull().default(1),
    /** Result code of the latest refusal. */
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

/** Destination tags that artists have set for their payouts. */
export const payoutTags = pgTable('payout_tags', {
  account: text().primaryKey(),
  tag: bigint({ mode: 'number' }).notNull(),
})
