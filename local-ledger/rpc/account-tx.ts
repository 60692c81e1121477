import { accountParameter, limitParameter } from './parameters.ts'
import type { Handler } from './rpc-context.ts'
import { invalidField } from './rpc-error.ts'
import { checkMarker, ledgerRange, pageOf } from './transaction-pages.ts'

// Answers the method `account_tx`. Source: xrpl.org "account_tx".

const STANDARD_LIMIT = 200

export const accountTx: Handler = (context) => {
  const { chain, params, apiVersion } = context
  for (const name of ['binary', 'forward']) {
    const value = params[name]
    if (apiVersion > 1 && value !== undefined && typeof value !== 'boolean') throw invalidField(name)
  }
  const limit = limitParameter(params, STANDARD_LIMIT)
  const account = accountParameter(params)
  checkMarker(context)
  const range = ledgerRange(context)
  return { account, ...pageOf(context, chain.history.ofAccount(account), range, limit) }
}
