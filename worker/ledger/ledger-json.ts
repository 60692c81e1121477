import * as v from 'valibot'

/** A transaction or ledger entry as JSON: fields by their ledger names. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const Node = v.object({
  LedgerEntryType: v.optional(v.string()),
  LedgerIndex: v.string(),
  NewFields: v.optional(v.record(v.string(), v.unknown())),
  FinalFields: v.optional(v.record(v.string(), v.unknown())),
  PreviousFields: v.optional(v.record(v.string(), v.unknown())),
})
export type AffectedNode = v.InferOutput<typeof Node>

export const Metadata = v.object({
  AffectedNodes: v.array(
    v.union([
      v.object({ CreatedNode: Node }),
      v.object({ ModifiedNode: Node }),
      v.object({ DeletedNode: Node }),
    ]),
  ),
  TransactionIndex: v.number(),
  TransactionResult: v.string(),
  /** The hash of the Batch that this transaction was part of (XLS-56). */
  ParentBatchID: v.optional(v.string()),
})
export type Metadata = v.InferOutput<typeof Metadata>

export const TransactionJson = v.looseObject({ TransactionType: v.string(), Account: v.string() })
export type TransactionJson = v.InferOutput<typeof TransactionJson>

/** A validated transaction with its position in the ledger. */
export interface ValidatedTransaction {
  hash: string
  ledgerIndex: number
  closedAt: Date
  tx: TransactionJson
  meta: Metadata
}

/** A ledger entry that a transaction created, modified or deleted. */
export interface EntryChange {
  kind: 'created' | 'modified' | 'deleted'
  node: AffectedNode
  /** The fields after the transaction; for a deleted entry, its last fields. */
  fields: Fields | undefined
}

/** Returns the changes of all entries of one type. */
export function entryChanges(meta: Metadata, type: string): EntryChange[] {
  return meta.AffectedNodes.map((node): EntryChange => {
    if ('CreatedNode' in node)
      return { kind: 'created', node: node.CreatedNode, fields: node.CreatedNode.NewFields }
    if ('ModifiedNode' in node)
      return { kind: 'modified', node: node.ModifiedNode, fields: node.ModifiedNode.FinalFields }
    return { kind: 'deleted', node: node.DeletedNode, fields: node.DeletedNode.FinalFields }
  }).filter(({ node }) => node.LedgerEntryType === type)
}

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Returns a field if it is a text, otherwise undefined. Ledger JSON is trusted only after a type check. */
export function textField(fields: Fields | undefined, name: string): string | undefined {
  return readText(fields?.[name])
}

export function numberField(fields: Fields | undefined, name: string): number | undefined {
  return number(fields?.[name])
}
