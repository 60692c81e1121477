import { accountId } from '#ledger/codec/address.ts'
import { flagsOf, type BatchSigner, type TransactionFields } from '#ledger/transactions/transaction-types.ts'
import type { Actor } from './workload.ts'

export const mode = {
  allOrNothing: 0x00010000,
  onlyOne: 0x00020000,
  untilFailure: 0x00040000,
  independent: 0x00080000,
} as const

const innerFlag = 0x40000000

type Draft = Partial<TransactionFields> & { TransactionType: string; Account: string; Sequence: number }

/** Converts a transaction to the format of an inner transaction of a Batch. */
export const inside = (draft: Draft) => ({
  ...draft,
  Fee: '0',
  Flags: (flagsOf({ ...draft, Fee: '0', SigningPubKey: '' }) | innerFlag) >>> 0,
  SigningPubKey: '',
})

/** Returns signer entries without real signatures for these accounts, in the required order. */
export function signersOf(actors: Actor[]): { BatchSigner: BatchSigner }[] {
  return actors
    .toSorted((a, b) => (accountId(a.address) < accountId(b.address) ? -1 : 1))
    .map(({ address, publicKey }) => ({
      BatchSigner: { Account: address, SigningPubKey: publicKey, TxnSignature: '00'.repeat(64) },
    }))
}

/**
 * Builds a Batch of one account. Its inner transactions are all from this account, unless `others` lists further
 * signers.
 */
export function batchOf(flags: number, inner: TransactionFields[], others: Actor[] = []) {
  return {
    TransactionType: 'Batch',
    Flags: flags,
    Fee: String(10 * (2 + inner.length + others.length)),
    RawTransactions: inner.map((fields) => ({ RawTransaction: fields })),
    ...(others.length === 0 ? {} : { BatchSigners: signersOf(others) }),
  }
}
