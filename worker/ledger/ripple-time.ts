/** Seconds between the Unix epoch and the ledger's (2000-01-01T00:00:00Z). Source: xrpl.org "Specifying time". */
const rippleEpoch = 946_684_800

export function rippleTimeToDate(seconds: number): Date {
  return new Date((seconds + rippleEpoch) * 1000)
}

export function dateToRippleTime(date: Date): number {
  return Math.floor(date.getTime() / 1000) - rippleEpoch
}
