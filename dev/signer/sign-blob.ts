import { encode, encodeForSigning } from 'ripple-binary-codec'
import { hashes } from 'xrpl'
import { keysOf, sign } from '#dev/lib/key-pairs.ts'
import type { Json } from '#dev/lib/rpc.ts'

export interface SignedBlob {
  hex: string
  txid: string
  publicKey: string
}

/** The encoded fields of a pseudo-transaction: all except its type, which no ledger knows. */
export function withoutPseudoType(txjson: Json): Json {
  if (txjson['TransactionType'] !== 'SignIn') return txjson
  const { TransactionType: _type, SignIn: _mark, ...rest } = txjson
  return rest
}

/** Signs with the account's key. A SignIn becomes a blob without TransactionType, like Xaman's. */
export function signTransaction(transaction: Json, seed: string): SignedBlob {
  const { publicKey, privateKey } = keysOf(seed)
  const unsigned: Json = { ...withoutPseudoType(transaction), SigningPubKey: publicKey }
  const hex = encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned), privateKey) })
  return { hex, txid: hashes.hashSignedTx(hex), publicKey }
}
