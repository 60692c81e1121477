import { encodeBinary, signingData } from './binary.ts'
import { transactionHash } from './hash.ts'
import { keysOf, sign } from './key-pairs.ts'

export interface SignedBlob {
  hex: string
  txid: string
  publicKey: string
}

/** Signs a transaction with the account's key. @throws if `seed` is not a seed */
export function signTransaction(transaction: object, seed: string): SignedBlob {
  const { publicKey, privateKey } = keysOf(seed)
  const unsignedTransaction = { ...transaction, SigningPubKey: publicKey }
  const hex = encodeBinary({
    ...unsignedTransaction,
    TxnSignature: sign(signingData(unsignedTransaction), privateKey),
  })
  return { hex, txid: transactionHash(hex), publicKey }
}
