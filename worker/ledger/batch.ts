import { createHash } from 'node:crypto'
import { decodeAccountID } from 'ripple-address-codec'
import {
  tfAllOrNothing,
  tfFullyCanonicalSig,
  tfIndependent,
  tfInnerBatchTxn,
} from '#contract/rules/ledger.ts'
import { innerHash } from './batch-signature.ts'
import type { Fields, ValidatedTransaction } from './ledger-json.ts'
import { isSuccess } from './results.ts'

/**
 * Flags of the outer transaction, which define the effect of a failing inner one. Wallets set tfFullyCanonicalSig,
 * which the signatures of the other accounts cover, so it is set from the start.
 */
export const batchModes = {
  allOrNothing: tfFullyCanonicalSig + tfAllOrNothing,
  independent: tfFullyCanonicalSig + tfIndependent,
} as const

/** The Sequence of the account, or a ticket, for an inner transaction. */
export type Place = { sequence: number } | { ticket: number; lastLedger: number }

/**
 * Returns a transaction in the form of an inner one: unsigned and without a fee. Source: XLS-56, "Inner Transactions".
 */
export function asInner(fields: { TransactionType: string; Account: string } & Fields, place: Place): Fields {
  const flags = typeof fields.Flags === 'number' ? fields.Flags : 0
  return {
    ...fields,
    Flags: flags + tfInnerBatchTxn,
    Fee: '0',
    SigningPubKey: '',
    ...('sequence' in place
      ? { Sequence: place.sequence }
      : { Sequence: 0, TicketSequence: place.ticket, LastLedgerSequence: place.lastLedger }),
  }
}

/**
 * Builds a Batch of an account's own transactions, which use the Sequences after the outer one. No other account signs.
 */
export function buildOwnBatch(
  transactions: ({ TransactionType: string } & Fields)[],
  terms: {
    account: string
    sequence: number
    lastLedger: number
    cost: bigint
    mode: keyof typeof batchModes
  },
): { TransactionType: string } & Fields {
  const { account, sequence, lastLedger, cost, mode } = terms
  return {
    TransactionType: 'Batch',
    Account: account,
    Flags: batchModes[mode],
    Fee: cost.toString(),
    Sequence: sequence,
    LastLedgerSequence: lastLedger,
    RawTransactions: transactions.map((fields, place) => ({
      RawTransaction: asInner({ ...fields, Account: account }, { sequence: sequence + 1 + place }),
    })),
  }
}

/** Returns an inner transaction as a separate one, for a simulation. */
export function standingAlone({ Flags: flags, ...inner }: Fields): Fields {
  const { Fee: _fee, SigningPubKey: _key, Sequence: _sequence, ...fields } = inner
  return { ...fields, Flags: (typeof flags === 'number' ? flags : tfInnerBatchTxn) - tfInnerBatchTxn }
}

/**
 * Returns the ledger id of the NFT offer that an account creates with a Sequence or a ticket. Source: xrpl.org
 * "NFTokenOffer", offer id.
 */
export function offerIdOf(account: string, sequence: number): string {
  const key = Buffer.alloc(26)
  key.writeUInt16BE(0x71)
  key.set(decodeAccountID(account), 2)
  key.writeUInt32BE(sequence, 22)
  return createHash('sha512').update(key).digest('hex').slice(0, 64).toUpperCase()
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Returns the inner transactions of a Batch, in order. */
export function innerTransactions({ RawTransactions: items }: Fields): Fields[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown) => {
    const inner = isFields(item) ? item.RawTransaction : undefined
    return isFields(inner) ? [inner] : []
  })
}

/** Returns the hashes of a Batch's inner transactions in the ledger. */
export const innerHashes = (batch: Fields): string[] => innerTransactions(batch).map(innerHash)

/**
 * Returns the fee to offer for a Batch, in drops: the server's formula with `cost` for each plain transaction, doubled,
 * because a Batch is not queued and would be refused when the load rises. Source: XLS-56, "Fees".
 */
export function batchCostDrops(cost: bigint, inner: number, signatures: number): bigint {
  return cost * BigInt(2 + signatures + inner) * 2n
}

/**
 * Returns the inner transactions of a Batch from a ledger, in the order of the Batch; null for each one that left no
 * trace.
 */
export function innerResults(
  batch: Fields,
  entries: ValidatedTransaction[],
): (ValidatedTransaction | null)[] {
  const byHash = new Map(entries.map((entry) => [entry.hash, entry]))
  return innerHashes(batch).map((hash) => byHash.get(hash) ?? null)
}

/** True if every inner transaction succeeded. The result of the outer transaction does not show this. */
export function isComplete(results: (ValidatedTransaction | null)[]): results is ValidatedTransaction[] {
  return (
    results.length > 0 && results.every((entry) => entry !== null && isSuccess(entry.meta.TransactionResult))
  )
}
