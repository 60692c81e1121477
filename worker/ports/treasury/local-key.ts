import { encode, encodeForSigning } from 'ripple-binary-codec'
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs'
import { hashes } from 'xrpl'
import { batchSigningPayload } from '#worker/ledger/batch-signature.ts'
import { enforceBatchPolicy } from './batch-policy.ts'
import { enforcePolicy } from './policy.ts'
import type { TreasuryPort } from './port.ts'

/**
 * Signs with the marketplace account's key from a secret binding; no other module has access to the key. `account` is
 * the signing address, which differs from the key's own address if a regular key is used.
 */
export function createTreasury(seed: string, account: string): TreasuryPort {
  const { publicKey, privateKey } = deriveKeypair(seed)
  const address = account === '' ? deriveAddress(publicKey) : account
  return {
    account: address,
    sign(order) {
      const tx = { ...enforcePolicy(order, address), SigningPubKey: publicKey }
      const blob = encode({ ...tx, TxnSignature: sign(encodeForSigning(tx), privateKey) })
      return { blob, hash: hashes.hashSignedTx(blob) }
    },
    signPart(order) {
      enforceBatchPolicy(order, address)
      const signature = sign(batchSigningPayload(order.batch, address), privateKey)
      return { Account: address, SigningPubKey: publicKey, TxnSignature: signature }
    },
  }
}
