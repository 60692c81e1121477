import { transactionFromFields } from '#ledger/chain/parse-transaction.ts'
import { currencyProblem, tokenProblem } from '#ledger/chain/transaction-fields.ts'
import { encodeBinary } from '#ledger/codec/binary.ts'
import { isFieldName } from '#ledger/codec/field-walk.ts'
import { checkTemplate } from '#ledger/transactions/templates.ts'
import type { Transaction, TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { RpcError, rpcError } from './rpc-error.ts'

// Builds transactions from JSON, for simulate and sign-and-submit. Source: the server's STParsedJSON.

function isValid(name: string, value: unknown): boolean {
  try {
    encodeBinary({ [name]: value })
    return true
  } catch {
    return false
  }
}

/**
 * Builds an unsigned transaction. @throws RpcError that names the first field that is unknown or has an invalid value.
 */
export function buildTransaction(fields: TransactionFields): Transaction {
  for (const [name, value] of Object.entries(fields)) {
    if (!isFieldName(name)) throw rpcError('invalidParams', `Field 'tx_json.${name}' is unknown.`)
    if (!isValid(name, value)) throw rpcError('invalidParams', `Field 'tx_json.${name}' has invalid data.`)
  }
  const problem = checkTemplate(fields) ?? tokenProblem(fields) ?? currencyProblem(fields)
  if (problem !== null) throw new RpcError({ error: 'invalidTransaction', error_exception: problem })
  try {
    return transactionFromFields(fields)
  } catch {
    throw rpcError('invalidParams')
  }
}
