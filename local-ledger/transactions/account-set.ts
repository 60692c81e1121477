import { editAccount, findAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, withFlag, withoutFlag } from '#ledger/entries/entry-flags.ts'
import { type AccountRoot, NO_TRANSACTION } from '#ledger/entries/entry-types.ts'
import { ownerDirectory, signerListKeylet } from '#ledger/entries/keylets.ts'
import { exists } from '#ledger/views/read-view.ts'
import { isPublicKey, signsWithMasterKey } from './signing-keys.ts'
import type { ResultCode } from './results.ts'
import {
  type ApplyContext,
  flagsOf,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// Rules of AccountSet. Source: xrpl.org "AccountSet".

const tf = {
  requireDestTag: 0x00010000,
  optionalDestTag: 0x00020000,
  requireAuth: 0x00040000,
  optionalAuth: 0x00080000,
  disallowXrp: 0x00100000,
  allowXrp: 0x00200000,
} as const

const asf = {
  requireDest: 1,
  requireAuth: 2,
  disallowXrp: 3,
  disableMaster: 4,
  accountTxnId: 5,
  noFreeze: 6,
  globalFreeze: 7,
  defaultRipple: 8,
  depositAuth: 9,
  authorizedNFTokenMinter: 10,
  disallowIncomingNFTokenOffer: 12,
  disallowIncomingCheck: 13,
  disallowIncomingPayChan: 14,
  disallowIncomingTrustline: 15,
  allowTrustLineClawback: 16,
  allowTrustLineLocking: 17,
} as const

/** Settings that also exist as older transaction flags. */
const SWITCHES = [
  { asf: asf.requireAuth, set: tf.requireAuth, clear: tf.optionalAuth, flag: accountFlag.requireAuth },
  {
    asf: asf.requireDest,
    set: tf.requireDestTag,
    clear: tf.optionalDestTag,
    flag: accountFlag.requireDestTag,
  },
  { asf: asf.disallowXrp, set: tf.disallowXrp, clear: tf.allowXrp, flag: accountFlag.disallowXrp },
] as const

/** Settings without conditions. */
const PLAIN_FLAGS: readonly (readonly [number, number])[] = [
  [asf.defaultRipple, accountFlag.defaultRipple],
  [asf.depositAuth, accountFlag.depositAuth],
  [asf.disallowIncomingNFTokenOffer, accountFlag.disallowIncomingNFTokenOffer],
  [asf.disallowIncomingCheck, accountFlag.disallowIncomingCheck],
  [asf.disallowIncomingPayChan, accountFlag.disallowIncomingPayChan],
  [asf.disallowIncomingTrustline, accountFlag.disallowIncomingTrustline],
  [asf.allowTrustLineLocking, accountFlag.allowTrustLineLocking],
]

const QUALITY_ONE = 1_000_000_000
const TICK_SIZES = { least: 3, most: 15 } as const
const MAX_DOMAIN_BYTES = 256

const wants = (fields: TransactionFields, { asf: number, set, clear }: (typeof SWITCHES)[number]) => ({
  set: (flagsOf(fields) & set) !== 0 || fields.SetFlag === number,
  clear: (flagsOf(fields) & clear) !== 0 || fields.ClearFlag === number,
})

function checkNumbers({ TransferRate: rate, TickSize: tick }: TransactionFields): ResultCode {
  if (rate !== undefined && rate !== 0 && rate < QUALITY_ONE) return 'temBAD_TRANSFER_RATE'
  if (rate !== undefined && rate > 2 * QUALITY_ONE) return 'temBAD_TRANSFER_RATE'
  const badTick = tick !== undefined && tick !== 0 && (tick < TICK_SIZES.least || tick > TICK_SIZES.most)
  return badTick ? 'temBAD_TICK_SIZE' : 'tesSUCCESS'
}

/** Sets a field, or removes it if the value is empty or zero. */
function setOrRemove<
  K extends 'EmailHash' | 'WalletLocator' | 'MessageKey' | 'Domain' | 'TransferRate' | 'TickSize',
>(account: AccountRoot, field: K, value: AccountRoot[K], neutral: readonly AccountRoot[K][]): void {
  if (value === undefined) return
  if (neutral.includes(value)) delete account[field]
  else account[field] = value
}

function changeFields(account: AccountRoot, fields: TransactionFields): void {
  if (fields.SetFlag === asf.accountTxnId) account.AccountTxnID ??= NO_TRANSACTION
  if (fields.ClearFlag === asf.accountTxnId) delete account.AccountTxnID
  setOrRemove(account, 'EmailHash', fields.EmailHash, ['0'.repeat(32)])
  setOrRemove(account, 'WalletLocator', fields.WalletLocator, ['0'.repeat(64)])
  setOrRemove(account, 'MessageKey', fields.MessageKey, [''])
  setOrRemove(account, 'Domain', fields.Domain, [''])
  setOrRemove(account, 'TransferRate', fields.TransferRate, [0, QUALITY_ONE])
  setOrRemove(account, 'TickSize', fields.TickSize, [0, TICK_SIZES.most])
  if (fields.SetFlag === asf.authorizedNFTokenMinter && fields.NFTokenMinter !== undefined) {
    account.NFTokenMinter = fields.NFTokenMinter
  }
  if (fields.ClearFlag === asf.authorizedNFTokenMinter) delete account.NFTokenMinter
}

/** Returns why the master key may not be disabled; null if it may. */
function disableMasterProblem({ fields, view }: ApplyContext, before: AccountRoot): ResultCode | null {
  if (!signsWithMasterKey(fields)) return 'tecNEED_MASTER_KEY'
  const otherKey = before.RegularKey !== undefined || exists(view, signerListKeylet(fields.Account))
  return otherKey ? null : 'tecNO_ALTERNATIVE_KEY'
}

/** Returns why the transaction may not change the account's flags; null if it may. */
function flagsProblem(context: ApplyContext, before: AccountRoot): ResultCode | null {
  const { fields } = context
  if (hasFlag(before, accountFlag.disableMaster)) return null
  if (fields.SetFlag === asf.disableMaster) return disableMasterProblem(context, before)
  return fields.SetFlag === asf.noFreeze && !signsWithMasterKey(fields) ? 'tecNEED_MASTER_KEY' : null
}

/** Returns the flags after the transaction. */
function changedFlags({ fields }: ApplyContext, before: AccountRoot): number {
  const { SetFlag: set = 0, ClearFlag: clear = 0 } = fields
  let flags = before.Flags
  const change = (number: number, flag: number) => {
    if (set === number) flags = withFlag(flags, flag)
    else if (clear === number) flags = withoutFlag(flags, flag)
  }
  for (const item of SWITCHES) {
    const isSet = wants(fields, item)
    if (isSet.set) flags = withFlag(flags, item.flag)
    if (isSet.clear) flags = withoutFlag(flags, item.flag)
  }
  change(asf.disableMaster, accountFlag.disableMaster)
  if (set === asf.noFreeze) flags = withFlag(flags, accountFlag.noFreeze)
  // An account with No Freeze cannot end a global freeze. Source: xrpl.org "No Freeze".
  const keepsFreeze = clear === asf.globalFreeze && hasFlag({ Flags: flags }, accountFlag.noFreeze)
  if (!keepsFreeze) change(asf.globalFreeze, accountFlag.globalFreeze)
  for (const [number, flag] of PLAIN_FLAGS) change(number, flag)
  return set === asf.allowTrustLineClawback ? withFlag(flags, accountFlag.allowTrustLineClawback) : flags
}

export const accountSet: TransactionRules = {
  flags: Object.values(tf).reduce((all, flag) => all | flag, 0),

  preflight(fields) {
    const { SetFlag: set = 0, ClearFlag: clear = 0 } = fields
    if (set !== 0 && set === clear) return 'temINVALID_FLAG'
    if (SWITCHES.some((item) => wants(fields, item).set && wants(fields, item).clear))
      return 'temINVALID_FLAG'
    const numbers = checkNumbers(fields)
    if (numbers !== 'tesSUCCESS') return numbers
    if (fields.MessageKey !== undefined && fields.MessageKey !== '' && !isPublicKey(fields.MessageKey)) {
      return 'telBAD_PUBLIC_KEY'
    }
    if ((fields.Domain?.length ?? 0) / 2 > MAX_DOMAIN_BYTES) return 'telBAD_DOMAIN'
    const hasMinter = fields.NFTokenMinter !== undefined
    if (set === asf.authorizedNFTokenMinter && !hasMinter) return 'temMALFORMED'
    return clear === asf.authorizedNFTokenMinter && hasMinter ? 'temMALFORMED' : 'tesSUCCESS'
  },

  preclaim({ fields, view, retry }) {
    const account = findAccount(view, fields.Account)
    if (account === undefined) return 'terNO_ACCOUNT'
    const ownsNothing = !exists(view, ownerDirectory(fields.Account))
    const [requireAuth] = SWITCHES
    if (wants(fields, requireAuth).set && !hasFlag(account, accountFlag.requireAuth) && !ownsNothing) {
      return retry ? 'terOWNERS' : 'tecOWNERS'
    }
    if (fields.SetFlag === asf.allowTrustLineClawback) {
      if (hasFlag(account, accountFlag.noFreeze)) return 'tecNO_PERMISSION'
      if (!ownsNothing) return 'tecOWNERS'
    }
    const clawback = hasFlag(account, accountFlag.allowTrustLineClawback)
    return fields.SetFlag === asf.noFreeze && clawback ? 'tecNO_PERMISSION' : 'tesSUCCESS'
  },

  apply(context) {
    const account = editAccount(context.view, context.fields.Account)
    const problem = flagsProblem(context, account)
    if (problem !== null) return problem
    const flags = changedFlags(context, account)
    changeFields(account, context.fields)
    account.Flags = flags
    return 'tesSUCCESS'
  },
}
