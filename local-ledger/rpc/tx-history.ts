import type { JsonObject } from '#ledger/codec/json.ts'
import { transactionJson } from './present-transaction.ts'
import type { Handler } from './rpc-context.ts'
import { rpcError, invalidField } from './rpc-error.ts'
import { accountParameter, limitParameter } from './parameters.ts'
import { checkMarker, ledgerRange, pageOf } from './transaction-pages.ts'

// Answers the method `tx_history`, which API version 2 has removed. Source: xrpl.org "tx_history".

const PAGE = 20

export const txHistory: Handler = ({ chain, params, apiVersion }) => {
  if (apiVersion > 1) throw rpcError('unknownCmd')
  const { start } = params
  if (typeof start !== 'number') throw rpcError('invalidParams')
  const txs: JsonObject[] = []
  let skip = start
  for (let seq = chain.closedHeader.seq; seq >= chain.history.first && txs.length < PAGE; seq -= 1) {
    for (const { transaction } of chain.history.transactions(seq).toReversed()) {
      if (skip > 0) skip -= 1
      else if (txs.length < PAGE) {
        txs.push({
          ...transactionJson(transaction, 1),
          hash: transaction.hash,
          inLedger: seq,
          ledger_index: seq,
        })
      }
    }
  }
  return { index: start, txs }
}

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
