import {
  type Amount,
  amountFromJson,
  amountToJson,
  BAD_CURRENCY,
  compare,
  currencyHex,
  dropsOf,
  isLegal,
  isMore,
  sameAsset,
} from '#ledger/amounts/amount.ts'
import { ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { changeBalance, editAccount, fees, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, withoutFlag } from '#ledger/entries/entry-flags.ts'
import { unthreadedFields } from '#ledger/entries/entry-types.ts'
import { accountKeylet, depositPreauthKeylet } from '#ledger/entries/keylets.ts'
import { exists } from '#ledger/views/read-view.ts'
import { deliverTokens } from './payment-flow.ts'
import { isTer, type ResultCode } from './results.ts'
import {
  type ApplyContext,
  flagsOf,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// Rules of Payment. Source: xrpl.org "Payment", "Direct XRP Payments", "Partial Payments", "Deposit Authorization".

const tf = { noRippleDirect: 0x00010000, partialPayment: 0x00020000, limitQuality: 0x00040000 } as const
const MAX_PATHS = 6
const MAX_PATH_LENGTH = 8

const has = (fields: TransactionFields, flag: number) => (flagsOf(fields) & flag) !== 0
const amountOf = (fields: TransactionFields): Amount => amountFromJson(fields.Amount ?? '0')

/** Returns the maximum that the sender spends: SendMax, or the amount itself with the sender as issuer. */
function maxSpend(fields: TransactionFields): Amount {
  if (fields.SendMax !== undefined) return amountFromJson(fields.SendMax)
  const amount = amountOf(fields)
  if (amount.asset.kind === 'xrp') return amount
  return { asset: { ...amount.asset, issuer: fields.Account }, value: amount.value }
}

const currencyOf = ({ asset }: Amount): string => (asset.kind === 'xrp' ? '' : currencyHex(asset.currency))

/** Checks for options that are invalid in a direct XRP payment. */
function checkXrpOptions(fields: TransactionFields): ResultCode {
  if (fields.SendMax !== undefined) return 'temBAD_SEND_XRP_MAX'
  if (fields.Paths !== undefined) return 'temBAD_SEND_XRP_PATHS'
  if (has(fields, tf.partialPayment)) return 'temBAD_SEND_XRP_PARTIAL'
  if (has(fields, tf.limitQuality)) return 'temBAD_SEND_XRP_LIMIT'
  return has(fields, tf.noRippleDirect) ? 'temBAD_SEND_XRP_NO_DIRECT' : 'tesSUCCESS'
}

function checkDeliverMin(fields: TransactionFields, amount: Amount): ResultCode {
  if (fields.DeliverMin === undefined) return 'tesSUCCESS'
  const deliverMin = amountFromJson(fields.DeliverMin)
  const good =
    has(fields, tf.partialPayment) &&
    isLegal(deliverMin) &&
    isMore(deliverMin) &&
    sameAsset(deliverMin.asset, amount.asset) &&
    compare(deliverMin, amount) <= 0
  return good ? 'tesSUCCESS' : 'temBAD_AMOUNT'
}

/** True if Deposit Authorization refuses the payment: only the account itself and preauthorized accounts may send. */
function refusesDeposit({ fields, view }: ApplyContext): boolean {
  const { Account: from, Destination: to = '' } = fields
  const destination = findAccount(view, to)
  if (destination === undefined || !hasFlag(destination, accountFlag.depositAuth) || from === to) return false
  return !exists(view, depositPreauthKeylet(to, from))
}

function sendXrp(context: ApplyContext, amount: Amount): ResultCode {
  const { fields, view, priorBalance } = context
  const { Account: from, Destination: to = '' } = fields
  const sum = dropsOf(amount)
  const reserve = reserveDrops(editAccount(view, from).OwnerCount)
  const fee = BigInt(fields.Fee)
  // Only the fee may be paid from the reserve.
  if (priorBalance < sum + (reserve > fee ? reserve : fee)) return 'tecUNFUNDED_PAYMENT'
  const balance = BigInt(editAccount(view, to).Balance)
  // Small payments are always accepted, so that an account without XRP for fees cannot be locked.
  const large = sum > fees.reserveBaseDrops || balance > fees.reserveBaseDrops
  if (large && refusesDeposit(context)) return 'tecNO_PERMISSION'
  changeBalance(view, from, -sum)
  changeBalance(view, to, sum)
  const destination = editAccount(view, to)
  destination.Flags = withoutFlag(destination.Flags, accountFlag.passwordSpent)
  return 'tesSUCCESS'
}

function sendTokens(context: ApplyContext, amount: Amount): ResultCode {
  const { fields, view } = context
  if (refusesDeposit(context)) return 'tecNO_PERMISSION'
  const { result, deliveredAmount } = deliverTokens(view, {
    from: fields.Account,
    to: fields.Destination ?? '',
    deliver: amount,
    maxSpend: maxSpend(fields),
    hasSendMax: fields.SendMax !== undefined,
    paths: fields.Paths ?? [],
    useDefaultPath: !has(fields, tf.noRippleDirect),
    partial: has(fields, tf.partialPayment),
    limitQuality: has(fields, tf.limitQuality),
  })
  if (result !== 'tesSUCCESS') return isTer(result) ? 'tecPATH_DRY' : result
  if (compare(deliveredAmount, amount) === 0) return result
  const deliverMin = fields.DeliverMin === undefined ? null : amountFromJson(fields.DeliverMin)
  if (deliverMin !== null && compare(deliveredAmount, deliverMin) < 0) return 'tecPATH_PARTIAL'
  context.deliver(amountToJson(deliveredAmount))
  return result
}

export const payment: TransactionRules = {
  flags: tf.noRippleDirect | tf.partialPayment | tf.limitQuality,

  preflight(fields) {
    const amount = amountOf(fields)
    const spend = maxSpend(fields)
    const direct = amount.asset.kind === 'xrp' && spend.asset.kind === 'xrp'
    if (!isLegal(amount) || !isLegal(spend)) return 'temBAD_AMOUNT'
    if (fields.Destination === undefined || fields.Destination === ACCOUNT_ZERO) return 'temDST_NEEDED'
    if (fields.SendMax !== undefined && !isMore(spend)) return 'temBAD_AMOUNT'
    if (!isMore(amount)) return 'temBAD_AMOUNT'
    if (currencyOf(amount) === BAD_CURRENCY || currencyOf(spend) === BAD_CURRENCY) return 'temBAD_CURRENCY'
    const toSelf = fields.Account === fields.Destination
    if (toSelf && currencyOf(amount) === currencyOf(spend) && fields.Paths === undefined)
      return 'temREDUNDANT'
    const options = direct ? checkXrpOptions(fields) : 'tesSUCCESS'
    return options === 'tesSUCCESS' ? checkDeliverMin(fields, amount) : options
  },

  preclaim({ fields, view }) {
    const amount = amountOf(fields)
    const destination = findAccount(view, fields.Destination ?? '')
    if (destination === undefined) {
      if (amount.asset.kind === 'token') return 'tecNO_DST'
      if (view.open && has(fields, tf.partialPayment)) return 'telNO_DST_PARTIAL'
      if (dropsOf(amount) < fees.reserveBaseDrops) return 'tecNO_DST_INSUF_XRP'
    } else if (hasFlag(destination, accountFlag.requireDestTag) && fields.DestinationTag === undefined) {
      return 'tecDST_TAG_NEEDED'
    }
    const paths = fields.Paths ?? []
    const tooMany = paths.length > MAX_PATHS || paths.some((path) => path.length > MAX_PATH_LENGTH)
    return view.open && tooMany ? 'telBAD_PATH_COUNT' : 'tesSUCCESS'
  },

  apply(context) {
    const { fields, view } = context
    const { Destination: to = '' } = fields
    const amount = amountOf(fields)
    if (findAccount(view, to) === undefined) {
      // A new account's sequence starts at the ledger index, so that transactions of a deleted account cannot be
      // replayed.
      view.insert(accountKeylet(to).key, {
        LedgerEntryType: 'AccountRoot',
        Flags: 0,
        Account: to,
        Balance: '0',
        OwnerCount: 0,
        Sequence: view.seq,
        ...unthreadedFields,
      })
    } else {
      // The server treats the destination as changed, which the metadata shows when the transaction is threaded to it.
      editAccount(view, to)
    }
    const ripples =
      fields.Paths !== undefined || fields.SendMax !== undefined || amount.asset.kind === 'token'
    return ripples ? sendTokens(context, amount) : sendXrp(context, amount)
  },
}
