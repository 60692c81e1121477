import type { SignPurpose } from '#contract/rules/actions.ts'
import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import type { Language } from '#contract/words/languages.ts'
import type { DrawReceipt } from '#contract/schemas/sign-requests.ts'
import type { TokenJson } from '#contract/schemas/token-json.ts'
import { wallets } from '#contract/rules/wallets.ts'
import { amountJson, at, drops } from './columns.ts'
import { unlistedPurposes } from './sell-purposes.ts'

export type LedgerJson = { TransactionType: string; Account?: string } & Record<string, unknown>

/** Context of a request, in addition to the transaction itself. */
export interface SignContext {
  nftId?: string
  /** Owner of the token (the seller) when the request was created. */
  owner?: string
  sellOfferId?: string
  buyOfferId?: string
  buyer?: string
  /** The seller's amount before royalty (`price`), the marketplace's fee, and the amount of the buyer's offer. */
  price?: Amount
  fee?: Amount
  paid?: Amount
  /** True if late bids extend the auction. */
  extend?: boolean
  /** Metadata of the token, for minting and updating. */
  tokenJson?: TokenJson
  /** The buyer's reservation, for a sale by the issuer. */
  reservationId?: string
  /** The sales of a Batch, in order, and the part that the marketplace has signed. */
  sales?: BatchSale[]
  partId?: string
  /** The rows of a request that covers several rows. */
  rows?: SignRow[]
  /** The draw for which the buyer pays, its receipt once signed, and settings for the buyer's request. */
  draw?: {
    collectionId: string
    number: number
    receipt?: DrawReceipt
    language?: Language
    /** Amount in drops. */
    costLimit?: string
  }
  /** The swap that this request agrees to, completes or withdraws. */
  swapId?: string
  /** The standing bid whose tickets this request creates. */
  bidId?: string
  /** The sale into a standing bid that this request agrees to, completes or withdraws. */
  bidSaleId?: string
  /** SHA-256 of the browser's cookie nonce; sign-in only. */
  nonceHash?: string
  /** Displayed in the connect dialog and in the wallet, so that the user can compare both; sign-in only. */
  signInCode?: string
  /** The text to sign, for wallets that sign text; sign-in only. */
  message?: string
}

/**
 * One row of a request that covers several rows, without its transaction. The transactions of the rows are at the end
 * of the Batch, in the same order.
 */
export interface SignRow {
  nftId?: string
  /** Key of the row to mint. */
  rowKey?: string
  tokenJson?: TokenJson
}

/** Outcome of an inner transaction. Without a result, it was not applied. */
export interface InnerOutcome {
  txid: string
  result: string | null
  nftId: string | null
  /** Explains to the user why it was not applied, as far as the ledger shows. */
  problem?: Sentence
}

/** `drawing`: the draw that determines the transaction is still open. */
export const signStates = [
  'drawing',
  'created',
  'signed',
  'success',
  'failed',
  'rejected',
  'expired',
] as const

/**
 * All signature requests to users. `id` is our id (Xaman's custom identifier), `uuid` is Xaman's; requests to other
 * wallets have a random one.
 */
