import type { LedgerHeader } from '#dev/ledger/chain/closed-ledger.ts'
import type { LedgerChain } from '#dev/ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#dev/ledger/codec/json.ts'
import type { ReadView } from '#dev/ledger/views/read-view.ts'
import { expectedField, rpcError } from './rpc-error.ts'

// Selection of the ledger. Source: xrpl.org "Specifying Ledgers".

export interface ChosenLedger {
  view: ReadView
  /** Absent for the open ledger. */
  header?: LedgerHeader
  /** The fields in every reply about the ledger it was read from. */
  about: JsonObject
}

function openLedger(chain: LedgerChain): ChosenLedger {
  return { view: chain.openLedger.view, about: { ledger_current_index: chain.openSeq, validated: false } }
}

function closedLedger(chain: LedgerChain, header: LedgerHeader | undefined): ChosenLedger {
  const view = header === undefined ? undefined : chain.viewOf(header.seq)
  if (header === undefined || view === undefined) throw rpcError('lgrNotFound')
  return { view, header, about: { ledger_hash: header.hash, ledger_index: header.seq, validated: true } }
}

export const isHash = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9A-Fa-f]{64}$/.test(text)

function byHash(chain: LedgerChain, hash: unknown): ChosenLedger {
  if (!isHash(hash)) throw expectedField('ledger_hash', 'hex string')
  return closedLedger(chain, chain.history.headerByHash(hash.toUpperCase()))
}

function byIndex(chain: LedgerChain, index: unknown): ChosenLedger {
  if (index === 'current' || index === '' || index === undefined || index === null) return openLedger(chain)
  if (index === 'validated' || index === 'closed') return closedLedger(chain, chain.closed)
  const number = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffffffff) {
    throw expectedField('ledger_index', 'string or number')
  }
  if (number === chain.openSeq) return openLedger(chain)
  return closedLedger(chain, chain.history.header(number))
}

/** The ledger named by a request; the open one by default. @throws RpcError */
export function chooseLedger(chain: LedgerChain, params: JsonObject): ChosenLedger {
  const { ledger_hash: hash, ledger_index: index, ledger } = params
  if (hash !== undefined) return byHash(chain, hash)
  if (ledger !== undefined && index === undefined) {
    const isLong = typeof ledger === 'string' && ledger.length > 12
    return isLong ? byHash(chain, ledger) : byIndex(chain, ledger)
  }
  return byIndex(chain, index)
}
