import type { AmountJson } from '#ledger/amounts/amount.ts'
import { type JsonObject, sameJson } from '#ledger/codec/json.ts'
import type { Entry } from '#ledger/entries/entry-types.ts'
import { accountKeylet } from '#ledger/entries/keylets.ts'
import type { ResultCode } from '#ledger/transactions/results.ts'
import type { Overlay } from './overlay.ts'
import { read } from './read-view.ts'
import type { Sandbox } from './sandbox.ts'

// The changes of a transaction, as AffectedNodes. Source: xrpl.org "Transaction Metadata"; the server's field table
// (SField metadata flags) determines which field appears where.

export interface AffectedNode {
  LedgerEntryType: string
  LedgerIndex: string
  NewFields?: Record<string, unknown>
  FinalFields?: Record<string, unknown>
  PreviousFields?: Record<string, unknown> | undefined
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
}
export type AffectedNodeItem =
  | { CreatedNode: AffectedNode }
  | { ModifiedNode: AffectedNode }
  | { DeletedNode: AffectedNode }

export interface Metadata {
  AffectedNodes: AffectedNodeItem[]
  /** Id of the Batch that contains an inner transaction. Source: XLS-56. */
  ParentBatchID?: string
  TransactionIndex: number
  TransactionResult: string
  DeliveredAmount?: AmountJson
}

type Fields = Record<string, unknown>

const NEVER = new Set(['LedgerEntryType', 'Indexes'])
const ONLY_WHEN_DELETED = new Set(['PreviousTxnID', 'PreviousTxnLgrSeq'])
const ALWAYS = new Set(['RootIndex'])

const UNTHREADED = '0'.repeat(64)

/** True for a default value, which NewFields omits: zero, no drops, empty text, empty list. */
function isDefault(value: unknown): boolean {
  if (value === 0 || value === '' || value === '0' || value === UNTHREADED) return true
  return Array.isArray(value) && value.length === 0
}

function fieldsOf(entry: Entry): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(entry)) {
    if (value !== undefined && !NEVER.has(name)) fields[name] = value
  }
  return fields
}

function newFields(entry: Entry): Fields {
  const fields = fieldsOf(entry)
  for (const name in fields) if (ONLY_WHEN_DELETED.has(name) || isDefault(fields[name])) delete fields[name]
  return fields
}

const hasOldValue = (name: string) => !ONLY_WHEN_DELETED.has(name) && !ALWAYS.has(name)

/**
 * Returns the old values of changed fields, or undefined if nothing changed. A new field has no old value, but the
 * server writes PreviousFields in this case too, empty if necessary.
 */
function previousFields(before: Entry, after: Entry): Fields | undefined {
  const now = fieldsOf(after)
  const old = fieldsOf(before)
  const changedFields: Fields = {}
  let hasAny = false
  for (const name in old) {
    if (!hasOldValue(name) || sameJson(old[name], now[name])) continue
    changedFields[name] = old[name]
    hasAny = true
  }
  for (const name in now) if (hasOldValue(name) && old[name] === undefined) hasAny = true
  return hasAny ? changedFields : undefined
}

function finalFields(entry: Entry, isDeleted: boolean): Fields {
  const fields = fieldsOf(entry)
  if (!isDeleted) for (const name of ONLY_WHEN_DELETED) delete fields[name]
  return fields
}

