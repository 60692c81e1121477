import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import { accountKeylet, signerListKeylet } from '#ledger/entries/keylets.ts'
import { read } from '#ledger/views/read-view.ts'
import { entryJson, gravatarUrl } from './entry-json.ts'
import { chooseLedger } from './ledger-selection.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the method `account_info`. Source: xrpl.org "account_info".

const FLAG_NAMES = {
  allowTrustLineClawback: accountFlag.allowTrustLineClawback,
  allowTrustLineLocking: accountFlag.allowTrustLineLocking,
  defaultRipple: accountFlag.defaultRipple,
  depositAuth: accountFlag.depositAuth,
  disableMasterKey: accountFlag.disableMaster,
  disallowIncomingCheck: accountFlag.disallowIncomingCheck,
  disallowIncomingNFTokenOffer: accountFlag.disallowIncomingNFTokenOffer,
  disallowIncomingPayChan: accountFlag.disallowIncomingPayChan,
  disallowIncomingTrustline: accountFlag.disallowIncomingTrustline,
  disallowIncomingXRP: accountFlag.disallowXrp,
  globalFreeze: accountFlag.globalFreeze,
  noFreeze: accountFlag.noFreeze,
  passwordSpent: accountFlag.passwordSpent,
  requireAuthorization: accountFlag.requireAuth,
  requireDestinationTag: accountFlag.requireDestTag,
} as const

export const accountInfo: Handler = ({ chain, params, apiVersion }) => {
  const address = params.account ?? params.ident
  if (address === undefined) throw missingField('account')
  if (typeof address !== 'string') throw invalidField(params.account === undefined ? 'ident' : 'account')
  const { view, about } = chooseLedger(chain, params)
  if (findAccountId(address) === null) throw rpcError('actMalformed', undefined, about)
  const account = findAccount(view, address)
  if (account === undefined) throw rpcError('actNotFound', undefined, { account: address, ...about })
  if (params.queue === true && !view.open) throw rpcError('invalidParams', undefined, about)
  if (apiVersion > 1 && params.signer_lists !== undefined && typeof params.signer_lists !== 'boolean') {
    throw rpcError('invalidParams', undefined, about)
  }
  const data = entryJson(accountKeylet(address).key, account)
  if (account.EmailHash !== undefined) data.urlgravatar = gravatarUrl(account.EmailHash)
  const flags = Object.fromEntries(
    Object.entries(FLAG_NAMES).map(([name, flag]) => [name, hasFlag(account, flag)]),
  )
  const list = read(view, signerListKeylet(address))
  const lists = list === undefined ? [] : [entryJson(signerListKeylet(address).key, list)]
  const withSigners = params.signer_lists === true
  if (withSigners && apiVersion === 1) data.signer_lists = lists
  return {
    ...about,
    account_data: data,
    account_flags: flags,
    ...(withSigners && apiVersion > 1 ? { signer_lists: lists } : {}),
    ...(params.queue === true ? { queue_data: { txn_count: chain.openLedger.queue.countOf(address) } } : {}),
  }
}
