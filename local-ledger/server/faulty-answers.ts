import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { Interference } from '#ledger/rpc/dispatch.ts'
import { RpcError, rpcError } from '#ledger/rpc/rpc-error.ts'
import { laggingAnswer, laggingParams } from './behind.ts'
import type { FaultBook } from './faults.ts'

/**
 * Applies faults that change requests or replies; start.ts applies connection faults.
 * @param lagLedgers the number of ledgers by which the endpoint lags, from its address; 0 for the normal endpoint.
 */
export function interfere(chain: LedgerChain, faults: FaultBook, lagLedgers: number): Interference {
  let lag = lagLedgers
  return {
    params(method, params) {
      const error = faults.take(['rpc-error'], { method })
      if (error !== undefined) {
        const message = 'You are placing too much load on the server.'
        throw new RpcError({ error: error.error, error_code: 10, error_message: message })
      }
      lag += faults.take(['behind'], { method })?.ledgers ?? 0
      const shiftedParams = method === 'ledger' ? shiftedLedger(chain, params, faults) : params
      return lag > 0 ? laggingParams(chain, lag, method, shiftedParams) : shiftedParams
    },
    result(method, result) {
      const reply = lag > 0 ? laggingAnswer(chain, lag, method, result) : result
      return method === 'server_info' || method === 'server_state'
        ? applyReportedFaults(reply, method, faults)
        : reply
    },
  }
}

/** Returns a faulty reply to `ledger` with a number: not found, or the next or previous ledger if it exists. */
function shiftedLedger(chain: LedgerChain, params: JsonObject, faults: FaultBook): JsonObject {
  const { ledger_index: index } = params
  if (typeof index === 'number' && index <= (faults.take(['missing-ledgers'])?.ledgers ?? 0)) {
    throw rpcError('lgrNotFound')
  }
  if (typeof index !== 'number' || index < chain.history.first || index >= chain.closedHeader.seq)
    return params
  const fault = faults.take(['skip-ledger', 'repeat-ledger'], { method: 'ledger' })
  if (fault === undefined) return params
  return { ...params, ledger_index: index + (fault.kind === 'skip-ledger' ? 1 : -1) }
}

/** Adds a fault's fields to the server's status report. Fields of the validated ledger are merged. */
function applyReportedFaults(answer: JsonObject, method: string, faults: FaultBook): JsonObject {
  const fault = faults.take(['report'], { method })
  const part = answer.info ?? answer.state
  if (fault === undefined || !isObject(part)) return answer
  const { validated_ledger: ledger, ...fields } = fault.info
  Object.assign(part, fields)
  if (isObject(ledger) && isObject(part.validated_ledger)) Object.assign(part.validated_ledger, ledger)
  return answer
}
