import { transactionFromFields, validityProblem } from '#ledger/chain/parse-transaction.ts'
import { isTransactionFields } from '#ledger/chain/transaction-fields.ts'
import { isObject } from '#ledger/codec/json.ts'
import { checkObjects, checkTemplate } from '#ledger/transactions/templates.ts'
import { transactionJson } from './present-transaction.ts'
import type { Handler } from './rpc-context.ts'
import { expectedField, missingField, RpcError } from './rpc-error.ts'
import { engineResult, isUnsupported, unsupportedResult } from './engine-result.ts'

// Answers the method `submit_multisigned`. Source: xrpl.org "submit_multisigned".

export const submitMultisigned: Handler = ({ chain, params, apiVersion }) => {
  const input = params.tx_json
  if (input === undefined) throw missingField('tx_json')
  if (!isObject(input)) throw expectedField('tx_json', 'object')
  const { hash: _hash, ...json } = input
  if (!isTransactionFields(json)) throw expectedField('tx_json', 'object')
  if (isUnsupported(json.TransactionType)) {
    return { ...unsupportedResult(json.TransactionType), tx_json: input }
  }
  if (json.Signers === undefined) throw missingField('tx_json.Signers')
  const invalidTransaction = (reason: string) =>
    new RpcError({ error: 'invalidTransaction', error_exception: reason })
  const problem = checkObjects(json) ?? checkTemplate(json)
  if (problem !== null) throw invalidTransaction(problem)
  const transaction = transactionFromFields({ ...json, SigningPubKey: '' })
  const refusal = validityProblem(transaction, chain.openLedger.view)
  if (refusal !== null) throw invalidTransaction(`fails local checks: ${refusal}`)
  const { outcome } = chain.openLedger.submit(transaction, params.fail_hard === true)
  const txJson = transactionJson(transaction, apiVersion)
  return {
    ...engineResult(outcome.result),
    tx_blob: transaction.blob,
    ...(apiVersion > 1
      ? { hash: transaction.hash, tx_json: txJson }
      : { tx_json: { ...txJson, hash: transaction.hash } }),
  }
}
