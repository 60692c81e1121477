import * as v from 'valibot'
import { createCamelCaseClaimedSchema } from './claims.ts'
import { peopleField } from './people.ts'
import { next, page } from './lists.ts'
import { HealthReply, ServerProblem } from './marketplace.ts'
import { Cid } from '#contract/rules/media-files.ts'
import { Currency } from './amounts.ts'

const Time = v.string()

/** A ledger server of `LEDGER_URLS`. */
const LedgerServer = v.object({
  /** Digest of the server's URL. */
  id: v.string(),
  host: v.string(),
  /** Null if the server is in use. */
  problem: v.nullable(ServerProblem),
  version: v.nullable(v.string()),
  ledgerIndex: v.nullable(v.number()),
  answeredAt: v.nullable(Time),
})
export type LedgerServer = v.InferOutput<typeof LedgerServer>

/** The operator's overview: everything that is waiting or has failed. Times are ISO 8601. */
export const AdminOverview = v.object({
  /** The index and the marketplace account, as in `api/health`. */
  health: HealthReply,
  /** In the order of the settings. */
  servers: v.array(LedgerServer),
  /** Lanes of the cron: whether each one is running, and when it last ran. */
  jobs: v.array(v.object({ name: v.string(), running: v.boolean(), lastRunAt: Time })),
  /** Ledger data that the follower could not process, latest first; docs/operations.md lists the kinds. */
  notes: v.array(
    v.object({
      kind: v.string(),
      detail: v.string(),
      times: v.number(),
      firstLedger: v.number(),
      latestLedger: v.number(),
      latestAt: Time,
    }),
  ),
  /** Jobs of the lanes that have failed at least once, latest first. */
  failures: v.array(v.object({ name: v.string(), times: v.number(), error: v.string(), latestAt: Time })),
  pins: v.object({
    counts: v.record(v.string(), v.number()),
    troubled: v.array(
      v.object({
        cid: v.string(),
        state: v.string(),
        tries: v.number(),
        error: v.nullable(v.string()),
        since: Time,
      }),
    ),
  }),
  journal: v.object({
    /** Counts of the last day, keyed by `kind state`. */
    counts: v.record(v.string(), v.number()),
    open: v.array(
      v.object({
        purpose: v.string(),
        kind: v.string(),
        state: v.string(),
        preliminary: v.nullable(v.string()),
        hash: v.string(),
        since: Time,
      }),
    ),
  }),
  /**
   * Collections whose latest sync was incomplete. `unseen` counts NFTs of the issuer whose owners are not in the index, and
   * `lost` counts NFTs of the collection that none of the queried accounts owns.
   */
  syncs: v.array(v.object({ collection: v.string(), unseen: v.number(), lost: v.number(), since: Time })),
  /** Works that accounts have reported as adult content and that await the operator's decision, most reported first. */
  reports: v.array(
    v.object({ nftId: v.string(), name: v.nullable(v.string()), reports: v.number(), since: Time }),
  ),
  requests: v.array(
    v.object({
      id: v.string(),
      account: v.nullable(v.string()),
      purpose: v.string(),
      state: v.string(),
      since: Time,
    }),
  ),
  ...peopleField,
  payouts: v.object({
    count: v.number(),
    drops: v.string(),
    owed: v.array(
      v.object({
        artist: v.string(),
        nftId: v.string(),
        amountDrops: v.string(),
        currency: v.nullable(Currency),
        attempt: v.number(),
        result: v.nullable(v.string()),
        dueAt: Time,
        since: Time,
      }),
    ),
  }),
})
export type AdminOverview = v.InferOutput<typeof AdminOverview>

/** A decision: who, when, about what (a collection's id, an NFTokenID, a CID), with the state before and after. */
const AuditEntry = v.object({
  id: v.string(),
  at: Time,
  account: v.string(),
  action: v.string(),
  subject: v.string(),
  before: v.unknown(),
  after: v.unknown(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const AuditQuery = v.object(page)
export type AuditQuery = v.InferOutput<typeof AuditQuery>
export const AuditReply = v.object({ entries: v.array(AuditEntry), ...next, ...peopleField })
export type AuditReply = v.InferOutput<typeof AuditReply>

export const RetryPinBody = createCamelCaseClaimedSchema({
  cid: Cid,
})
