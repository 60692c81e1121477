import { type SignedBlob, signTransaction } from 'local-ledger/codec/sign-transaction.ts'
import type { Json } from '#local/lib/rpc.ts'

/** Returns a pseudo-transaction without its type, which ledgers do not support. */
export function withoutPseudoType(txjson: Json): Json {
  if (txjson['TransactionType'] !== 'SignIn') return txjson
  const { TransactionType: _type, SignIn: _mark, ...rest } = txjson
  return rest
}

/** Signs with the account's key. A SignIn becomes a blob without TransactionType, like Xaman's. */
export const signPayload = (transaction: Json, seed: string): SignedBlob =>
  signTransaction(withoutPseudoType(transaction), seed)
