import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OfferProblem } from '#contract/schemas/nfts.ts'
import { amountJson, at, drops } from './columns.ts'

/** NFTokenOffer entries. The ledger never reuses an offer index, so an offer that has ended stays ended. */
export const offers = pgTable(
  'offers',
  {
    id: text().primaryKey(),
    nftId: text('nft_id').notNull(),
    owner: text().notNull(),
    isSell: boolean('is_sell').notNull(),
    amount: amountJson().notNull(),
    /** Null unless the amount is XRP. */
    amountDrops: drops('amount_drops'),
    destination: text(),
    expiration: bigint({ mode: 'number' }),
    state: text({ enum: ['open', 'accepted', 'cancelled'] }).notNull(),
    createdLedger: bigint('created_ledger', { mode: 'number' }).notNull(),
    endedLedger: bigint('ended_ledger', { mode: 'number' }),
    /** The ledger of the work's latest change that the bidder has confirmed; null if none was confirmed. */
    confirmedLedger: bigint('confirmed_ledger', { mode: 'number' }),
    /** Reason why the offer cannot be accepted as of the cursor's ledger; null if it can. Updated by the follower. */
    problem: text().$type<OfferProblem>(),
    /** True if an XRP bid is funded as of the end of the event log. Only the event log reads and writes it. */
    funded: boolean().notNull().default(true),
  },
  (table) => [
    // Finds offers in an issued currency to check again when its issuer or a trust line changes.
    index('offers_open_issued')
      .on(sql`(${table.amount}->>'issuer')`, sql`(${table.amount}->>'currency')`)
      .where(sql`${table.state} = 'open' and ${table.amountDrops} is null`),
    // Finds listings in issued currencies by the token's issuer, whose account the NFTokenID contains, for the items of a
    // collection.
    index('offers_open_issued_token')
      .on(sql`substr(${table.nftId}, 9, 40)`)
      .where(sql`${table.state} = 'open' and ${table.isSell} and ${table.amountDrops} is null`),
    // Finds XRP bids by the token's issuer, highest first, for the best offer of a collection.
    index('offers_open_bids')
      .on(sql`substr(${table.nftId}, 9, 40)`, table.amountDrops.desc())
      .where(
        sql`${table.state} = 'open' and not ${table.isSell} and ${table.problem} is null and ${table.amountDrops} is not null`,
      ),
    // Finds offers that expire at a ledger's close time.
    index('offers_open_expiration')
      .on(table.expiration)
      .where(
        sql`${table.state} = 'open' and ${table.expiration} is not null and ${table.problem} is distinct from 'expired'`,
      ),
    // Finds the offers of a token, its listing price and its auction's bids.
    index('offers_open_nft')
      .on(table.nftId, table.isSell, table.amountDrops)
      .where(sql`${table.state} = 'open'`),
    // Finds an account's own offers, to list them and to check its bids again when its balance changes.
    index('offers_open_owner').on(table.owner).where(sql`${table.state} = 'open'`),
    // Finds offers that ended in a ledger or later, from which the event log derives the earlier state.
    index('offers_ended').on(table.endedLedger).where(sql`${table.state} <> 'open'`),
    // Like `offers_ended`, but for one token, used when many ledgers are written at once.
    index('offers_ended_nft').on(table.nftId, table.endedLedger).where(sql`${table.state} <> 'open'`),
    // Finds listings whose seller no longer owns the work. The marketplace cancels those addressed to it.
    index('offers_open_dormant')
      .on(table.destination)
      .where(sql`${table.state} = 'open' and ${table.isSell} and ${table.problem} = 'seller_not_owner'`),
    // Finds offers addressed to an account.
    index('offers_open_destination').on(table.destination).where(sql`${table.state} = 'open'`),
  ],
)

export const auctions = pgTable(
  'auctions',
  {
    offerId: text('offer_id').primaryKey(),
    nftId: text('nft_id').notNull(),
    seller: text().notNull(),
    /** XRP, or any currency that the marketplace brokers. Only bids in the same currency count. */
    startAmount: amountJson('start_amount').notNull(),
    endsAt: at('ends_at').notNull(),
    /** Latest time to which late bids can move the end; null if they do not move it. */
    latestEnd: at('latest_end'),
    state: text({ enum: ['running', 'settled', 'cancelled'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // A token has at most one running auction.
    uniqueIndex('auctions_one_running').on(table.nftId).where(sql`${table.state} = 'running'`),
    // Finds running auctions by the token's issuer, for the items of a collection.
    index('auctions_running_token')
      .on(sql`substr(${table.nftId}, 9, 40)`)
      .where(sql`${table.state} = 'running'`),
    // Finds running auctions by end, for the home page and settlement.
    index('auctions_running').on(table.endsAt, table.nftId).where(sql`${table.state} = 'running'`),
  ],
)
