import { BAD_CURRENCY, currencyHex, type IssuedAmountJson } from '#ledger/amounts/amount.ts'
import { ZERO } from '#ledger/amounts/decimal.ts'
import { formatValue, parseValue } from '#ledger/amounts/token-value.ts'
import { ACCOUNT_ONE, ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { adjustOwnerCount, editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, withFlag, withoutFlag } from '#ledger/entries/entry-flags.ts'
import type { AccountRoot, RippleState } from '#ledger/entries/entry-types.ts'
import { lineKeylet } from '#ledger/entries/keylets.ts'
import {
  createLine,
  deleteLine,
  findLine,
  isHigh,
  sideFields,
  sideFlags,
} from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { ResultCode } from './results.ts'
import {
  type ApplyContext,
  flagsOf,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// Rules of TrustSet. Source: xrpl.org "TrustSet", "Trust lines" (default state and reserve), XLS-77 (deep freeze).

const tf = {
  setAuth: 0x00010000,
  setNoRipple: 0x00020000,
  clearNoRipple: 0x00040000,
  setFreeze: 0x00100000,
  clearFreeze: 0x00200000,
  setDeepFreeze: 0x00400000,
  clearDeepFreeze: 0x00800000,
} as const

const QUALITY_ONE = 1_000_000_000

const has = (fields: TransactionFields, flag: number) => (flagsOf(fields) & flag) !== 0

const limitOf = (fields: TransactionFields): IssuedAmountJson =>
  fields.LimitAmount ?? { currency: 'XRP', issuer: ACCOUNT_ZERO, value: '0' }

function frozenFlags(fields: TransactionFields, before: number, high: boolean, account: AccountRoot): number {
  const ownFlags = sideFlags(high)
  const canFreeze = !hasFlag(account, accountFlag.noFreeze)
  let flags = before
  if (has(fields, tf.setFreeze) && !has(fields, tf.clearFreeze)) {
    if (canFreeze) flags = withFlag(flags, ownFlags.freeze)
  } else if (has(fields, tf.clearFreeze) && !has(fields, tf.setFreeze))
    flags = withoutFlag(flags, ownFlags.freeze)
  if (has(fields, tf.setDeepFreeze) && !has(fields, tf.clearDeepFreeze)) {
    if (canFreeze) flags = withFlag(flags, ownFlags.deepFreeze)
  } else if (has(fields, tf.clearDeepFreeze) && !has(fields, tf.setDeepFreeze)) {
    flags = withoutFlag(flags, ownFlags.deepFreeze)
  }
  return flags
}

/**
 * Checks the freeze flags: a deep freeze requires an ordinary freeze, and one transaction cannot both set and clear a
 * freeze.
 */
function checkFreezes(fields: TransactionFields, view: ReadView, account: AccountRoot): ResultCode {
  const sets = has(fields, tf.setFreeze) || has(fields, tf.setDeepFreeze)
  const clears = has(fields, tf.clearFreeze) || has(fields, tf.clearDeepFreeze)
  if (sets && (clears || hasFlag(account, accountFlag.noFreeze))) return 'tecNO_PERMISSION'
  const { issuer, currency } = limitOf(fields)
  const high = isHigh(fields.Account, issuer)
  const before = findLine(view, fields.Account, issuer, currency)?.Flags ?? 0
  const after = { Flags: frozenFlags(fields, before, high, account) }
  const ownFlags = sideFlags(high)
  return hasFlag(after, ownFlags.deepFreeze) && !hasFlag(after, ownFlags.freeze)
    ? 'tecNO_PERMISSION'
    : 'tesSUCCESS'
}

/** True if this side of the line requires a reserve. */
function needsReserve(
  line: RippleState,
  flags: number,
  high: boolean,
  account: AccountRoot | undefined,
): boolean {
  const fields = sideFields(high)
  const ownFlags = sideFlags(high)
  const isQualitySet = (value: number | undefined) =>
    value !== undefined && value !== 0 && value !== QUALITY_ONE
  const ripples = !hasFlag({ Flags: flags }, ownFlags.noRipple)
  const defaultRipple = account !== undefined && hasFlag(account, accountFlag.defaultRipple)
  const balance = parseValue(line.Balance.value).mantissa
  return (
    isQualitySet(line[fields.qualityIn]) ||
    isQualitySet(line[fields.qualityOut]) ||
    ripples !== defaultRipple ||
    hasFlag({ Flags: flags }, ownFlags.freeze) ||
    parseValue(line[fields.limit].value).mantissa !== 0n ||
    (high ? balance < 0n : balance > 0n)
  )
}

function setQualities(line: RippleState, fields: TransactionFields, high: boolean): void {
  const names = sideFields(high)
  const set = (name: typeof names.qualityIn | typeof names.qualityOut, value: number | undefined) => {
    if (value === undefined) return
    if (value === 0) delete line[name]
    else line[name] = value
  }
  set(names.qualityIn, fields.QualityIn)
  set(names.qualityOut, fields.QualityOut === QUALITY_ONE ? 0 : fields.QualityOut)
}

function changeLine(
  { fields, view, priorBalance }: ApplyContext,
  line: RippleState,
  neededDrops: bigint,
): ResultCode {
  const { Account: account } = fields
  const { issuer: peer, currency } = limitOf(fields)
  const high = isHigh(account, peer)
  const ownFlags = sideFlags(high)
  line[sideFields(high).limit] = {
    currency,
    issuer: account,
    value: formatValue(parseValue(limitOf(fields).value)),
  }
  setQualities(line, fields, high)
  let flags = line.Flags
  if (has(fields, tf.setNoRipple) && !has(fields, tf.clearNoRipple)) {
    const balance = parseValue(line.Balance.value).mantissa
    if (high ? balance > 0n : balance < 0n) return 'tecNO_PERMISSION'
    flags = withFlag(flags, ownFlags.noRipple)
  } else if (has(fields, tf.clearNoRipple) && !has(fields, tf.setNoRipple))
    flags = withoutFlag(flags, ownFlags.noRipple)
  flags = frozenFlags(fields, flags, high, editAccount(view, account))
  if (has(fields, tf.setAuth)) flags = withFlag(flags, ownFlags.auth)
  let reserveGrew = false
  let anyNeeded = false
  for (const side of [false, true]) {
    const owner = side === high ? account : peer
    const { reserve } = sideFlags(side)
    const isReserveNeeded = needsReserve(line, flags, side, findAccount(view, owner))
    const hasReserve = hasFlag(line, reserve)
    anyNeeded ||= isReserveNeeded
    if (isReserveNeeded && !hasReserve) {
      adjustOwnerCount(view, owner, 1)
      flags = withFlag(flags, reserve)
      if (side === high) reserveGrew = true
    }
    if (!isReserveNeeded && hasReserve) {
      adjustOwnerCount(view, owner, -1)
      flags = withoutFlag(flags, reserve)
    }
  }
  line.Flags = flags
  if (!anyNeeded) deleteLine(view, line)
  else if (reserveGrew && priorBalance < neededDrops) return 'tecINSUF_RESERVE_LINE'
  return 'tesSUCCESS'
}

export const trustSet: TransactionRules = {
  flags: Object.values(tf).reduce((all, flag) => all | flag, 0),

  preflight(fields) {
    const limit = fields.LimitAmount
    if (limit === undefined || typeof limit === 'string') return 'temBAD_LIMIT'
    if (currencyHex(limit.currency) === BAD_CURRENCY) return 'temBAD_CURRENCY'
    if (parseValue(limit.value).mantissa < 0n) return 'temBAD_LIMIT'
    return limit.issuer === ACCOUNT_ZERO || limit.issuer === ACCOUNT_ONE ? 'temDST_NEEDED' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const account = findAccount(view, fields.Account)
    if (account === undefined) return 'terNO_ACCOUNT'
    if (has(fields, tf.setAuth) && !hasFlag(account, accountFlag.requireAuth)) return 'tefNO_AUTH_REQUIRED'
    const { issuer: peer, currency } = limitOf(fields)
    if (peer === fields.Account) return 'temDST_IS_SRC'
    const peerRoot = findAccount(view, peer)
    if (peerRoot === undefined) return 'tecNO_DST'
    const line = findLine(view, fields.Account, peer, currency)
    if (hasFlag(peerRoot, accountFlag.disallowIncomingTrustline) && line === undefined)
      return 'tecNO_PERMISSION'
    return checkFreezes(fields, view, account)
  },

  apply(context) {
    const { fields, view, priorBalance } = context
    const { issuer: peer, currency, value } = limitOf(fields)
    const ownerCount = editAccount(view, fields.Account).OwnerCount
    // The first two objects need no reserve, so that a gateway can set up users cheaply.
    const neededDrops = ownerCount < 2 ? 0n : reserveDrops(ownerCount + 1)
    const line = view.edit(lineKeylet(fields.Account, peer, currency))
    if (line !== undefined) return changeLine(context, line, neededDrops)
    const qualityOut = fields.QualityOut === QUALITY_ONE ? 0 : (fields.QualityOut ?? 0)
    const limit = parseValue(value)
    if (limit.mantissa === 0n && !fields.QualityIn && !qualityOut && !has(fields, tf.setAuth)) {
      return 'tecNO_LINE_REDUNDANT'
    }
    if (priorBalance < neededDrops) return 'tecNO_LINE_INSUF_RESERVE'
    createLine(view, {
      account: fields.Account,
      peer,
      currency,
      limit,
      balance: ZERO,
      auth: has(fields, tf.setAuth),
      noRipple: has(fields, tf.setNoRipple) && !has(fields, tf.clearNoRipple),
      freeze: has(fields, tf.setFreeze) && !has(fields, tf.clearFreeze),
      deepFreeze: has(fields, tf.setDeepFreeze),
      qualityIn: fields.QualityIn ?? 0,
      qualityOut,
    })
    return 'tesSUCCESS'
  },
}
