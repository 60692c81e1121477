import type { LedgerHeader } from '#ledger/chain/closed-ledger.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { expectedField, rpcError } from './rpc-error.ts'

// Selection of the ledger. Source: xrpl.org "Specifying Ledgers".

export interface ChosenLedger {
  view: ReadView
  /** Absent for the open ledger. */
  header?: LedgerHeader
  /** The fields in every reply about the ledger it was read from. */
  about: JsonObject
}

type Named = LedgerHeader | 'open'

function requireHeader(header: LedgerHeader | undefined): LedgerHeader {
  if (header === undefined) throw rpcError('lgrNotFound')
  return header
}

export const isHash = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9A-Fa-f]{64}$/.test(text)

function byHash(chain: LedgerChain, hash: unknown): Named {
  if (!isHash(hash)) throw expectedField('ledger_hash', 'hex string')
  return requireHeader(chain.history.headerByHash(hash.toUpperCase()))
}

function byIndex(chain: LedgerChain, index: unknown): Named {
  if (index === 'current' || index === '' || index === undefined || index === null) return 'open'
  if (index === 'validated' || index === 'closed') return chain.closed
  const number = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffffffff) {
    throw expectedField('ledger_index', 'string or number')
  }
  return number === chain.openSeq ? 'open' : requireHeader(chain.history.header(number))
}

/** The ledger named by a request; the open one by default. */
function named(chain: LedgerChain, params: JsonObject): Named {
  const { ledger_hash: hash, ledger_index: index, ledger } = params
  if (hash !== undefined) return byHash(chain, hash)
  if (ledger !== undefined && index === undefined) {
    const isLong = typeof ledger === 'string' && ledger.length > 12
    return isLong ? byHash(chain, ledger) : byIndex(chain, ledger)
  }
  return byIndex(chain, index)
}

const aboutOpen = (chain: LedgerChain): JsonObject => ({
  ledger_current_index: chain.openSeq,
  validated: false,
})

const aboutClosed = ({ hash, seq }: LedgerHeader): JsonObject => ({
  ledger_hash: hash,
  ledger_index: seq,
  validated: true,
})

/** The ledger named by a request, with its state; the open one by default. @throws RpcError */
export function chooseLedger(chain: LedgerChain, params: JsonObject): ChosenLedger {
  const header = named(chain, params)
  if (header === 'open') return { view: chain.openLedger.view, about: aboutOpen(chain) }
  const view = chain.viewOf(header.seq)
  if (view === undefined) throw rpcError('lgrNotFound')
  return { view, header, about: aboutClosed(header) }
}

/** A new network makes the ledgers before this one by itself. A server keeps them in memory only, but counts them as complete. */
const FIRST_STORED_LEDGER = 3

/** Selects the header of a ledger without its state, which is dropped long before the transactions are. @throws RpcError */
export function chooseHeader(chain: LedgerChain, params: JsonObject): Omit<ChosenLedger, 'view'> {
  const header = named(chain, params)
  if (header === 'open') return { about: aboutOpen(chain) }
  const isStored = header.seq >= FIRST_STORED_LEDGER || chain.viewOf(header.seq) !== undefined
  if (!isStored) throw rpcError('lgrNotFound')
  return { header, about: aboutClosed(header) }
}
