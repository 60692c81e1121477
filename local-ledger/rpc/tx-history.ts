import type { JsonObject } from '#ledger/codec/json.ts'
import { transactionJson } from './present-transaction.ts'
import type { Handler } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'

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
