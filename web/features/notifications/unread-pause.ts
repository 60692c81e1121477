/** Polling interval shortly after an event. The server writes notifications after it sends the events of a ledger. */
const soonMs = 700
/** Duration of the faster polling after an event. */
const fastPollingMs = 15_000
/** Polling interval without a live connection. */
const lookMs = 10_000
/**
 * Polling interval with a live connection, because an account's topic does not include watched works and followed
 * artists.
 */
const calmMs = 60_000

interface Known {
  /** True if a live connection delivers the account's events. */
  isLive: boolean
  /** Log position of the newest event, and the time at which it arrived. */
  newestEvent: { position: number; at: number }
  /** Log position up to which notifications have been created. */
  notifiedPosition: number
  now: number
}

/** Returns the pause before the next poll of the unread count. */
export function unreadPause({ isLive, newestEvent, notifiedPosition, now }: Known): number {
  if (notifiedPosition < newestEvent.position && now - newestEvent.at < fastPollingMs) return soonMs
  return isLive ? calmMs : lookMs
}
