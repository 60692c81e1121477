import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { rpcError } from '#ledger/rpc/rpc-error.ts'

// An endpoint that lags: it does not know the latest few ledgers. Requests are rewritten for the ledger that it has reached, and
// results from later ledgers are removed from replies.

const BY_LEDGER = new Set([
  'account_info',
  'account_lines',
  'account_nfts',
  'account_objects',
  'ledger',
  'ledger_entry',
  'nft_buy_offers',
  'nft_sell_offers',
  'get_aggregate_price',
])

export const reachedLedger = (chain: LedgerChain, behind: number): number =>
  Math.max(2, chain.closed.seq - behind)

/** The request as rewritten for the lagging endpoint. @throws RpcError */
export function laggingParams(
  chain: LedgerChain,
  behind: number,
  method: string,
  params: JsonObject,
): JsonObject {
  const lastReached = reachedLedger(chain, behind)
  const index = params.ledger_index
  if (method === 'account_tx') {
    const max = typeof params.ledger_index_max === 'number' ? params.ledger_index_max : -1
    return { ...params, ledger_index_max: max < 0 ? lastReached : Math.min(max, lastReached) }
  }
  if (!BY_LEDGER.has(method) || params.ledger_hash !== undefined) return params
  const number = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index
  if (typeof number !== 'number') return { ...params, ledger_index: lastReached }
  if (number > lastReached) throw rpcError('lgrNotFound')
  return params
}

/** The reply without anything that happened later. @throws RpcError */
export function laggingAnswer(
  chain: LedgerChain,
  behind: number,
  method: string,
  answer: JsonObject,
): JsonObject {
  const lastReached = reachedLedger(chain, behind)
  const header = chain.history.header(lastReached)
  if (method === 'tx' && typeof answer.ledger_index === 'number' && answer.ledger_index > lastReached) {
    throw rpcError('txnNotFound')
  }
  if (method === 'ledger_current') return { ...answer, ledger_current_index: lastReached + 1 }
  if (header === undefined) return answer
  if (method === 'ledger_closed') return { ...answer, ledger_hash: header.hash, ledger_index: lastReached }
  const part = method === 'server_info' ? answer.info : method === 'server_state' ? answer.state : undefined
  if (!isObject(part) || !isObject(part.validated_ledger)) return answer
  part.complete_ledgers = lastReached === 2 ? '2' : `2-${lastReached}`
  part.validated_ledger.seq = lastReached
  part.validated_ledger.hash = header.hash
  return answer
}
