import type { IssuedAmountJson } from '#ledger/amounts/amount.ts'
import { compareDecimals, type Decimal, ZERO } from '#ledger/amounts/decimal.ts'
import { formatValue, negate, parseValue, subtractValues } from '#ledger/amounts/token-value.ts'
import { ACCOUNT_ONE, accountId } from '#ledger/codec/address.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { adjustOwnerCount, findAccount } from './account-roots.ts'
import { addToDirectory, removeFromDirectory } from './directories.ts'
import { accountFlag, hasFlag, lineFlag, withoutFlag } from './entry-flags.ts'
import { type RippleState, unthreadedFields } from './entry-types.ts'
import { lineKeylet, ownerDirectory } from './keylets.ts'

// A trust line is one entry shared by two accounts; "low" is the one with the smaller account id. The balance is stored
// from the low account's point of view. Source: xrpl.org "RippleState", "Trust lines", "Rippling".

export interface Issue {
  currency: string
  issuer: string
}

export const isHigh = (account: string, peer: string): boolean => accountId(account) > accountId(peer)

/** Flags and fields of one side of a line. */
export const sideFlags = (high: boolean) =>
  high
    ? ({
        reserve: lineFlag.highReserve,
        auth: lineFlag.highAuth,
        noRipple: lineFlag.highNoRipple,
        freeze: lineFlag.highFreeze,
        deepFreeze: lineFlag.highDeepFreeze,
      } as const)
    : ({
        reserve: lineFlag.lowReserve,
        auth: lineFlag.lowAuth,
        noRipple: lineFlag.lowNoRipple,
        freeze: lineFlag.lowFreeze,
        deepFreeze: lineFlag.lowDeepFreeze,
      } as const)

export const sideFields = (high: boolean) =>
  high
    ? ({
        limit: 'HighLimit',
        node: 'HighNode',
        qualityIn: 'HighQualityIn',
        qualityOut: 'HighQualityOut',
      } as const)
    : ({
        limit: 'LowLimit',
        node: 'LowNode',
        qualityIn: 'LowQualityIn',
        qualityOut: 'LowQualityOut',
      } as const)

export const findLine = (
  view: ReadView,
  account: string,
  peer: string,
  currency: string,
): RippleState | undefined => (account === peer ? undefined : read(view, lineKeylet(account, peer, currency)))

const createNeutralLine = (currency: string, value: Decimal): IssuedAmountJson => ({
  currency,
  issuer: ACCOUNT_ONE,
  value: formatValue(value),
})

/** Returns the balance of a line from the side of `account`: positive if the peer owes the account. */
export function lineBalance(view: ReadView, account: string, peer: string, currency: string): Decimal {
  const line = findLine(view, account, peer, currency)
  if (line === undefined) return ZERO
  const balance = parseValue(line.Balance.value)
  return isHigh(account, peer) ? negate(balance) : balance
}

/** Returns the amount of the peer's debt that `account` accepts. */
export function lineLimit(view: ReadView, account: string, peer: string, currency: string): Decimal {
  const line = findLine(view, account, peer, currency)
  return line === undefined ? ZERO : parseValue(line[sideFields(isHigh(account, peer)).limit].value)
}

/** True if the issuer has frozen the balance, globally or on this line. Source: xrpl.org "Freezes". */
export function isFrozen(view: ReadView, account: string, issue: Issue): boolean {
  const issuer = findAccount(view, issue.issuer)
  if (issuer !== undefined && hasFlag(issuer, accountFlag.globalFreeze)) return true
  if (account === issue.issuer) return false
  const line = findLine(view, account, issue.issuer, issue.currency)
  return line !== undefined && hasFlag(line, sideFlags(isHigh(issue.issuer, account)).freeze)
}

/** True if an account has frozen its side of the line to a peer. */
export function isFrozenBy(view: ReadView, account: string, peer: string, currency: string): boolean {
  const line = findLine(view, account, peer, currency)
  return line !== undefined && hasFlag(line, sideFlags(isHigh(account, peer)).freeze)
}

/** True if either side has deep-frozen the line, which blocks both directions. Source: XLS-77. */
export function isDeepFrozen(view: ReadView, account: string, issue: Issue): boolean {
  const line = findLine(view, account, issue.issuer, issue.currency)
  return line !== undefined && hasFlag(line, lineFlag.lowDeepFreeze | lineFlag.highDeepFreeze)
}

/**
 * Returns the issuer's rate on transfers between other accounts, in billionths; 1,000,000,000 means no fee. Source:
 * xrpl.org "Transfer Fees".
 */
export const transferRate = (view: ReadView, issuer: string): number =>
  findAccount(view, issuer)?.TransferRate ?? 1_000_000_000

