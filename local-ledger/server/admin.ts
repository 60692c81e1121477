import { ROOMY_LEDGER } from '#ledger/chain/fee-metrics.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { LedgerNode } from './ledger-node.ts'

// Calls for development and tests that real servers do not have. README.md lists them.

interface AdminContext {
  node: LedgerNode
  /** Closes all client connections before a reset. */
  dropClients(): void
}

export interface AdminAnswer {
  status: number
  body: JsonObject
}

const success = (body: JsonObject): AdminAnswer => ({ status: 200, body })
const badRequest = (error: string): AdminAnswer => ({ status: 400, body: { error } })

function parse(body: string): JsonObject {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function stateOf({ node }: AdminContext): JsonObject {
  const { chain, faults } = node
  return {
    ledger_index: chain.closedHeader.seq,
    ledger_hash: chain.closedHeader.hash,
    close_time: chain.closedHeader.closeTime,
    clock_offset_seconds: chain.clockOffset,
    entries: chain.state.entries.size,
    transactions: chain.history.transactionCount,
    open_transactions: chain.openLedger.transactions.length,
    held_transactions: chain.openLedger.held.size,
    faults: faults.list().length,
  }
}

function advanceClock(context: AdminContext, params: JsonObject): AdminAnswer {
  const { seconds } = params
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0) {
    return badRequest('seconds must be a whole number of at least 0')
  }
  context.node.advanceClock(seconds)
  return success(stateOf(context))
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0

function setLoad(
  { node }: AdminContext,
  { ledgerSize = ROOMY_LEDGER, others: otherCount = 0 }: JsonObject,
): AdminAnswer {
  if (!isCount(ledgerSize) || ledgerSize === 0 || !isCount(otherCount))
    return badRequest('ledgerSize must be a whole number above 0, and others one of at least 0')
  node.chain.openLedger.setLoad({ ledgerSize, otherCount })
  return success(node.answer('fee', {}, { apiVersion: 2 }))
}

function setFaults(context: AdminContext, body: string): AdminAnswer {
  try {
    context.node.faults.set(JSON.parse(body))
  } catch (error) {
    return badRequest(error instanceof Error ? error.message : String(error))
  }
  return success({ faults: context.node.faults.list() })
}

/** Handles an admin call; null if the path is not an admin path. */
export function answerAdmin(
  context: AdminContext,
  method: string,
  path: string,
  body: string,
): AdminAnswer | null {
  switch (`${method} ${path}`) {
    case 'POST /reset':
    case 'POST /admin/reset':
      context.node.faults.set([])
      context.dropClients()
      context.node.reset()
      return success(stateOf(context))
    case 'POST /admin/advance-clock':
      return advanceClock(context, parse(body))
    case 'GET /admin/state':
      return success(stateOf(context))
    case 'POST /admin/accept':
      return success(context.node.answer('ledger_accept', {}, { apiVersion: 2 }))
    case 'POST /admin/load':
      return setLoad(context, parse(body))
    case 'GET /admin/faults':
      return success({ faults: context.node.faults.list() })
    case 'POST /admin/faults':
      return setFaults(context, body)
    case 'POST /admin/drop-websockets':
      context.dropClients()
      return success({})
    default:
      return path.startsWith('/admin')
        ? { status: 404, body: { error: `no admin call ${method} ${path}` } }
        : null
  }
}
