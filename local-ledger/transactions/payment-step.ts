import { compareDecimals, type Decimal, ZERO } from '#ledger/amounts/decimal.ts'
import { addValues, isPositive, scaleValue } from '#ledger/amounts/token-value.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, lineFlag } from '#ledger/entries/entry-flags.ts'
import {
  creditLine,
  findLine,
  isHigh,
  lineBalance,
  lineLimit,
  sideFields,
  sideFlags,
  transferRate,
} from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'

// One hop of a token payment: value moves along the trust line between two accounts.
// Source: xrpl.org "Paths" (rippling), "Transfer Fees", "TrustSet" (quality), "Freezes".

const QUALITY_ONE = 1_000_000_000

export interface Hop {
  readonly from: string
  readonly to: string
  readonly currency: string
  /** The previous hop, if any; it determines whether a transfer fee is due. */
  readonly previous: Hop | null
  readonly isLast: boolean
}

export interface Movement {
  input: Decimal
  output: Decimal
}

/** Returns why this hop can move no value, or tesSUCCESS. */
export function checkHop(view: ReadView, hop: Hop): ResultCode {
  const { from, to, currency, previous } = hop
  const sender = findAccount(view, from)
  if (sender === undefined) return 'terNO_ACCOUNT'
  const line = findLine(view, from, to, currency)
  const onlyHop = previous === null && hop.isLast
  if (!onlyHop) {
    if (hasFlag(sender, accountFlag.globalFreeze)) return 'terNO_LINE'
    if (line !== undefined && hasFlag(line, sideFlags(isHigh(to, from)).freeze)) return 'terNO_LINE'
    if (line !== undefined && hasFlag(line, lineFlag.lowDeepFreeze | lineFlag.highDeepFreeze))
      return 'terNO_LINE'
  }
  if (previous !== null && !mayRipple(view, previous.from, from, to, currency)) return 'terNO_RIPPLE'
  if (line === undefined) return 'terNO_LINE'
  const isAuthorised = hasFlag(line, sideFlags(isHigh(from, to)).auth)
  const empty = lineBalance(view, from, to, currency).mantissa === 0n
  if (hasFlag(sender, accountFlag.requireAuth) && !isAuthorised && empty) return 'terNO_AUTH'
  // The receiver already holds as much of the sender's debt as the limit allows.
  const balance = lineBalance(view, to, from, currency)
  const full = balance.mantissa >= 0n && compareDecimals(balance, lineLimit(view, to, from, currency)) >= 0
  if (full) return 'tecPATH_DRY'
  return 'tesSUCCESS'
}

/** Checks rippling: a payment cannot pass through an account that has No Ripple on both lines. */
function mayRipple(
  view: ReadView,
  before: string,
  through: string,
  after: string,
  currency: string,
): boolean {
  const lineIn = findLine(view, before, through, currency)
  const lineOut = findLine(view, through, after, currency)
  if (lineIn === undefined || lineOut === undefined) return false
  const blockedIn = hasFlag(lineIn, sideFlags(isHigh(through, before)).noRipple)
  const blockedOut = hasFlag(lineOut, sideFlags(isHigh(through, after)).noRipple)
  return !(blockedIn && blockedOut)
}

/** Returns the maximum that can move, and whether the sender redeems its balance or issues new debt. */
function findCapacity(view: ReadView, { from, to, currency }: Hop): { most: Decimal; redeems: boolean } {
  const balance = lineBalance(view, from, to, currency)
  if (isPositive(balance)) return { most: balance, redeems: true }
  return { most: addValues(lineLimit(view, to, from, currency), balance), redeems: false }
}

const readQuality = (view: ReadView, { from, to, currency }: Hop, direction: 'in' | 'out'): number => {
  const line = findLine(view, from, to, currency)
  const value =
    direction === 'in'
      ? line?.[sideFields(isHigh(to, from)).qualityIn]
      : line?.[sideFields(isHigh(from, to)).qualityOut]
  return value || QUALITY_ONE
}

/** Hops of a run that redeemed debt. They are recorded, because the balance no longer shows it afterwards. */
export type Redeemed = Map<Hop, boolean>

/** Returns the rates by which the sender pays more than the moved amount and the receiver counts less. */
function findQualities(
  hop: Hop,
  view: ReadView,
  redeems: boolean,
  passesOn: boolean,
): { out: bigint; in: bigint } {
  if (redeems) {
    if (hop.previous === null) return { out: BigInt(QUALITY_ONE), in: BigInt(QUALITY_ONE) }
    const before = readQuality(view, hop.previous, 'in')
    return { out: BigInt(Math.max(before, readQuality(view, hop, 'out'))), in: BigInt(QUALITY_ONE) }
  }
  // A transfer fee is due if the previous hop redeems the issuer's own debt.
  const out = passesOn ? transferRate(view, hop.from) : QUALITY_ONE
  const into = readQuality(view, hop, 'in')
  return { out: BigInt(out), in: BigInt(hop.isLast ? Math.min(into, QUALITY_ONE) : into) }
}

const ONE = BigInt(QUALITY_ONE)

/** Moves as much as needed to deliver `target`. The previous hop has not moved yet. */
export function moveForOutput(view: Sandbox, hop: Hop, target: Decimal, redeemedAmounts: Redeemed): Movement {
  const { most: capacityLeft, redeems } = findCapacity(view, hop)
  redeemedAmounts.set(hop, redeems)
  if (!isPositive(capacityLeft)) return { input: ZERO, output: ZERO }
  const passesOn = hop.previous !== null && findCapacity(view, hop.previous).redeems
  const rate = findQualities(hop, view, redeems, passesOn)
  const requiredAmount = scaleValue(target, ONE, rate.in, true)
  const fits = compareDecimals(requiredAmount, capacityLeft) <= 0
  const lineAmount = fits ? requiredAmount : capacityLeft
  creditLine(view, hop.from, hop.to, hop.currency, lineAmount)
  return {
    input: scaleValue(lineAmount, rate.out, ONE, true),
    output: fits ? target : scaleValue(capacityLeft, rate.in, ONE, false),
  }
}

/** Moves as much as `input` pays for. The previous hop has already moved. */
export function moveForInput(view: Sandbox, hop: Hop, input: Decimal, redeemedAmounts: Redeemed): Movement {
  const { most: capacityLeft, redeems } = findCapacity(view, hop)
  redeemedAmounts.set(hop, redeems)
  if (!isPositive(capacityLeft)) return { input: ZERO, output: ZERO }
  const passesOn = hop.previous !== null && (redeemedAmounts.get(hop.previous) ?? false)
  const rate = findQualities(hop, view, redeems, passesOn)
  const possible = scaleValue(input, ONE, rate.out, false)
  const fits = compareDecimals(possible, capacityLeft) <= 0
  const lineAmount = fits ? possible : capacityLeft
  creditLine(view, hop.from, hop.to, hop.currency, lineAmount)
  return {
    input: fits ? input : scaleValue(capacityLeft, rate.out, ONE, true),
    output: scaleValue(lineAmount, rate.in, ONE, false),
  }
}
