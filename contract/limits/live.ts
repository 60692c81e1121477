import type { ErrorCode } from '#contract/schemas/errors.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'

// The socket at `livePath`. The reader sends its topics and its start, as in `GET /api/events`, and gets frames; new
// topics replace the earlier ones. It confirms frames by `seen`, and sends `pingText` from time to time.

export const livePath = '/api/live'

/** Answered with `pongText` without waking anything. */
export const pingText = 'ping'
export const pongText = 'pong'
export const pingEveryMs = 30_000

/** The largest message of a reader. */
export const maxMessageLetters = 8192
/** A reader that has not acknowledged this much is dropped. */
export const maxUnreadLetters = 262_144
/** A reader acknowledges at the latest after this much. */
export const seenEveryLetters = 32_768

/** Limits for the readers of one address: sockets, their topics together, and streams of programs. */
export const maxSockets = 50
export const maxTopicsOfAddress = 1000
export const maxStreams = 2
/** A stream ends after this long; the program continues with `Last-Event-ID`. */
export const maxStreamMs = 600_000
/** Silence on a stream is broken after this long. */
export const streamBeatMs = 15_000

/** The newest ledger of the index. It is sent with every event frame and as a heartbeat. */
export interface LiveLedger {
  index: number
  /** Time in ISO 8601. */
  closedAt: string
}

/**
 * Messages from the server: a page of events with the position to continue from, or the reason why it closes the
 * socket.
 */
export type LiveFrame =
  | { events: MarketEvent[]; position: number; ledger: LiveLedger | null }
  | { problem: { code: ErrorCode; detail: string } }
