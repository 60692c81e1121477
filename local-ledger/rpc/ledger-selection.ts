import type { LedgerHeader } from '#ledger/chain/closed-ledger.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import { expectedField, rpcError } from './rpc-error.ts'

// Selects the ledger of a request. Source: xrpl.org "Specifying Ledgers".

export interface ChosenLedger {
  view: ReadView
  /** Absent for the open ledger. */
  header?: LedgerHeader
  /** Reply fields that describe the ledger. */
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
  if (index === 'validated' || index === 'closed') return chain.closedHeader
  const number = typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : index
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffffffff) {
    throw expectedField('ledger_index', 'string or number')
  }
  return number === chain.openSeq ? 'open' : requireHeader(chain.history.header(number))
}

/** Returns the ledger that a request names; by default the open ledger. */
function findNamed(chain: LedgerChain, params: JsonObject): Named {
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

/** Returns the ledger that a request names, with its state; by default the open ledger. @throws RpcError */
export function chooseLedger(chain: LedgerChain, params: JsonObject): ChosenLedger {
  const header = findNamed(chain, params)
  if (header === 'open') return { view: chain.openLedger.view, about: aboutOpen(chain) }
  const view = chain.viewOf(header.seq)
  if (view === undefined) throw rpcError('lgrNotFound')
  return { view, header, about: aboutClosed(header) }
}

/**
 * A new network creates the earlier ledgers automatically. A server keeps them only in memory but counts them as
 * complete.
 */
const FIRST_STORED_LEDGER = 3

/**
 * Returns the header of a ledger without its state, because states are deleted long before transactions. @throws
 * RpcError
 */
export function chooseHeader(chain: LedgerChain, params: JsonObject): Omit<ChosenLedger, 'view'> {
  const header = findNamed(chain, params)
  if (header === 'open') return { about: aboutOpen(chain) }
  const isStored = header.seq >= FIRST_STORED_LEDGER || chain.viewOf(header.seq) !== undefined
  if (!isStored) throw rpcError('lgrNotFound')
  return { header, about: aboutClosed(header) }
}