export const signRequests = pgTable(
  'sign_requests',
  {
    id: uuid().primaryKey(),
    uuid: text(),
    wallet: text({ enum: wallets }).notNull().default('xaman'),
    account: text(),
    purpose: text().$type<SignPurpose>().notNull(),
    txjson: jsonb().$type<LedgerJson>().notNull(),
    context: jsonb().$type<SignContext>().notNull().default({}),
    state: text({ enum: signStates }).notNull().default('created'),
    deepLink: text('deep_link'),
    qrPng: text('qr_png'),
    websocket: text(),
    pushed: boolean().notNull().default(false),
    opened: boolean().notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Time at which the signer was last queried, so that many polling pages cause only one call. */
    askedAt: at('asked_at'),
    /**
     * Time at which the signer first failed to answer, on creation or on a status query. The user may have been unable to
     * sign as well.
     */
    unreachableAt: at('unreachable_at'),
    txid: text(),
    blob: text(),
    lastLedger: bigint('last_ledger', { mode: 'number' }),
    dispatchedResult: text('dispatched_result'),
    result: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    /**
     * Hash of the outer transaction, if the request is a Batch in a ledger. `inner` then has the outcome of each inner
     * transaction, and `txid` is the hash of one of them.
     */
    batchTxid: text('batch_txid'),
    inner: jsonb().$type<InnerOutcome[]>(),
    code: text().$type<ErrorCode>(),
    message: jsonb().$type<Sentence>(),
    signedAt: at('signed_at'),
    resolvedAt: at('resolved_at'),
  },
  (table) => [
    // Used by polling and by the webhook.
    uniqueIndex('sign_requests_uuid').on(table.uuid),
    // Finds open requests to check.
    index('sign_requests_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('created', 'signed', 'drawing')`),
    // Lists an account's requests, newest first.
    index('sign_requests_account').on(table.account, table.createdAt.desc()),
    // Finds sell offers that were signed for a specific purpose and are not listings.
    index('sign_requests_sell_purpose')
      .on(table.account)
      .where(sql`${table.purpose} in (${sql.raw(unlistedPurposes)})`),
  ],
)

/** Sales that the marketplace brokers. A row exists from the moment both offers are known. */
export const sales = pgTable(
  'sales',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['buy_now', 'accept_bid', 'auction'] }).notNull(),
    nftId: text('nft_id').notNull(),
    sellOfferId: text('sell_offer_id').notNull(),
    buyOfferId: text('buy_offer_id').notNull(),
    seller: text().notNull(),
    buyer: text().notNull(),
    /**
     * The seller's amount before royalty (`price`), the marketplace's fee, and the amount of the buyer's offer, which
     * covers both.
     */
    price: amountJson().notNull(),
    fee: amountJson().notNull(),
    paid: amountJson().notNull(),
    /** The offer made for this sale, which the marketplace cancels if the sale fails; null if no offer was made. */
    leftoverOfferId: text('leftover_offer_id'),
    signRequestId: uuid('sign_request_id'),
    state: text({ enum: ['matching', 'completed', 'failed'] }).notNull(),
    txid: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    result: text(),
    code: text().$type<ErrorCode>(),
    message: jsonb().$type<Sentence>(),
    createdAt: at('created_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
    leftoverCancelledAt: at('leftover_cancelled_at'),
  },
  (table) => [
    // One sale per buy offer, and one per sign request and token, so that concurrent processes cannot create two. A bid
    // whose sale failed may be matched again with another sell offer.
    uniqueIndex('sales_buy_offer').on(table.buyOfferId).where(sql`${table.state} <> 'failed'`),
    uniqueIndex('sales_pair').on(table.sellOfferId, table.buyOfferId),
    index('sales_matching_nft').on(table.nftId).where(sql`${table.state} = 'matching'`),
    uniqueIndex('sales_sign_request').on(table.signRequestId, table.nftId),
    // Finds out whether an account has traded here.
    index('sales_buyer').on(table.buyer).where(sql`${table.state} = 'completed'`),
    index('sales_seller').on(table.seller).where(sql`${table.state} = 'completed'`),
    // An auction is matched with only one bid at a time.
    uniqueIndex('sales_auction_match')
      .on(table.sellOfferId)
      .where(sql`${table.kind} = 'auction' and ${table.state} = 'matching'`),
    // Finds failed sales whose leftover offer must be cancelled.
    index('sales_leftovers')
      .on(table.createdAt)
      .where(sql`${table.state} = 'failed' and ${table.leftoverCancelledAt} is null`),
    // Finds sales in progress.
    index('sales_matching').on(table.createdAt).where(sql`${table.state} = 'matching'`),
  ],
)

export type SubmissionKind =
  | 'broker'
  | 'cancel'
  | 'tickets'
  | 'mint'
  | 'offer'
  | 'payout'
  | 'burn'
  /** Writes the total number of prints of a closed open edition into one of its prints. */
  | 'total'
  | 'epoch'
  | 'anchor'
export const submissionStates = ['prepared', 'submitted', 'succeeded', 'failed', 'lost'] as const

/**
 * The journal of the marketplace's own transactions. A row is committed before its blob is submitted. `succeeded` and
 * `failed` are validated results; `lost` means that LastLedgerSequence passed without the transaction. A purpose has at
 * most one row that is not `lost`.
 */
