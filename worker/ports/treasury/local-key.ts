import { encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs'
import { hashes } from 'xrpl'
import { batchSigningPayload } from '#worker/ledger/batch-signature.ts'
import { enforceBatchPolicy } from './batch-policy.ts'
import { enforcePolicy } from './policy.ts'
import type { TreasuryPort } from './port.ts'

/**
 * Signs with the marketplace account's keys from a secret binding; no other module has access to a key. `account` is
 * the signing address, which differs from a key's own address if a regular key is used.
 */
export function createTreasury(seeds: readonly string[], account: string): TreasuryPort {
  const pairs = new Map(
    seeds.map((seed) => {
      const pair = deriveKeypair(seed)
      return [deriveAddress(pair.publicKey), pair]
    }),
  )
  const keys = [...pairs.keys()]
  const address = account === '' ? (keys[0] ?? '') : account
  const pairOf = (key: string) => {
    const pair = pairs.get(key)
    if (pair === undefined) throw new Error(`MARKETPLACE_SEED has no key ${key}.`)
    return pair
  }
  return {
    account: address,
    keys,
    sign(order, key = keys[0] ?? '') {
      const { publicKey, privateKey } = pairOf(key)
      const tx = { ...enforcePolicy(order, address), SigningPubKey: publicKey }
      const blob = encode({ ...tx, TxnSignature: sign(encodeForSigning(tx), privateKey) })
      return { blob, hash: hashes.hashSignedTx(blob) }
    },
    signPart(order, key = keys[0] ?? '') {
      const { publicKey, privateKey } = pairOf(key)
      enforceBatchPolicy(order, address)
      const signature = sign(batchSigningPayload(order.batch, address), privateKey)
      return { Account: address, SigningPubKey: publicKey, TxnSignature: signature }
    },
  }
}
