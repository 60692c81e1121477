/** Seconds from the Unix epoch to the ledger's (2000-01-01T00:00:00Z). */
const rippleEpochSeconds = 946_684_800

export function rippleTimeToIso(rippleTime: number): string {
  return new Date((rippleTime + rippleEpochSeconds) * 1000).toISOString()
}

/** Seconds of the Ripple epoch for milliseconds of the Unix epoch. */
export function rippleTimeOf(ms: number): number {
  return Math.floor(ms / 1000) - rippleEpochSeconds
}
