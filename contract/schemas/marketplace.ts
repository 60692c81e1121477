import * as v from 'valibot'
import { AccountAddress } from './account-address.ts'
import { Drops } from './amounts.ts'
import { ListedToken } from './tokens.ts'

export const OwnerReply = v.object({ owner: AccountAddress })

/** External links of the pages. Empty links are not shown. */
export const Links = v.object({
  /** `{hash}`, `{account}`, `{offer}` and `{nft}` are replaced. */
  explorerTransaction: v.string(),
  explorerAccount: v.string(),
  explorerObject: v.string(),
  explorerOffer: v.string(),
  sisterMarketplace: v.string(),
  staking: v.string(),
  twitter: v.string(),
  discord: v.string(),
  telegram: v.string(),
  medium: v.string(),
  sourceCode: v.string(),
  contact: v.string(),
})
export type Links = v.InferOutput<typeof Links>

/** Settings that the client needs before it can render. Every page contains them in an application/json block. */
export const Settings = v.object({
  owner: AccountAddress,
  /** Further accounts with the same powers as the owner. */
  admins: v.array(AccountAddress),
  network: v.picklist(['mainnet', 'testnet', 'devnet', 'local']),
  links: Links,
  /** Path of an analytics script on our own origin; empty if there is none. */
  analytics: v.string(),
  /** Tokens that are shown by their symbol. Any other currency is always shown with its issuer. */
  tokens: v.array(ListedToken),
  /**
   * Reserves that the ledger locks: for an account, and for each object that the account owns (an offer, a trust line).
   */
  baseReserveDrops: Drops,
  ownerReserveDrops: Drops,
  /**
   * Currencies besides dollars in which amounts can be shown: units per dollar as set by the operator, and the day of the
   * rate.
   */
  fiat: v.array(v.object({ currency: v.string(), perUsd: v.string(), at: v.string() })),
  /** JSON-RPC servers of the network that visitors may query to verify draws. */
  publicNodes: v.array(v.string()),
  /** Settings for connecting wallets by WalletConnect; null if WalletConnect is not offered. */
  walletConnect: v.nullable(v.object({ projectId: v.string(), relayUrl: v.string() })),
})
export type Settings = v.InferOutput<typeof Settings>

/** The remaining capacity of the marketplace account. Null until the first run of the cron. */
export const TreasuryHealth = v.object({
  /** True if there is not enough reserve to mint for buyers, or not enough tickets for matches and cancellations. */
  low: v.boolean(),
  /** Unused tickets, and the size of the pool that the account's reserve allows. */
  freeTickets: v.number(),
  wantedTickets: v.number(),
  /** Number of works that can still be reserved for buyers before the account's reserve is used up. */
  roomForWorks: v.number(),
  /** The amount that the account lacks for a full ticket pool and 100 reserved works. */
  missingDrops: Drops,
})
export type TreasuryHealth = v.InferOutput<typeof TreasuryHealth>

/** Reason why a ledger server is not used; `unknown` if it was not queried recently. */
export const ServerProblem = v.picklist([
  'wrong_network',
  'amendment_blocked',
  'stale',
  'unreachable',
  'unknown',
])

/** The state of the ledger servers, at most 90 seconds old. */
export const LedgerServersHealth = v.object({
  /** True if no server can be used. Then nothing is signed or sent. */
  readOnly: v.boolean(),
  servers: v.number(),
  healthy: v.number(),
  /** Problems of the servers that are not in use. */
  problems: v.array(ServerProblem),
  /**
   * True if an amendment that a healthy server does not know has a majority: the server will be blocked within two
   * weeks.
   */
  upgradeDue: v.boolean(),
  /** True if Batch transactions (XLS-56) are in force. */
  batch: v.boolean(),
})
export type LedgerServersHealth = v.InferOutput<typeof LedgerServersHealth>

/** Why the site works with less than it should. docs/operations.md says what to do about each. */
export const HealthReason = v.picklist([
  'index_behind',
  'ledger_server_down',
  'treasury_low',
  'journal_stuck',
  'pins_failing',
  'cron_silent',
])
export type HealthReason = v.InferOutput<typeof HealthReason>

export const HealthReply = v.object({
  /** Whether the index follows the ledger, and whether anything can be sent to it. */
  status: v.picklist(['ok', 'behind', 'read_only']),
  /**
   * The whole site: `up`, `degraded` if it works and something needs the operator, or `read_only` if nothing can be bought
   * or sold.
   */
  condition: v.picklist(['up', 'degraded', 'read_only']),
  /** Reasons for the operator to act; empty if the condition is `up`. */
  reasons: v.array(HealthReason),
  ledgerIndex: v.number(),
  /** Seconds since the close of the last ledger in the index. */
  lagSeconds: v.number(),
  ledgerServers: LedgerServersHealth,
  treasury: v.nullable(TreasuryHealth),
  /**
   * Ledger data that the index could not process since it was created: number of kinds, occurrences, and the latest ledger.
   */
  notUnderstood: v.object({ kinds: v.number(), times: v.number(), latestLedger: v.nullable(v.number()) }),
})
