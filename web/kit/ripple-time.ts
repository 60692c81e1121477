import { rippleEpochSeconds } from '#contract/rules/ledger.ts'

export function rippleTimeToIso(rippleTime: number): string {
  return new Date((rippleTime + rippleEpochSeconds) * 1000).toISOString()
}

/** Converts milliseconds of the Unix epoch to seconds of the Ripple epoch. */
export function rippleTimeOf(ms: number): number {
  return Math.floor(ms / 1000) - rippleEpochSeconds
}