export interface NewLine {
  /** The account whose side is configured and who pays the reserve. */
  account: string
  peer: string
  currency: string
  limit: Decimal
  balance: Decimal
  auth?: boolean
  noRipple?: boolean
  freeze?: boolean
  deepFreeze?: boolean
  qualityIn?: number
  qualityOut?: number
}

export function createLine(view: Sandbox, line: NewLine): void {
  const { account, peer, currency } = line
  const high = isHigh(account, peer)
  const ownFlags = sideFlags(high)
  const peerRoot = findAccount(view, peer)
  const { key } = lineKeylet(account, peer, currency)
  const [low, highAccount] = high ? [peer, account] : [account, peer]
  const lowNode = addToDirectory(view, ownerDirectory(low), key, { Owner: low })
  const highNode = addToDirectory(view, ownerDirectory(highAccount), key, { Owner: highAccount })
  let flags: number = ownFlags.reserve
  if (line.auth) flags |= ownFlags.auth
  if (line.noRipple) flags |= ownFlags.noRipple
  if (line.freeze) flags |= ownFlags.freeze
  if (line.deepFreeze) flags |= ownFlags.deepFreeze
  if (peerRoot !== undefined && !hasFlag(peerRoot, accountFlag.defaultRipple))
    flags |= sideFlags(!high).noRipple
  const limit = { currency, issuer: account, value: formatValue(line.limit) }
  const noLimit = { currency, issuer: peer, value: '0' }
  const fields = sideFields(high)
  view.insert(key, {
    LedgerEntryType: 'RippleState',
    Flags: flags >>> 0,
    Balance: createNeutralLine(currency, high ? negate(line.balance) : line.balance),
    LowLimit: high ? noLimit : limit,
    HighLimit: high ? limit : noLimit,
    LowNode: lowNode,
    HighNode: highNode,
    ...(line.qualityIn ? { [fields.qualityIn]: line.qualityIn } : {}),
    ...(line.qualityOut ? { [fields.qualityOut]: line.qualityOut } : {}),
    ...unthreadedFields,
  })
  adjustOwnerCount(view, account, 1)
}

export function deleteLine(view: Sandbox, line: RippleState): void {
  const low = line.LowLimit.issuer
  const high = line.HighLimit.issuer
  const { key } = lineKeylet(low, high, line.Balance.currency)
  removeFromDirectory(view, ownerDirectory(low), line.LowNode ?? '0', key)
  removeFromDirectory(view, ownerDirectory(high), line.HighNode ?? '0', key)
  view.erase(key)
}

/** True if the sender's side is in its default state, so that its reserve can be released. */
function sideIsDefault(view: ReadView, line: RippleState, account: string, high: boolean): boolean {
  const root = findAccount(view, account)
  const defaultRipple = root !== undefined && hasFlag(root, accountFlag.defaultRipple)
  const flags = sideFlags(high)
  const fields = sideFields(high)
  return (
    hasFlag(line, flags.noRipple) !== defaultRipple &&
    !hasFlag(line, flags.freeze) &&
    parseValue(line[fields.limit].value).mantissa === 0n &&
    !line[fields.qualityIn] &&
    !line[fields.qualityOut]
  )
}

/** Moves a value along the line between two accounts. Creates or deletes the line if the rules require it. */
export function creditLine(
  view: Sandbox,
  sender: string,
  receiver: string,
  currency: string,
  value: Decimal,
): void {
  const senderHigh = isHigh(sender, receiver)
  const line = view.edit(lineKeylet(sender, receiver, currency))
  if (line === undefined) {
    const root = findAccount(view, receiver)
    const noRipple = root === undefined || !hasFlag(root, accountFlag.defaultRipple)
    createLine(view, { account: receiver, peer: sender, currency, limit: ZERO, balance: value, noRipple })
    return
  }
  const balance = parseValue(line.Balance.value)
  const before = senderHigh ? negate(balance) : balance
  const after = subtractValues(before, value)
  const flags = line.Flags
  const ownFlags = sideFlags(senderHigh)
  let remove = false
  if (
    before.mantissa > 0n &&
    compareDecimals(after, ZERO) <= 0 &&
    hasFlag(line, ownFlags.reserve) &&
    sideIsDefault(view, line, sender, senderHigh)
  ) {
    adjustOwnerCount(view, sender, -1)
    line.Flags = withoutFlag(flags, ownFlags.reserve)
    remove = after.mantissa === 0n && !hasFlag({ Flags: flags }, sideFlags(!senderHigh).reserve)
  }
  line.Balance = createNeutralLine(currency, senderHigh ? negate(after) : after)
  if (remove) deleteLine(view, line)
}
