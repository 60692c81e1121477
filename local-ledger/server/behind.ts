import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { rpcError } from '#ledger/rpc/rpc-error.ts'

// Simulates a lagging endpoint, which lacks the latest ledgers. Rewrites each request for the ledger that the endpoint
// has reached, and removes the results of later ledgers from the reply.

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
  Math.max(2, chain.closedHeader.seq - behind)

/** Rewrites a request for the lagging endpoint. @throws RpcError */
export function laggingParams(
  chain: LedgerChain,
  lagLedgers: number,
  method: string,
  params: JsonObject,
): JsonObject {
  const lastReached = reachedLedger(chain, lagLedgers)
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

/** Removes everything from a reply that happened later. @throws RpcError */
export function laggingAnswer(
  chain: LedgerChain,
  lagLedgers: number,
  method: string,
  answer: JsonObject,
): JsonObject {
  const lastReached = reachedLedger(chain, lagLedgers)
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
