import { rippleEpochSeconds } from '#worker/contract/ledger.ts'

export function rippleTimeToIso(rippleTime: number): string {
  return new Date((rippleTime + rippleEpochSeconds) * 1000).toISOString()
}

/** Seconds of the Ripple epoch for milliseconds of the Unix epoch. */
export function rippleTimeOf(ms: number): number {
  return Math.floor(ms / 1000) - rippleEpochSeconds
}
