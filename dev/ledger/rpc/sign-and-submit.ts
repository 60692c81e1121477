import { createRequire } from 'node:module'
import type * as Keypairs from 'ripple-keypairs'
import { transactionFromFields, trustSignature } from '#dev/ledger/chain/parse-transaction.ts'
import { findAccountId } from '#dev/ledger/codec/address.ts'
import { signingData } from '#dev/ledger/codec/binary.ts'
import { isObject, type JsonObject } from '#dev/ledger/codec/json.ts'
import { fees, findAccount } from '#dev/ledger/entries/account-roots.ts'
import { resultMessage, resultNumber } from '#dev/ledger/transactions/results.ts'
import type { TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'
import { transactionJson } from './present-transaction.ts'
import type { RpcContext } from './rpc-context.ts'
import { expectedField, missingField, RpcError, rpcError } from './rpc-error.ts'
import { buildTransaction } from './unsigned-transaction.ts'
import { isUnsupported, unsupportedResult } from './unsupported-types.ts'

// Signing on the server: deprecated, and only reasonable on a private server. Source: xrpl.org "submit" (sign-and-submit mode).

const keypairs: typeof Keypairs = createRequire(import.meta.url)('ripple-keypairs')

const DEPRECATED =
  "Signing support in the 'submit' command has been deprecated and will be removed in a future version of the server. " +
  'Please migrate to a standalone signing tool.'

function keysOf(params: JsonObject): ReturnType<typeof Keypairs.deriveKeypair> {
  const type = params.key_type
  if (type !== undefined && type !== 'ed25519' && type !== 'secp256k1') throw rpcError('badKeyType')
  const secret = type === undefined ? params.secret : (params.seed ?? params.passphrase)
  if (type !== undefined && params.secret !== undefined) {
    throw rpcError('invalidParams', 'The secret field is not allowed if key_type is used.')
  }
  if (typeof secret !== 'string')
    throw type === undefined ? missingField('secret') : expectedField('seed', 'string')
  try {
    return type === undefined
      ? keypairs.deriveKeypair(secret)
      : keypairs.deriveKeypair(secret, { algorithm: type === 'ed25519' ? 'ed25519' : 'ecdsa-secp256k1' })
  } catch {
    throw rpcError('badSeed')
  }
}

/** Fills in missing fields. */
function complete({ chain, params }: RpcContext, publicKey: string): TransactionFields {
  const json = params.tx_json
  if (!isObject(json)) throw json === undefined ? missingField('tx_json') : expectedField('tx_json', 'object')
  const { TransactionType: type, Account: account } = json
  if (typeof type !== 'string') throw missingField('tx_json.TransactionType')
  if (account === undefined) throw rpcError('srcActMissing', "Missing field 'tx_json.Account'.")
  if (typeof account !== 'string' || findAccountId(account) === null) {
    throw rpcError('srcActMalformed', "Invalid field 'tx_json.Account'.")
  }
  const root = findAccount(chain.openLedger.view, account)
  if (root === undefined) throw rpcError('srcActNotFound')
  const { DeliverMax: deliverMax, ...rest } = json
  return {
    ...rest,
    ...(deliverMax === undefined ? {} : { Amount: JSON.parse(JSON.stringify(deliverMax)) }),
    TransactionType: type,
    Account: account,
    Fee: typeof json.Fee === 'string' ? json.Fee : fees.baseDrops.toString(),
    Sequence:
      typeof json.Sequence === 'number'
        ? json.Sequence
        : json.TicketSequence === undefined
          ? root.Sequence
          : 0,
    SigningPubKey: publicKey,
  }
}

function signedAnswer(context: RpcContext): JsonObject {
  const { chain, params, apiVersion } = context
  const { TransactionType: type } = isObject(params.tx_json) ? params.tx_json : {}
  if (isUnsupported(type)) return { ...unsupportedResult(type), tx_json: params.tx_json }
  const keys = keysOf(params)
  const fields = complete(context, keys.publicKey)
  const root = findAccount(chain.openLedger.view, fields.Account)
  const signer = keypairs.deriveAddress(keys.publicKey)
  if (signer !== fields.Account && signer !== root?.RegularKey) throw rpcError('badSecret')
  buildTransaction(fields)
  const signature = keypairs.sign(signingData(fields), keys.privateKey)
  const transaction = transactionFromFields({ ...fields, TxnSignature: signature })
  trustSignature(transaction.hash)
  const { outcome } = chain.openLedger.submit(transaction, params.fail_hard === true)
  const json = transactionJson(transaction, apiVersion)
  return {
    engine_result: outcome.result,
    engine_result_code: resultNumber(outcome.result),
    engine_result_message: resultMessage(outcome.result),
    tx_blob: transaction.blob,
    ...(apiVersion > 1
      ? { hash: transaction.hash, tx_json: json }
      : { tx_json: { ...json, hash: transaction.hash } }),
  }
}

export function signAndSubmit(context: RpcContext): JsonObject {
  try {
    return { deprecated: DEPRECATED, ...signedAnswer(context) }
  } catch (error) {
    if (error instanceof RpcError) throw new RpcError({ deprecated: DEPRECATED, ...error.fields })
    throw error
  }
}
