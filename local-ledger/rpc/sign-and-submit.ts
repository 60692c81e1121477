import { createRequire } from 'node:module'
import type * as Keypairs from 'ripple-keypairs'
import { transactionFromFields, trustSignature } from '#ledger/chain/parse-transaction.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import { signingData } from '#ledger/codec/binary.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { fees, findAccount } from '#ledger/entries/account-roots.ts'
import type { Transaction, TransactionFields } from '#ledger/transactions/transaction-types.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { engineResult, isUnsupported, unsupportedResult } from './engine-result.ts'
import { filledInFee } from './network-fee.ts'
import { transactionJson } from './present-transaction.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { expectedField, missingField, RpcError, rpcError } from './rpc-error.ts'
import { buildTransaction } from './unsigned-transaction.ts'

// Signs on the server, which is deprecated and only reasonable on a private server. Source: xrpl.org "submit"
// (sign-and-submit mode).

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

const SIGN_DEPRECATED =
  'This command has been deprecated and will be removed in a future version of the server. ' +
  'Please migrate to a standalone signing tool.'

/** Returns the part of `sign` and `submit` replies that describes the signed transaction. */
function replyOf(transaction: Transaction, apiVersion: number): JsonObject {
  const json = transactionJson(transaction, apiVersion)
  const { blob, hash } = transaction
  return { tx_blob: blob, ...(apiVersion > 1 ? { hash, tx_json: json } : { tx_json: { ...json, hash } }) }
}

/** Returns the reply for a type that this ledger does not support, or null. */
function findUnsupported({ params }: RpcContext): JsonObject | null {
  const { TransactionType: type } = isObject(params.tx_json) ? params.tx_json : {}
  return isUnsupported(type) ? { ...unsupportedResult(type), tx_json: params.tx_json } : null
}

/**
 * Adds the open ledger cost for the transaction's type, unless the request has a fee. Checks the type's fields first.
 */
function withFee(
  chain: LedgerChain,
  fields: TransactionFields,
  { tx_json: input }: JsonObject,
): TransactionFields {
  const transaction = buildTransaction(fields)
  if (isObject(input) && input.Fee !== undefined) return fields
  return { ...fields, Fee: filledInFee(chain, transaction) }
}

/** Returns the transaction of a request, completed and signed. */
function signedTransaction(context: RpcContext): Transaction {
  const { chain, params } = context
  const keys = keysOf(params)
  const completeFields = complete(context, keys.publicKey)
  const root = findAccount(chain.openLedger.view, completeFields.Account)
  const signer = keypairs.deriveAddress(keys.publicKey)
  if (signer !== completeFields.Account && signer !== root?.RegularKey) throw rpcError('badSecret')
  const fields = withFee(chain, completeFields, params)
  const signature = keypairs.sign(signingData(fields), keys.privateKey)
  const transaction = transactionFromFields({ ...fields, TxnSignature: signature })
  trustSignature(transaction.hash)
  return transaction
}

function withWarning(
  context: RpcContext,
  deprecatedField: string,
  answer: (transaction: Transaction) => JsonObject,
): JsonObject {
  try {
    return {
      deprecated: deprecatedField,
      ...(findUnsupported(context) ?? answer(signedTransaction(context))),
    }
  } catch (error) {
    if (error instanceof RpcError) throw new RpcError({ deprecated: deprecatedField, ...error.fields })
    throw error
  }
}

export const signAndSubmit: Handler = (context) =>
  withWarning(context, DEPRECATED, (transaction) => {
    const { outcome } = context.chain.openLedger.submit(transaction, context.params.fail_hard === true)
    return { ...engineResult(outcome.result), ...replyOf(transaction, context.apiVersion) }
  })

/** Signs without submitting. Source: xrpl.org "sign". */
export const sign: Handler = (context) =>
  withWarning(context, SIGN_DEPRECATED, (transaction) => replyOf(transaction, context.apiVersion))
