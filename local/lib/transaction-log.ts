import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const Line = v.object({ account: v.string(), sequence: v.number(), hex: v.string(), txid: v.string() })
export type SignedTransaction = v.InferOutput<typeof Line>

export interface TransactionLog {
  /** Returns the next transaction that an earlier start signed; null if there are no more. */
  next: () => SignedTransaction | null
  /** Stores a transaction before it is submitted. */
  append: (line: SignedTransaction) => void
}

export const transactionLogFile = (dir: string) => path.join(dir, 'seed-transactions.jsonl')

/**
 * Opens the log of the seed's signed transactions. An interrupted seed continues by making the same decisions again and
 * submitting the logged transactions instead of signing new ones. The ledger applies each transaction only once.
 */
export function openTransactionLog(file: string): TransactionLog {
  // A line truncated by a crash was never submitted.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  const loggedTransactions = lines.map((line) => v.parse(Line, JSON.parse(line)))
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  let place = 0
  return {
    next: () => loggedTransactions[place++] ?? null,
    append: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`),
  }
}
