/**
 * Notifications are written while the events of the same ledger are on their way: until then they are polled at this
 * interval.
 */
const soonMs = 700
/** How long it polls after an event. */
const awaitedMs = 15_000
/** Interval without a live connection. */
const lookMs = 10_000
/** Interval with a live connection. The topic of an account does not include watched works and followed artists. */
const calmMs = 60_000

interface Known {
  /** True if events of the account arrive by themselves. */
  isLive: boolean
  /** The newest event that has arrived, and when. */
  heard: { position: number; at: number }
  /** Position up to which the log has been turned into notifications. */
  told: number
  now: number
}

/** Pause before the bell polls again. */
export function unreadPause({ isLive, heard, told, now }: Known): number {
  if (told < heard.position && now - heard.at < awaitedMs) return soonMs
  return isLive ? calmMs : lookMs
}