export const ledgerSubmissions = pgTable(
  'ledger_submissions',
  {
    id: uuid().primaryKey(),
    purpose: text().notNull(),
    kind: text().$type<SubmissionKind>().notNull(),
    /** The account for which it is made; limits are counted per counterparty. */
    counterparty: text(),
    tx: jsonb().$type<LedgerJson>().notNull(),
    blob: text().notNull(),
    hash: text().notNull(),
    ticket: bigint({ mode: 'number' }),
    lastLedger: bigint('last_ledger', { mode: 'number' }).notNull(),
    state: text({ enum: submissionStates }).notNull(),
    preliminary: text(),
    result: text(),
    ledgerIndex: bigint('ledger_index', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
    submittedAt: at('submitted_at'),
    finalAt: at('final_at'),
  },
  (table) => [
    // Identifies our transactions when they appear in a ledger.
    uniqueIndex('ledger_submissions_hash').on(table.hash),
    // Each purpose is executed only once.
    uniqueIndex('ledger_submissions_once').on(table.purpose).where(sql`${table.state} <> 'lost'`),
    // Finds the result of the latest attempt for a purpose.
    index('ledger_submissions_purpose').on(table.purpose, table.createdAt.desc()),
    // Finds open submissions to check.
    index('ledger_submissions_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('prepared', 'submitted')`),
  ],
)

/**
 * Tickets of the marketplace account. A ticket stays bound to one submission, or to one lending of presigned parts,
 * until the ledger shows that it is used or free again.
 */
export const ledgerTickets = pgTable(
  'ledger_tickets',
  {
    ticket: bigint({ mode: 'number' }).primaryKey(),
    holder: uuid('submission_id'),
  },
  // Finds the next ticket to use.
  (table) => [index('ledger_tickets_free').on(table.ticket).where(sql`${table.holder} is null`)],
)

export const partStates = ['lent', 'used', 'free', 'lost'] as const

/**
 * The marketplace's signatures that were sent to customers. Only the customer can submit the Batch. A row is committed
 * before the signature leaves the process. `used`: validated. `free`: can never be applied any more. `lost`: the
 * tickets are used up, but not by this part.
 */
export const presignedParts = pgTable(
  'presigned_parts',
  {
    id: uuid().primaryKey(),
    /** The latest request that contains the part. */
    signRequestId: uuid('sign_request_id').notNull(),
    /** The customer: the outer account, whose Sequence binds the part. */
    account: text().notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    /** Holder of the tickets. Parts for the same Sequence exclude each other, so they share one holder. */
    lending: uuid().notNull(),
    tickets: bigint({ mode: 'number' }).array().notNull(),
    sales: jsonb().$type<BatchSale[]>().notNull(),
    /** Digest of the sales. Repeating the same purchase returns the same part. */
    digest: text().notNull(),
    batch: jsonb().$type<LedgerJson>().notNull(),
    /** Hashes of all inner transactions. */
    hashes: text().array().notNull(),
    lastLedger: bigint('last_ledger', { mode: 'number' }).notNull(),
    state: text({ enum: partStates }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
    /**
     * Time at which the part was considered dead. If the part appears in a ledger nevertheless, this time remains and
     * raises an alarm.
     */
    freedAt: at('freed_at'),
    /** Time at which the consequences of the used part were recorded. */
    settledAt: at('settled_at'),
  },
  (table) => [
    // Finds lent parts to check, and counts them for the limits.
    index('presigned_parts_lent').on(table.account).where(sql`${table.state} = 'lent'`),
    // Identifies parts that appear in a ledger.
    index('presigned_parts_hashes').using('gin', table.hashes).where(sql`${table.state} <> 'used'`),
    index('presigned_parts_unsettled')
      .on(table.createdAt)
      .where(sql`${table.state} = 'used' and ${table.settledAt} is null`),
    // Finds out whether an account has traded here.
    index('presigned_parts_account').on(table.account).where(sql`${table.state} = 'used'`),
    // Finds tickets that were used inside a Batch.
    index('presigned_parts_used').using('gin', table.tickets).where(sql`${table.state} = 'used'`),
  ],
)

/**
 * Free capacity of the marketplace account as of one validated ledger, in a single row that every run of the cron
 * updates. Objects are ledger entries with an owner reserve: tickets, offers, token pages.
 */
export const treasuryState = pgTable('treasury_state', {
  account: text().primaryKey(),
  ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
  /**
   * Number of objects that reserved works may still use, after subtracting tickets. Negative if the account lacks reserve.
   */
  roomObjects: integer('room_objects').notNull(),
  /** Number of tickets on the ledger. `wantedTickets` is the number for which the balance is planned. */
  tickets: integer().notNull(),
  wantedTickets: integer('wanted_tickets').notNull(),
  /** The amount that the account lacks for a full ticket pool and all works. */
  missingDrops: drops('missing_drops').notNull(),
})

export const ledgerCursor = pgTable('ledger_cursor', {
  name: text().primaryKey(),
  ledgerIndex: bigint('ledger_index', { mode: 'number' }).notNull(),
  ledgerHash: text('ledger_hash').notNull(),
  closedAt: at('closed_at').notNull(),
  /** Close time of the first applied ledger, at which all figures begin. */
  beganAt: at('began_at'),
})

/** Calls that all workers together have made to external services in one minute. */
export const quotas = pgTable('quotas', {
  name: text().primaryKey(),
  minute: at('minute').notNull(),
  /** Number of calls in this minute, by the name of a group or caller. */
  uses: jsonb().$type<Record<string, number>>().notNull(),
})

/** The worker that may run a job now. Any worker can take an expired lease. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  expiresAt: at('expires_at').notNull(),
  runs: integer().notNull().default(0),
})
