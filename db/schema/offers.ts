import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OfferProblem } from '#contract/schemas/nfts.ts'
import { amountJson, at, drops } from './columns.ts'

/** NFTokenOffer entries. An index is never reused on the ledger, so an offer that has ended stays ended. */
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
    /** Why it cannot be accepted as of the cursor's ledger; null when it can. Updated by the follower. */
    problem: text().$type<OfferProblem>(),
    /**
     * True if a bid in XRP can be paid, up to the position of the event log. The event log writes it and only the event log
     * reads it.
     */
    funded: boolean().notNull().default(true),
  },
  (table) => [
    // Offers in an issued currency, to check again when its issuer or a trust line changes.
    index('offers_open_issued')
      .on(sql`(${table.amount}->>'issuer')`, sql`(${table.amount}->>'currency')`)
      .where(sql`${table.state} = 'open' and ${table.amountDrops} is null`),
    // Listings in issued currencies by the issuer of their token, whose account an NFTokenID contains: the items of a collection.
    index('offers_open_issued_token')
      .on(sql`substr(${table.nftId}, 9, 40)`)
      .where(sql`${table.state} = 'open' and ${table.isSell} and ${table.amountDrops} is null`),
    // Bids in XRP by the issuer of their token, highest first: the best offer of a collection.
    index('offers_open_bids')
      .on(sql`substr(${table.nftId}, 9, 40)`, table.amountDrops.desc())
      .where(
        sql`${table.state} = 'open' and not ${table.isSell} and ${table.problem} is null and ${table.amountDrops} is not null`,
      ),
    // Offers that expire at a ledger's close time.
    index('offers_open_expiration')
      .on(table.expiration)
      .where(
        sql`${table.state} = 'open' and ${table.expiration} is not null and ${table.problem} is distinct from 'expired'`,
      ),
    // The offers of a token, its listing price and its auction's bids.
    index('offers_open_nft')
      .on(table.nftId, table.isSell, table.amountDrops)
      .where(sql`${table.state} = 'open'`),
    // An account's own offers, to list them and to check its bids again when its balance changes.
    index('offers_open_owner').on(table.owner).where(sql`${table.state} = 'open'`),
    // Offers that ended in a ledger or later, for the state before it in the event log.
    index('offers_ended').on(table.endedLedger).where(sql`${table.state} <> 'open'`),
    // The same for one token, when many ledgers are written at once.
    index('offers_ended_nft').on(table.nftId, table.endedLedger).where(sql`${table.state} <> 'open'`),
    // Listings whose seller no longer owns the work: the marketplace cancels those that it is the destination of.
    index('offers_open_dormant')
      .on(table.destination)
      .where(sql`${table.state} = 'open' and ${table.isSell} and ${table.problem} = 'seller_not_owner'`),
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
    /** XRP, or any currency that the marketplace brokers; bids count only in the same currency. */
    startAmount: amountJson('start_amount').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Late bids move the end at most to this time. Null if they do not move it. */
    latestEnd: at('latest_end'),
    state: text({ enum: ['running', 'settled', 'cancelled'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The auction of a token; at most one runs at a time.
    uniqueIndex('auctions_one_running').on(table.nftId).where(sql`${table.state} = 'running'`),
    // Running auctions by the issuer of their token: the items of a collection.
    index('auctions_running_token')
      .on(sql`substr(${table.nftId}, 9, 40)`)
      .where(sql`${table.state} = 'running'`),
    // Home and settlement: running auctions by end.
    index('auctions_running').on(table.endsAt, table.nftId).where(sql`${table.state} = 'running'`),
  ],
)