const optionalFields = (name: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { [name]: fields }

interface Node {
  kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode'
  node: AffectedNode
}

/** Builds the metadata of one transaction and threads its hash through the changed entries and accounts. */
class MetadataBuilder {
  readonly #sandbox: Sandbox
  readonly #transaction: { hash: string; seq: number }
  readonly #nodes = new Map<string, Node>()
  /** Entries that were opened for a change but remained equal. */
  readonly unchanged = new Set<string>()
  /** Accounts that change only because of threading. */
  readonly #touched = new Map<string, Entry>()

  constructor(sandbox: Sandbox, hash: string) {
    this.#sandbox = sandbox
    this.#transaction = { hash, seq: sandbox.seq }
  }

  build(): { nodes: AffectedNodeItem[]; touchedEntries: Map<string, Entry> } {
    const keys = [...this.#sandbox.changes.keys()].sort()
    for (const key of keys) this.#visit(key)
    const nodes = [...this.#nodes.values()].sort((a, b) => (a.node.LedgerIndex < b.node.LedgerIndex ? -1 : 1))
    return { nodes: nodes.map(toItem), touchedEntries: this.#touched }
  }

  #visit(key: string): void {
    const change = this.#sandbox.changes.get(key)
    if (change === undefined) return
    const before = this.#sandbox.base.get(key)
    const { action, entry } = change
    if (action === 'insert') {
      const node = this.#node(key, entry, 'CreatedNode')
      this.#threadOwners(entry)
      this.#thread(key, entry)
      Object.assign(node, optionalFields('NewFields', newFields(entry)))
    } else if (before !== undefined && action === 'erase') {
      const node = this.#node(key, before, 'DeletedNode')
      this.#threadOwners(before)
      node.PreviousFields = previousFields(before, entry)
      Object.assign(node, optionalFields('FinalFields', finalFields(entry, true)))
    } else if (sameJson(before, entry)) this.unchanged.add(key)
    else if (before !== undefined) {
      const node = this.#node(key, entry, 'ModifiedNode')
      this.#thread(key, entry)
      node.PreviousFields = previousFields(before, entry)
      Object.assign(node, optionalFields('FinalFields', finalFields(entry, false)))
    }
  }

  #node(key: string, entry: Entry, kind: Node['kind']): AffectedNode {
    const currentNode = this.#nodes.get(key)
    const node = currentNode?.node ?? { LedgerEntryType: entry.LedgerEntryType, LedgerIndex: key }
    this.#nodes.set(key, { kind: kind === 'ModifiedNode' && currentNode ? currentNode.kind : kind, node })
    return node
  }

  #thread(key: string, entry: Entry): void {
    const { hash, seq } = this.#transaction
    if (entry.LedgerEntryType === 'LedgerHashes' || entry.PreviousTxnID === hash) return
    const { PreviousTxnID: previous = UNTHREADED, PreviousTxnLgrSeq: previousSeq = 0 } = entry
    entry.PreviousTxnID = hash
    entry.PreviousTxnLgrSeq = seq
    if (previous === UNTHREADED) return
    const node = this.#node(key, entry, 'ModifiedNode')
    node.PreviousTxnID ??= previous
    node.PreviousTxnLgrSeq ??= previousSeq
  }

  /** A created or deleted entry also threads to the accounts to which it belongs. */
  #threadOwners(entry: Entry): void {
    if (entry.LedgerEntryType === 'AccountRoot') return
    if (entry.LedgerEntryType === 'RippleState') {
      this.#threadAccount(entry.LowLimit.issuer)
      this.#threadAccount(entry.HighLimit.issuer)
      return
    }
    if ('Account' in entry) this.#threadAccount(entry.Account)
    if ('Destination' in entry && entry.Destination !== undefined) this.#threadAccount(entry.Destination)
  }

  #threadAccount(address: string): void {
    const { key } = accountKeylet(address)
    const change = this.#sandbox.changes.get(key)
    if (change?.action === 'erase') return
    if (change !== undefined) {
      // An account that returned to its original state and is processed later counts as changed, because of this
      // thread.
      this.unchanged.delete(key)
      this.#thread(key, change.entry)
      return
    }
    const root = this.#touched.get(key) ?? copyOf(read(this.#sandbox.base, accountKeylet(address)))
    if (root === undefined) return
    this.#touched.set(key, root)
    this.#thread(key, root)
  }
}

const copyOf = <T extends Entry>(entry: T | undefined): T | undefined =>
  entry === undefined ? undefined : { ...entry }

function toItem({ kind, node }: Node): AffectedNodeItem {
  if (kind === 'CreatedNode') return { CreatedNode: node }
  if (kind === 'DeletedNode') return { DeletedNode: node }
  return { ModifiedNode: node }
}

/**
 * Writes a transaction into the open ledger. Entries of the open ledger do not record which transactions changed them.
 */
export function commitPreliminary(sandbox: Sandbox, target: Overlay): void {
  for (const [key, { action, entry }] of sandbox.changes) target.set(key, action === 'erase' ? null : entry)
}

export interface TransactionOutcome {
  hash: string
  result: ResultCode
  /** Position of the transaction in the ledger. */
  index: number
  delivered?: AmountJson | undefined
  /** Id of the Batch that contains an inner transaction. */
  parentBatch?: string | undefined
}

/** Writes a finished transaction into the ledger and returns its affected nodes. */
export function commitTransaction(
  sandbox: Sandbox,
  target: Overlay | null,
  outcome: TransactionOutcome,
): Metadata {
  const builder = new MetadataBuilder(sandbox, outcome.hash)
  const { nodes, touchedEntries } = builder.build()
  if (target !== null) {
    for (const [key, { action, entry }] of sandbox.changes) {
      if (action === 'erase') target.set(key, null)
      else if (!builder.unchanged.has(key)) target.set(key, entry)
    }
    for (const [key, entry] of touchedEntries) target.set(key, entry)
  }
  return {
    AffectedNodes: nodes,
    ...(outcome.parentBatch === undefined ? {} : { ParentBatchID: outcome.parentBatch }),
    TransactionIndex: outcome.index,
    TransactionResult: outcome.result,
    ...(outcome.delivered === undefined ? {} : { DeliveredAmount: outcome.delivered }),
  }
}

/** Converts metadata to plain JSON for replies. */
export const metadataJson = (metadata: Metadata): JsonObject => JSON.parse(JSON.stringify(metadata))
