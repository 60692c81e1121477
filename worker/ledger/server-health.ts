import * as v from 'valibot'

/** A ledger server's report about itself. */
export interface ServerFacts {
  /** Null when the server does not report it. */
  networkId: number | null
  /** True if an amendment is active that the server does not support: its newer ledgers cannot be trusted. */
  amendmentBlocked: boolean
  /** True if an unsupported amendment has a majority: the server will be amendment blocked within two weeks. */
  upgradeDue: boolean
  /** Seconds since the close of its newest validated ledger; null when it has none. */
  ledgerAge: number | null
  ledgerIndex: number | null
  version: string | null
}

const Count = v.fallback(
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))),
  null,
)

/**
 * Reply of `server_info`. Sources: xrpl.org "server_info", "Amendment Blocked Servers", "API warnings" (1001 and 1002).
 */
const Info = v.object({
  info: v.looseObject({
    network_id: Count,
    amendment_blocked: v.optional(v.unknown()),
    build_version: v.optional(v.unknown()),
    rippled_version: v.optional(v.unknown()),
    validated_ledger: v.optional(v.looseObject({ age: Count, seq: Count })),
  }),
  warnings: v.fallback(v.array(v.looseObject({ id: v.unknown() })), []),
})
const unsupportedMajority = 1001
const blockedCode = 1002

/** Parses the reply of `server_info`; null if it is malformed. */
export function readServerInfo(result: unknown): ServerFacts | null {
  const parsedInfo = v.safeParse(Info, result)
  if (!parsedInfo.success) return null
  const { info, warnings } = parsedInfo.output
  const version = info.rippled_version ?? info.build_version
  const hasWarning = (id: number) => warnings.some((warning) => warning.id === id)
  return {
    networkId: info.network_id,
    amendmentBlocked: info.amendment_blocked === true || hasWarning(blockedCode),
    upgradeDue: hasWarning(unsupportedMajority),
    ledgerAge: info.validated_ledger?.age ?? null,
    ledgerIndex: info.validated_ledger?.seq ?? null,
    version: typeof version === 'string' ? version.replace(/[^\w.+-]/g, '').slice(0, 40) : null,
  }
}

/** Index of the Amendments entry, the same on every network. Source: xrpl.org "Amendments". */
export const amendmentsIndex = '7DB0788C020F02780A673DC74757F23823FA3014C1866E72CC4CD8B226CD6EF4'

const Amendments = v.object({
  node: v.looseObject({
    Amendments: v.array(v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/))),
  }),
})
const maxAmendments = 1000

/** Returns the ids of the active amendments from the reply of `ledger_entry`; null if it is malformed. */
export function readAmendments(result: unknown): string[] | null {
  const entry = v.safeParse(Amendments, result)
  return entry.success ? entry.output.node.Amendments.slice(0, maxAmendments) : null
}

/** Batch amendments since October 2026: Batch itself and its wrapper fix. Source: xrpl.org "Known Amendments". */
const batchAmendments = [
  '9F287AED3CDB50A7BD1ACEC24296A30C9B5230CCD136219317AC790E3B884377',
  '14A2B45E48A4A124D1BBA657AC7B0DC3D5EA8C256C89E8F0D8142D32960A7944',
]

export const hasBatch = (amendments: string[]) => batchAmendments.every((id) => amendments.includes(id))

export const serverProblems = ['wrong_network', 'amendment_blocked', 'stale', 'unreachable'] as const
export type ServerProblem = (typeof serverProblems)[number]

/** A server's latest status. */
export interface ServerState extends ServerFacts {
  /** Null if the server has never answered. */
  answeredAt: Date | null
  checkedAt: Date
}

/**
 * Maximum age of a server's newest ledger and of its latest answer; an older server does not follow the network.
 * Ledgers close about every four seconds.
 */
export const maxSilenceSeconds = 60

/**
 * Returns the reason not to use a server, according to its latest check; null if it may be used. A missing check is not
 * a problem of the server.
 */
export function serverProblem(state: ServerState, expectedNetwork: number): ServerProblem | null {
  // Servers on the main network may omit the network id.
  if (state.networkId !== null && state.networkId !== expectedNetwork) return 'wrong_network'
  if (state.answeredAt === null) return 'unreachable'
  if (state.checkedAt.getTime() - state.answeredAt.getTime() > maxSilenceSeconds * 1000) return 'unreachable'
  if (state.amendmentBlocked) return 'amendment_blocked'
  return state.ledgerAge === null || state.ledgerAge > maxSilenceSeconds ? 'stale' : null
}
