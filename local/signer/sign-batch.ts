import { decode, encode } from 'ripple-binary-codec'
import * as v from 'valibot'
import { accountId, findAccountId } from 'local-ledger/codec/address.ts'
import { hashPrefix, transactionHash } from 'local-ledger/codec/hash.ts'
import { batchSigningData } from 'local-ledger/transactions/batch-signing.ts'
import { keysOf, sign } from 'local-ledger/codec/key-pairs.ts'
import { type Batch, innerTransactions, type SignerEntry } from './batch.ts'
import { WalletRefusal } from './refusal.ts'
import type { SignedBlob } from 'local-ledger/codec/sign-transaction.ts'

const uint32 = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/**
 * Returns the data that an inner signer signs: in the ledger's format, or in the format of wallets before BatchV1_1
 * (only Flags and hashes).
 */
function signingData(batch: Batch, account: string, isOldFormat: boolean): string {
  const { Account, Sequence, TicketSequence, Flags } = batch
  const hashes = innerTransactions(batch).map((inner) => transactionHash(encode(inner)))
  if (isOldFormat) return hashPrefix.batch + uint32(Flags) + uint32(hashes.length) + hashes.join('')
  const outer = { TransactionType: 'Batch', Account, Sequence, Flags, Fee: '0', SigningPubKey: '' }
  return batchSigningData(
    TicketSequence === undefined ? outer : { ...outer, TicketSequence },
    hashes,
    account,
  )
}

/**
 * Signs for an account's inner transactions. Returns the Batch unchanged except for this one signature, without a
 * signature of the outer account.
 */
export function signBatchPart(batch: Batch, account: string, seed: string, isOldFormat: boolean): SignedBlob {
  if (!innerTransactions(batch).some((inner) => inner.Account === account || inner['Delegate'] === account)) {
    throw new WalletRefusal('This account has no part in this Batch.')
  }
  const { publicKey, privateKey } = keysOf(seed)
  const TxnSignature = sign(signingData(batch, account, isOldFormat), privateKey)
  const part = { BatchSigner: { Account: account, SigningPubKey: publicKey, TxnSignature } }
  const hex = encode({ ...batch, SigningPubKey: '', BatchSigners: [part] })
  return { hex, txid: transactionHash(hex), publicKey }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const Native = v.object({ BatchSigner: v.looseObject({ Account: v.string() }) })
const Signed = v.looseObject({ BatchSigners: v.array(Native) })

function signersIn(blob: string | null): v.InferOutput<typeof Native>[] {
  if (blob === null)
    throw new WalletRefusal('A signature of this Batch is missing: its request is not signed.')
  try {
    return v.parse(Signed, decode(blob)).BatchSigners
  } catch {
    throw new WalletRefusal('An entry of BatchSigners is not a signed Batch.')
  }
}

/**
 * Returns the signer entries in native format, in the order that the ledger requires. `blobOf` returns the blob signed
 * for a payload.
 */
export function collectSigners(entries: SignerEntry[], blobOf: (uuid: string) => string | null) {
  const native = entries.flatMap((entry) => {
    if (typeof entry !== 'string') return [entry]
    return signersIn(uuidPattern.test(entry) ? blobOf(entry.toLowerCase()) : entry)
  })
  const brokenSigner = native.find(({ BatchSigner }) => findAccountId(BatchSigner.Account) === null)
  if (brokenSigner !== undefined) throw new WalletRefusal('An entry of BatchSigners names no account.')
  return native.toSorted((a, b) =>
    accountId(a.BatchSigner.Account) < accountId(b.BatchSigner.Account) ? -1 : 1,
  )
}
