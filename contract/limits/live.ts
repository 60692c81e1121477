import type { ErrorCode } from '#contract/schemas/errors.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'

// Path of the WebSocket. The reader sends its topics and start position, as in `GET /api/events`, and receives frames.
// New topics replace the earlier ones. The reader acknowledges frames with `seen`, and sends `pingText` from time to
// time.

export const livePath = '/api/live'

/** Answered with `pongText` automatically, without waking the hibernated Durable Object. */
export const pingText = 'ping'
export const pongText = 'pong'
export const pingEveryMs = 30_000

/** Maximum length of a message from a reader. */
export const maxMessageLetters = 8192
/** A reader with this many unacknowledged characters is disconnected. */
export const maxUnreadLetters = 262_144
/** A reader must acknowledge at least once per this many characters. */
export const seenEveryLetters = 32_768

/** Limits per network address: sockets, topics of all these sockets together, and event streams of programs. */
export const maxSockets = 50
export const maxTopicsOfAddress = 1000
export const maxStreams = 2
/** A stream ends after this long; the program continues with `Last-Event-ID`. */
export const maxStreamMs = 600_000
/** A heartbeat is sent on a stream that has been silent for this long. */
export const streamBeatMs = 15_000

/** The newest ledger of the index. It is sent with every event frame and as a heartbeat. */
export interface LiveLedger {
  index: number
  /** Time in ISO 8601. */
  closedAt: string
}

/**
 * Messages from the server: a page of events with the position to continue from, or the reason for closing the socket.
 */
export type LiveFrame =
  | { events: MarketEvent[]; position: number; ledger: LiveLedger | null }
  | { problem: { code: ErrorCode; detail: string } }
