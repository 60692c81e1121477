import type { JsonObject } from '#ledger/codec/json.ts'

// Error codes of the API. Source: xrpl.org "Error Formatting", "Universal Errors" and the server's ErrorCodes.

const table = {
  accountNotFound: [19, 'Account not found.', 'actNotFound'],
  actMalformed: [35, 'Account malformed.'],
  actNotFound: [19, 'Account not found.'],
  amendmentBlocked: [14, 'Amendment blocked, need upgrade.'],
  badSecret: [43, 'Secret does not match account.'],
  badSeed: [44, 'Disallowed seed.'],
  badKeyType: [86, 'Bad key type.'],
  dstActNotFound: [51, 'Destination account not found.'],
  entryNotFound: [98, 'Entry not found.'],
  excessiveLgrRange: [78, 'Ledger range exceeds 1000.'],
  badFeature: [40, 'Feature unknown or invalid.'],
  highFee: [11, 'Current transaction fee exceeds your limit.'],
  internal: [73, 'Internal error.'],
  invalidHotWallet: [30, 'Invalid hotwallet.'],
  invalidParams: [31, 'Invalid parameters.'],
  invalidLgrRange: [79, 'Ledger range is invalid.'],
  invalidTransaction: [0, ''],
  lgrIdxMalformed: [58, 'Ledger index malformed.'],
  lgrIdxsInvalid: [57, 'Ledger indexes invalid.'],
  lgrNotValidated: [55, 'Ledger not validated.'],
  lgrNotFound: [21, 'ledgerNotFound'],
  malformedAddress: [31, 'Invalid parameters.'],
  malformedCurrency: [31, 'Invalid parameters.'],
  malformedRequest: [31, 'Invalid parameters.'],
  malformedStream: [71, 'Stream malformed.'],
  noPermission: [6, "You don't have permission for this command."],
  notImpl: [74, 'Not implemented.'],
  notReady: [13, 'Not ready to handle this request.'],
  objectNotFound: [92, 'The requested object was not found.'],
  oracleMalformed: [94, 'Oracle request is malformed.'],
  srcActMalformed: [65, 'Source account is malformed.'],
  srcActMissing: [66, 'Source account not provided.'],
  srcActNotFound: [67, 'Source account not found.'],
  streamMalformed: [71, 'Stream malformed.', 'malformedStream'],
  transactionSigned: [96, 'Transaction should not be signed.'],
  txnNotFound: [29, 'Transaction not found.'],
  unexpectedLedgerType: [99, 'Unexpected ledger type.'],
  unknownCmd: [32, 'Unknown method.'],
} as const satisfies Record<string, readonly [number, string, string?]>

export type RpcErrorName = keyof typeof table

/** An error reply. `fields` are additional members of the reply. */
export class RpcError extends Error {
  readonly fields: JsonObject

  constructor(fields: JsonObject) {
    super(String(fields.error))
    this.fields = fields
  }
}

export function rpcError(name: RpcErrorName, message?: string, extra: JsonObject = {}): RpcError {
  const entry: readonly [number, string, string?] = table[name]
  const [code, standard, token = name] = entry
  return new RpcError({ error: token, error_code: code, error_message: message ?? standard, ...extra })
}

export const missingField = (name: string): RpcError => rpcError('invalidParams', `Missing field '${name}'.`)
export const invalidField = (name: string): RpcError => rpcError('invalidParams', `Invalid field '${name}'.`)
export const expectedField = (name: string, kind: string): RpcError =>
  rpcError('invalidParams', `Invalid field '${name}', not ${kind}.`)
