import {
  type Amount,
  type AmountJson,
  amountFromJson,
  amountRefusal,
  amountToJson,
  compare,
  dropsOf,
  isMptAmount,
  LARGEST_VALUE,
  sameAsset,
  token,
} from '#ledger/amounts/amount.ts'
import { ZERO } from '#ledger/amounts/decimal.ts'
import { formatValue } from '#ledger/amounts/token-value.ts'
import {
  changeBalance,
  editAccount,
  fees,
  findAccount,
  reserveDrops,
  spendableDrops,
} from '#ledger/entries/account-roots.ts'
import { deleteCheck, findCheck, isNullId } from '#ledger/entries/checks.ts'
import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import type { Check } from '#ledger/entries/entry-types.ts'
import { findFunds } from '#ledger/entries/funds.ts'
import { lineKeylet } from '#ledger/entries/keylets.ts'
import { hasExpired } from '#ledger/entries/nftoken-offers.ts'
import {
  createLine,
  findLine,
  isFrozen,
  isHigh,
  type Issue,
  sideFields,
  sideFlags,
} from '#ledger/entries/trust-lines.ts'
import { exists, type ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { deliverTokens, type Delivered } from './payment-flow.ts'
import type { ResultCode } from './results.ts'
import type { ApplyContext, TransactionFields, TransactionRules } from './transaction-types.ts'

// Rules of CheckCash. The receiver signs, so neither deposit authorization nor the receiver's trust line limit prevents
// the payment. Source: xrpl.org "CheckCash", "Checks".

/** Returns the minimum amount to deliver: the exact amount, or DeliverMin. */
const amountOf = ({ Amount: exact, DeliverMin: least }: TransactionFields): AmountJson =>
  exact ?? least ?? '0'

/** True if the writer can pay. The reserve of the check is available, because cashing removes the check. */
function canCover(view: ReadView, check: Check, amount: Amount): boolean {
  const available = findFunds(view, check.Account, amount)
  if (amount.asset.kind === 'token') return compare(amount, available) <= 0
  return dropsOf(amount) <= dropsOf(available) + fees.reserveIncrementDrops
}

/** Checks that the receiver may hold another issuer's currency. */
function mayReceive(view: ReadView, account: string, issue: Issue): ResultCode {
  const issuer = findAccount(view, issue.issuer)
  if (issuer === undefined) return 'tecNO_ISSUER'
  const line = findLine(view, account, issue.issuer, issue.currency)
  const authorised = line !== undefined && hasFlag(line, sideFlags(isHigh(issue.issuer, account)).auth)
  if (hasFlag(issuer, accountFlag.requireAuth) && !authorised) return 'tecNO_AUTH'
  return isFrozen(view, account, issue) ? 'tecFROZEN' : 'tesSUCCESS'
}

function cashXrp({ fields, view, deliver }: ApplyContext, check: Check): ResultCode {
  const { Account: to, DeliverMin: deliverMin } = fields
  const from = check.Account
  const liquid = spendableDrops(view, from, -1)
  let sum = BigInt(String(amountOf(fields)))
  if (deliverMin !== undefined) {
    const sendMax = BigInt(String(check.SendMax))
    const possible = sendMax < liquid ? sendMax : liquid
    if (possible > sum) sum = possible
  }
  if (liquid < sum) return 'tecUNFUNDED_PAYMENT'
  if (deliverMin !== undefined) deliver(sum.toString())
  changeBalance(view, from, -sum)
  changeBalance(view, to, sum)
  return 'tesSUCCESS'
}

/**
 * Runs a payment with the receiver's trust line limit raised to the maximum. Like the server, always raises the
 * receiver's side as if the peer were the issuer, even if the receiver is the issuer.
 */
function withoutLimit(
  view: Sandbox,
  key: ReturnType<typeof lineKeylet>,
  high: boolean,
  pay: () => Delivered,
) {
  const { limit } = sideFields(high)
  const line = view.edit(key)
  if (line === undefined) return null
  const savedLimit = line[limit]
  line[limit] = { ...savedLimit, value: formatValue(LARGEST_VALUE) }
  const delivery = pay()
  const after = view.edit(key)
  if (after !== undefined) after[limit] = savedLimit
  return delivery
}

function cashTokens({ fields, view, priorBalance, deliver }: ApplyContext, check: Check): ResultCode {
  const { Account: to, DeliverMin: deliverMin } = fields
  const from = check.Account
  const amount = amountFromJson(amountOf(fields))
  if (amount.asset.kind === 'xrp') return 'tecINTERNAL'
  const { currency, issuer } = amount.asset
  const key = lineKeylet(issuer === to ? from : to, issuer, currency)
  if (!exists(view, key)) {
    const receiver = editAccount(view, to)
    if (priorBalance < reserveDrops(receiver.OwnerCount + 1)) return 'tecNO_LINE_INSUF_RESERVE'
    const noRipple = !hasFlag(receiver, accountFlag.defaultRipple)
    createLine(view, { account: to, peer: issuer, currency, limit: ZERO, balance: ZERO, noRipple })
  }
  // With a minimum, delivers as much as SendMax pays for. Half of the largest value leaves room for any transfer rate.
  const unlimitedValue = { mantissa: LARGEST_VALUE.mantissa / 2n, exponent: LARGEST_VALUE.exponent }
  const delivery = withoutLimit(view, key, !isHigh(issuer, to), () =>
    deliverTokens(view, {
      from,
      to,
      deliver: deliverMin === undefined ? amount : token(currency, issuer, unlimitedValue),
      maxSpend: amountFromJson(check.SendMax),
      hasSendMax: true,
      paths: [],
      useDefaultPath: true,
      partial: deliverMin !== undefined,
      limitQuality: false,
    }),
  )
  if (delivery === null) return 'tecNO_LINE'
  if (delivery.result !== 'tesSUCCESS') return delivery.result
  if (deliverMin !== undefined && compare(delivery.deliveredAmount, amount) < 0) return 'tecPATH_PARTIAL'
  deliver(amountToJson(delivery.deliveredAmount))
  return 'tesSUCCESS'
}

export const checkCash: TransactionRules = {
  flags: 0,

  preflight(fields, { isEnabled }) {
    const { Amount: exact, DeliverMin: deliverMin, CheckID: key = '' } = fields
    // Multi-purpose tokens require MPTokensV2, which is not active anywhere yet.
    if (isMptAmount(exact) || isMptAmount(deliverMin)) return 'temDISABLED'
    if (isEnabled('fixCleanup3_3_0') && isNullId(key)) return 'temMALFORMED'
    if ((exact === undefined) === (deliverMin === undefined)) return 'temMALFORMED'
    return amountRefusal(amountFromJson(amountOf(fields))) ?? 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const check = findCheck(view, fields.CheckID ?? '')
    if (check === undefined) return 'tecNO_ENTRY'
    if (fields.Account !== check.Destination) return 'tecNO_PERMISSION'
    const receiver = findAccount(view, check.Destination)
    if (receiver === undefined || findAccount(view, check.Account) === undefined) return 'tecNO_ENTRY'
    const needsTag = hasFlag(receiver, accountFlag.requireDestTag)
    if (needsTag && check.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
    if (hasExpired(view, check.Expiration)) return 'tecEXPIRED'
    const amount = amountFromJson(amountOf(fields))
    const sendMax = amountFromJson(check.SendMax)
    if (!sameAsset(amount.asset, sendMax.asset)) return 'temMALFORMED'
    if (compare(amount, sendMax) > 0 || !canCover(view, check, amount)) return 'tecPATH_PARTIAL'
    if (amount.asset.kind === 'xrp' || amount.asset.issuer === fields.Account) return 'tesSUCCESS'
    return mayReceive(view, fields.Account, amount.asset)
  },

  apply(context) {
    const { fields, view } = context
    const { CheckID: key = '' } = fields
    const check = findCheck(view, key)
    if (check === undefined) return 'tecFAILED_PROCESSING'
    const result = typeof check.SendMax === 'string' ? cashXrp(context, check) : cashTokens(context, check)
    if (result === 'tesSUCCESS') deleteCheck(view, key, check)
    return result
  },
}
