import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { decodeBinary } from '#ledger/codec/binary.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { isEnabled } from '#ledger/entries/amendments.ts'
import { fees, findAccount } from '#ledger/entries/account-roots.ts'
import { resultMessage, resultNumber } from '#ledger/transactions/results.ts'
import {
  flagsOf,
  innerBatchFlag,
  type Transaction,
  type TransactionFields,
} from '#ledger/transactions/transaction-types.ts'
import { filledInFee } from './network-fee.ts'
import { metadataBinary, shownMetadata } from './present-transaction.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'
import { buildTransaction } from './unsigned-transaction.ts'
import { isUnsupported, unsupportedResult } from './engine-result.ts'

// Returns the unsigned transaction to simulate. Source: XLS-69, xrpl.org "simulate".

function givenTransaction(params: JsonObject): JsonObject {
  const { tx_blob: blob, tx_json: json } = params
  if (blob !== undefined && json !== undefined) {
    throw rpcError('invalidParams', 'Can only include one of `tx_blob` and `tx_json`.')
  }
  if (blob !== undefined) {
    if (typeof blob !== 'string' || !/^(?:[0-9A-Fa-f]{2})+$/.test(blob)) throw invalidField('tx_blob')
    try {
      const decodedJson = decodeBinary(blob.toUpperCase())
      if (isObject(decodedJson)) return decodedJson
    } catch {
      throw invalidField('tx_blob')
    }
  }
  if (json === undefined) throw rpcError('invalidParams', 'Neither `tx_blob` nor `tx_json` included.')
  if (!isObject(json)) throw expectedField('tx_json', 'object')
  return json
}

/** Fills in missing fee, key and sequence. */
function complete(chain: LedgerChain, json: JsonObject): TransactionFields {
  const { TransactionType: type, Account: account } = json
  if (type === undefined) throw missingField('tx.TransactionType')
  if (account === undefined) throw missingField('tx.Account')
  if (typeof type !== 'string') throw invalidField('tx.TransactionType')
  if (typeof account !== 'string' || findAccountId(account) === null) {
    throw rpcError('srcActMalformed', "Invalid field 'tx.Account'.")
  }
  if (json.TxnSignature !== undefined && json.TxnSignature !== '') throw rpcError('transactionSigned')
  const root = findAccount(chain.openLedger.view, account)
  const ticket = json.TicketSequence !== undefined
  if (root === undefined && json.Sequence === undefined && !ticket) throw rpcError('srcActNotFound')
  const { DeliverMax: deliverMax, hash: _hash, ...rest } = json
  return {
    ...rest,
    ...(deliverMax === undefined ? {} : { Amount: JSON.parse(JSON.stringify(deliverMax)) }),
    TransactionType: type,
    Account: account,
    Fee: typeof json.Fee === 'string' ? json.Fee : fees.baseDrops.toString(),
    Sequence: typeof json.Sequence === 'number' ? json.Sequence : ticket ? 0 : (root?.Sequence ?? 0),
    SigningPubKey: typeof json.SigningPubKey === 'string' ? json.SigningPubKey : '',
    TxnSignature: '',
  }
}

/**
 * True if a simulated transaction would enter the open ledger. It is never queued, so it needs an account, the next
 * sequence number (or a ticket) and the whole fee.
 */
function entersOpenLedger(chain: LedgerChain, transaction: Transaction): boolean {
  const { fields } = transaction
  const { view } = chain.openLedger
  const account = findAccount(view, fields.Account)
  if (account === undefined) return false
  const byTicket = fields.Sequence === 0 && fields.TicketSequence !== undefined
  if (!byTicket && fields.Sequence !== account.Sequence) return false
  return chain.openLedger.paysEnough(transaction)
}

export const simulate: Handler = ({ chain, params }) => {
  if (params.binary !== undefined && typeof params.binary !== 'boolean') throw invalidField('binary')
  for (const name of ['secret', 'seed', 'seed_hex', 'passphrase']) {
    if (params[name] !== undefined) throw invalidField(name)
  }
  const json = givenTransaction(params)
  if (isUnsupported(json.TransactionType)) {
    const rejection = unsupportedResult(json.TransactionType)
    return { applied: false, ...rejection, ledger_index: chain.openSeq, tx_json: json }
  }
  const fields = complete(chain, json)
  const draft = buildTransaction(fields)
  const transaction =
    json.Fee === undefined ? buildTransaction({ ...fields, Fee: filledInFee(chain, draft) }) : draft
  if (transaction.fields.TransactionType === 'Batch') throw rpcError('notImpl')
  if ((flagsOf(transaction.fields) & innerBatchFlag) !== 0 && isEnabled(chain.openLedger.view, 'BatchV1_1'))
    throw rpcError('invalidParams', 'tfInnerBatchTxn flag is not allowed on top-level transactions.')
  const { result, metadata } = chain.openLedger.simulate(transaction)
  const isJudged = result.startsWith('tem') || entersOpenLedger(chain, transaction)
  const shownCode = isJudged ? result : 'telCAN_NOT_QUEUE'
  const message =
    shownCode === 'tesSUCCESS'
      ? 'The simulated transaction would have been applied.'
      : resultMessage(shownCode)
  const answer: JsonObject = {
    applied: false,
    engine_result: shownCode,
    engine_result_code: resultNumber(shownCode),
    engine_result_message: message,
    ledger_index: chain.openSeq,
  }
  if (params.binary === true) {
    answer.tx_blob = transaction.blob
    if (metadata !== undefined) answer.meta_blob = metadataBinary(metadata)
    return answer
  }
  answer.tx_json = { ...JSON.parse(JSON.stringify(transaction.fields)), hash: transaction.hash }
  if (metadata !== undefined) answer.meta = shownMetadata(transaction, metadata)
  return answer
}
