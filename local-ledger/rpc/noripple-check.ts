import { formatValue } from '#ledger/amounts/token-value.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { fees, findAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import { chooseLedger } from './ledger-selection.ts'
import { linesOf, seenBy } from './owned-lines.ts'
import { limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the method `noripple_check` with the problems of an account's rippling settings for its role, and
// transactions that would fix them. Source: xrpl.org "noripple_check".

const STANDARD_LIMIT = 300
const tf = { setNoRipple: 0x00020000, clearNoRipple: 0x00040000 } as const
const asfDefaultRipple = 8

interface Finding {
  problem: string
  /** A transaction that fixes the problem, if one is needed. */
  fix?: JsonObject
}

function settingFinding(defaultRipple: boolean, gateway: boolean): Finding[] {
  if (defaultRipple && !gateway) {
    const problem =
      'You appear to have set your default ripple flag even though you are not a gateway. This is not recommended unless you are experimenting'
    return [{ problem }]
  }
  if (!gateway || defaultRipple) return []
  const problem = 'You should immediately set your default ripple flag'
  return [{ problem, fix: { TransactionType: 'AccountSet', SetFlag: asfDefaultRipple } }]
}

function lineFinding(line: ReturnType<typeof seenBy>, gateway: boolean): Finding[] {
  const { peer, currency, limit, noRipple } = line
  if (noRipple !== gateway) return []
  const advice = gateway
    ? 'You should clear the no ripple flag'
    : 'You should probably set the no ripple flag'
  return [
    {
      problem: `${advice} on your ${currency} line to ${peer}`,
      fix: {
        TransactionType: 'TrustSet',
        LimitAmount: { currency, issuer: peer, value: formatValue(limit) },
        Flags: noRipple ? tf.clearNoRipple : tf.setNoRipple,
      },
    },
  ]
}

export const norippleCheck: Handler = ({ chain, params, apiVersion }) => {
  const { account, role, transactions } = params
  if (account === undefined) throw missingField('account')
  if (role === undefined) throw missingField('role')
  if (typeof account !== 'string') throw invalidField('account')
  if (role !== 'gateway' && role !== 'user') throw invalidField('role')
  const limit = limitParameter(params, STANDARD_LIMIT)
  if (apiVersion > 1 && transactions !== undefined && typeof transactions !== 'boolean') {
    throw invalidField('transactions')
  }
  const wantsFixes = Boolean(transactions)
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(account) === null) {
    throw rpcError('actMalformed', undefined, { ...about, ...(wantsFixes ? { transactions: [] } : {}) })
  }
  const root = findAccount(view, account)
  if (root === undefined) throw rpcError('actNotFound')
  const gateway = role === 'gateway'
  const lines = linesOf(view, account).flatMap((line) => lineFinding(seenBy(line, account), gateway))
  const findings = [
    ...settingFinding(hasFlag(root, accountFlag.defaultRipple), gateway),
    ...lines.slice(0, limit),
  ]
  const fixes = findings.flatMap(({ fix }) => (fix === undefined ? [] : [fix]))
  const sendable = fixes.map((fix, index) => ({
    ...fix,
    Account: account,
    Fee: Number(fees.baseDrops),
    Sequence: root.Sequence + index,
  }))
  return {
    ...about,
    problems: findings.map(({ problem }) => problem),
    ...(wantsFixes ? { transactions: sendable } : {}),
  }
}
