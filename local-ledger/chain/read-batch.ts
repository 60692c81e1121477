import { encodeBinary } from '#ledger/codec/binary.ts'
import { isPseudoType } from '#ledger/codec/field-walk.ts'
import { transactionHash } from '#ledger/codec/hash.ts'
import { isObject } from '#ledger/codec/json.ts'
import { memoProblem } from '#ledger/transactions/memos.ts'
import type { BatchContent, Transaction, TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { asServerWrites, fieldsProblem, isTransactionFields } from './transaction-fields.ts'

// Reads the inner transactions of a Batch, and why a server refuses them before it considers the ledger. Source:
// XLS-56; the order and the messages of the checks are the server's.

const INNER_LIMIT = 8
/** A Batch can have three signers for each inner transaction. Source: XLS-56. */
export const BATCH_SIGNERS_LIMIT = INNER_LIMIT * 3

/** Reads the content of a Batch. Inner transactions are hashed unchanged, whether they are valid or not. */
export function readBatch(outer: TransactionFields): BatchContent {
  const items = (outer.RawTransactions ?? []).flatMap((item) =>
    Object.entries(item).map(([wrapper, fields]) => readItem(wrapper, isObject(fields) ? fields : {})),
  )
  const hashes = items.map(({ hash }) => hash)
  const problem = countProblem(outer, items.length) ?? firstProblem(items)
  if (problem !== null) return { hashes, inner: [], problem }
  const inner = items.flatMap(({ wrapper, transaction }) =>
    transaction === undefined ? [] : [{ wrapper, transaction }],
  )
  return { hashes, inner, problem }
}

interface Item {
  wrapper: string
  hash: string
  /** Undefined if the fields are not those of a transaction. */
  transaction: Transaction | undefined
  problem: string | null
}

function readItem(wrapper: string, fields: object): Item {
  const blob = encodeBinary(fields)
  const hash = transactionHash(blob)
  const problem = innerProblem(fields)
  if (problem !== null || !isTransactionFields(fields))
    return { wrapper, hash, transaction: undefined, problem }
  return { wrapper, hash, transaction: { fields: asServerWrites(fields), blob, hash }, problem }
}

function countProblem(outer: TransactionFields, count: number): string | null {
  if ((outer.BatchSigners ?? []).length > BATCH_SIGNERS_LIMIT)
    return 'Batch Signers array exceeds max entries.'
  return count > INNER_LIMIT ? 'Raw Transactions array exceeds max entries.' : null
}

const firstProblem = (items: Item[]): string | null =>
  items.find(({ problem }) => problem !== null)?.problem ?? null

function innerProblem(fields: object): string | null {
  if (!('TransactionType' in fields)) return 'Field not found: TransactionType'
  if (fields.TransactionType === 'Batch') return 'Raw Transactions may not contain batch transactions.'
  if (!isTransactionFields(fields)) return "Field 'Account' is required but missing."
  const problem = fieldsProblem(fields) ?? memoProblem(fields)
  if (problem !== null) return problem
  return isPseudoType(fields.TransactionType) ? 'Cannot submit pseudo transactions.' : null
}
