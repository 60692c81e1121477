import { parseXrp } from '#worker/contract/amounts.ts'

/** Drops for an amount of XRP in an address. */
export function dropsOf(xrp: string | undefined): string | undefined {
  const drops = xrp === undefined ? null : parseXrp(xrp)
  return drops === null ? undefined : String(drops)
}
