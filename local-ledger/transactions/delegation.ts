import { isPseudoType, isTypeName } from '#ledger/codec/field-walk.ts'
import type { Delegate } from '#ledger/entries/entry-types.ts'
import { delegateKeylet } from '#ledger/entries/keylets.ts'
import { findLine, isHigh } from '#ledger/entries/trust-lines.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { ResultCode } from './results.ts'
import { COMMON_FIELDS } from './templates.ts'
import { flagsOf, type TransactionFields, universalFlags } from './transaction-types.ts'

// Permissions of one account to act for another account. Source: XLS-75; xrpl.org "Permission Values", "Delegate".

/** Types that can never be delegated as a whole: they change keys, delegate themselves or sign for others. */
const NOT_DELEGABLE =
  /^(?:AccountSet|SetRegularKey|SignerListSet|AccountDelete|DelegateSet|Batch|Vault.*|Loan.*|ConfidentialMPT.*|Sponsorship.*)$/

interface Granular {
  type: string
  flags: number
  fields: readonly string[]
}

const allowSetting = (field: string): Granular => ({ type: 'AccountSet', flags: 0, fields: [field] })
const allowTrustLine = (flags: number): Granular => ({ type: 'TrustSet', flags, fields: ['LimitAmount'] })
const issuePermission: Granular = {
  type: 'Payment',
  // tfNoRippleDirect, tfPartialPayment, tfLimitQuality
  flags: 0x00070000,
  fields: [
    'Destination',
    'Amount',
    'SendMax',
    'InvoiceID',
    'DestinationTag',
    'DeliverMin',
    'CredentialIDs',
    'DomainID',
  ],
}

/** Permissions for a part of a transaction type, with the allowed flags and fields. */
const granular = new Map<string, Granular>(
  Object.entries({
    TrustlineAuthorize: allowTrustLine(0x00010000),
    TrustlineFreeze: allowTrustLine(0x00100000),
    TrustlineUnfreeze: allowTrustLine(0x00200000),
    AccountDomainSet: allowSetting('Domain'),
    AccountEmailHashSet: allowSetting('EmailHash'),
    AccountMessageKeySet: allowSetting('MessageKey'),
    AccountTransferRateSet: allowSetting('TransferRate'),
    AccountTickSizeSet: allowSetting('TickSize'),
    PaymentMint: issuePermission,
    PaymentBurn: issuePermission,
    MPTokenIssuanceLock: {
      type: 'MPTokenIssuanceSet',
      flags: 0x1,
      fields: ['MPTokenIssuanceID', 'Holder'],
    },
    MPTokenIssuanceUnlock: {
      type: 'MPTokenIssuanceSet',
      flags: 0x2,
      fields: ['MPTokenIssuanceID', 'Holder'],
    },
  }),
)

export const isDelegable = (permission: string): boolean =>
  granular.has(permission) ||
  (isTypeName(permission) && !isPseudoType(permission) && !NOT_DELEGABLE.test(permission))

/** Checks that the delegate of a transaction, if any, is permitted to send it. */
export function checkDelegation(view: ReadView, fields: TransactionFields): ResultCode {
  if (fields.Delegate === undefined) return 'tesSUCCESS'
  const entry = read(view, delegateKeylet(fields.Account, fields.Delegate))
  return entry !== undefined && isPermitted(view, fields, entry) ? 'tesSUCCESS' : 'terNO_DELEGATE_PERMISSION'
}

function isPermitted(view: ReadView, fields: TransactionFields, { Permissions }: Delegate): boolean {
  const names = Permissions.map(({ Permission }) => String(Permission.PermissionValue))
  if (names.includes(fields.TransactionType)) return true
  const permissions = new Map(
    names.flatMap((name) => {
      const permission = granular.get(name)
      return permission?.type === fields.TransactionType ? [[name, permission] as const] : []
    }),
  )
  if (permissions.size === 0 || !fitsPermission(fields, [...permissions.values()])) return false
  if (fields.TransactionType === 'Payment') return issuesOrRedeems(fields, permissions)
  return fields.TransactionType !== 'TrustSet' || keepsLimit(view, fields)
}

/** True if each flag and field is allowed by one of the permissions. */
function fitsPermission(fields: TransactionFields, permissions: Granular[]): boolean {
  const flags = permissions.reduce((all, permission) => all | permission.flags, universalFlags)
  if ((flagsOf(fields) & ~flags) !== 0) return false
  const allowedFields = new Set([...COMMON_FIELDS, ...permissions.flatMap((permission) => permission.fields)])
  return Object.keys(fields).every((name) => allowedFields.has(name))
}

/** True for a direct payment of the account's own currency, or of a currency back to its issuer. */
function issuesOrRedeems(fields: TransactionFields, permissions: ReadonlyMap<string, Granular>): boolean {
  const { Account: account, Destination: destination, Amount: amount, SendMax: max } = fields
  if (typeof amount !== 'object') return false
  const isSameCurrency =
    typeof max === 'object' && max.currency === amount.currency && max.issuer === amount.issuer
  if (max !== undefined && !isSameCurrency) return false
  if (permissions.has('PaymentMint') && amount.issuer === account) return true
  return permissions.has('PaymentBurn') && amount.issuer === destination
}

/** True for an existing trust line whose limit does not change. */
function keepsLimit(view: ReadView, { Account: account, LimitAmount: limit }: TransactionFields): boolean {
  if (limit === undefined) return false
  const currentLine = findLine(view, account, limit.issuer, limit.currency)
  if (currentLine === undefined) return false
  const ownLimit = isHigh(account, limit.issuer) ? currentLine.HighLimit : currentLine.LowLimit
  return ownLimit.value === limit.value
}
