import * as v from 'valibot'
import { Amount, Drops } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'

/** The first year with NFTs on the ledger (XLS-20 came into force in October 2022). */
export const firstYear = 2022

export const statementKinds = [
  'bought',
  'sold',
  'royalty',
  'broker_fee',
  'minted',
  'burned',
  'gift_received',
  'gift_sent',
  'offer',
  'payment_in',
  'payment_out',
  'network_fee',
  'other',
] as const
export type StatementKind = (typeof statementKinds)[number]

/** One transaction that changed an account's XRP or its works. Amounts are drops of XRP, dates ISO 8601 in UTC. */
export const StatementRow = v.object({
  txid: v.string(),
  ledgerIndex: v.number(),
  at: v.string(),
  kind: v.picklist(statementKinds),
  nftokenID: v.nullable(v.string()),
  /** The name of the work, if the index contains it. */
  name: v.nullable(v.string()),
  counterparty: v.nullable(v.string()),
  /** The buyer's price, for a sale. */
  amount: v.nullable(Amount),
  marketplaceFee: v.nullable(Drops),
  royalty: v.nullable(Drops),
  /** Paid by this account. */
  networkFee: Drops,
  balanceBefore: Drops,
  balanceAfter: Drops,
  /** Dollars for 1 XRP on that day (UTC); null for a day without a stored price. */
  usd: v.nullable(v.string()),
})
export type StatementRow = v.InferOutput<typeof StatementRow>

const Year = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^\d{4}$/, 'Give a year, such as 2026.'), v.transform(Number)),
    v.number(),
  ]),
  v.integer('Give a year, such as 2026.'),
  v.minValue(firstYear, 'NFTs exist on the ledger since 2022.'),
  v.maxValue(2100, 'Give a year, such as 2026.'),
)

export const StatementQuery = v.object({
  year: Year,
  /** The `next` value of the previous page. */
  after: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}-\d{1,6}$/, 'Give the `next` of the previous page.')),
  ),
})
export const StatementBody = createClaimedSchema({ year: Year })

export const StatementReply = v.object({
  year: v.number(),
  /** `none`: the statement was never requested. */
  state: v.picklist(['none', 'waiting', 'reading', 'ready', 'refused']),
  /** For users: the current state, or the reason why there is no statement. */
  message: v.string(),
  /** Transactions read so far. */
  read: v.number(),
  /** The last ledger that the statement covers; null while it is being read. */
  throughLedger: v.nullable(v.number()),
  /** A page of rows in ledger order; empty until the statement is ready. */
  rows: v.array(StatementRow),
  /** `after` of the next page; null after the last. */
  next: v.nullable(v.string()),
})
export type StatementReply = v.InferOutput<typeof StatementReply>
