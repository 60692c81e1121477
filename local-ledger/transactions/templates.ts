import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import type { TransactionFields } from './transaction-types.ts'

// Required and optional fields of each transaction type. A blob with other fields is not parsed as a transaction.
// Source: xrpl.org, the field table of each transaction type.

interface Template {
  required: readonly string[]
  optional: readonly string[]
}

const COMMON: Template = {
  required: ['TransactionType', 'Account', 'Sequence', 'Fee', 'SigningPubKey'],
  optional: [
    'Flags',
    'SourceTag',
    'PreviousTxnID',
    'LastLedgerSequence',
    'AccountTxnID',
    'OperationLimit',
    'Memos',
    'TicketSequence',
    'TxnSignature',
    'Signers',
    'NetworkID',
    'Delegate',
  ],
}

/** Fields that every transaction may have. */
export const COMMON_FIELDS: readonly string[] = [...COMMON.required, ...COMMON.optional]

const templates = new Map<string, Template>(
  Object.entries({
    Payment: {
      required: ['Destination', 'Amount'],
      optional: [
        'SendMax',
        'Paths',
        'InvoiceID',
        'DestinationTag',
        'DeliverMin',
        'CredentialIDs',
        'DomainID',
      ],
    },
    AccountDelete: { required: ['Destination'], optional: ['DestinationTag', 'CredentialIDs'] },
    AccountSet: {
      required: [],
      optional: [
        'EmailHash',
        'WalletLocator',
        'WalletSize',
        'MessageKey',
        'Domain',
        'TransferRate',
        'SetFlag',
        'ClearFlag',
        'TickSize',
        'NFTokenMinter',
      ],
    },
    SetRegularKey: { required: [], optional: ['RegularKey'] },
    TrustSet: { required: [], optional: ['LimitAmount', 'QualityIn', 'QualityOut'] },
    TicketCreate: { required: ['TicketCount'], optional: [] },
    SignerListSet: { required: ['SignerQuorum'], optional: ['SignerEntries'] },
    NFTokenMint: {
      required: ['NFTokenTaxon'],
      optional: ['TransferFee', 'Issuer', 'URI', 'Amount', 'Destination', 'Expiration'],
    },
    NFTokenBurn: { required: ['NFTokenID'], optional: ['Owner'] },
    NFTokenModify: { required: ['NFTokenID'], optional: ['Owner', 'URI'] },
    NFTokenCreateOffer: {
      required: ['NFTokenID', 'Amount'],
      optional: ['Destination', 'Owner', 'Expiration'],
    },
    NFTokenCancelOffer: { required: ['NFTokenOffers'], optional: [] },
    NFTokenAcceptOffer: {
      required: [],
      optional: ['NFTokenBuyOffer', 'NFTokenSellOffer', 'NFTokenBrokerFee'],
    },
    OracleSet: {
      required: ['OracleDocumentID', 'LastUpdateTime', 'PriceDataSeries'],
      optional: ['Provider', 'URI', 'AssetClass'],
    },
    CheckCreate: {
      required: ['Destination', 'SendMax'],
      optional: ['Expiration', 'DestinationTag', 'InvoiceID'],
    },
    CheckCash: { required: ['CheckID'], optional: ['Amount', 'DeliverMin'] },
    CheckCancel: { required: ['CheckID'], optional: [] },
    DepositPreauth: { required: [], optional: ['Authorize', 'Unauthorize'] },
    DelegateSet: { required: ['Authorize', 'Permissions'], optional: [] },
    Batch: { required: ['RawTransactions'], optional: ['BatchSigners'] },
    OracleDelete: { required: ['OracleDocumentID'], optional: [] },
  }),
)

/** Includes the common fields, which are checked after the type's own fields. */
const wholeTemplates = new Map<string, Template>(
  [...templates].map(([type, { required, optional }]) => [
    type,
    { required: [...required, ...COMMON.required], optional: [...COMMON.optional, ...optional] },
  ]),
)

// Templates of objects inside arrays. Objects without a template may have any fields. Source: the server's
// InnerObjectFormats.
const objectTemplates = new Map<string, Template>(
  Object.entries({
    BatchSigner: { required: ['Account'], optional: ['SigningPubKey', 'TxnSignature', 'Signers'] },
    NFToken: { required: ['NFTokenID'], optional: ['URI'] },
    Permission: { required: ['PermissionValue'], optional: [] },
    PriceData: { required: ['BaseAsset', 'QuoteAsset'], optional: ['AssetPrice', 'Scale'] },
    Signer: { required: ['Account', 'SigningPubKey', 'TxnSignature'], optional: [] },
    SignerEntry: { required: ['Account', 'SignerWeight'], optional: ['WalletLocator'] },
  }),
)

const knownFields = new WeakMap<Template, Set<string>>()

/** Returns the field names of a template, cached. */
function namesOf(template: Template): Set<string> {
  const names = knownFields.get(template) ?? new Set([...template.required, ...template.optional])
  knownFields.set(template, names)
  return names
}

function fieldProblem(fields: object, template: Template): string | null {
  const missingField = template.required.find((name) => !(name in fields))
  if (missingField !== undefined) return `Field '${missingField}' is required but missing.`
  const names = namesOf(template)
  const stranger = Object.keys(fields).find((name) => !names.has(name))
  return stranger === undefined ? null : `Field '${stranger}' found in disallowed location.`
}

const DEPTH_LIMIT = 10

/** Checks the objects in arrays in the same way. */
export function checkObjects(fields: JsonObject, depth = 0): string | null {
  if (depth > DEPTH_LIMIT) return 'Maximum nesting depth of STVar exceeded'
  for (const value of Object.values(fields)) {
    if (!Array.isArray(value)) continue
    for (const item of value) {
      if (!isObject(item)) continue
      for (const [name, inner] of Object.entries(item)) {
        if (!isObject(inner)) continue
        const template = objectTemplates.get(name)
        const problem =
          checkObjects(inner, depth + 2) ?? (template === undefined ? null : fieldProblem(inner, template))
        if (problem !== null) return problem
      }
    }
  }
  return null
}

/** Returns the server's message about the first missing or unexpected field, or null. */
export function checkTemplate(fields: TransactionFields): string | null {
  const template = wholeTemplates.get(fields.TransactionType)
  return template === undefined ? null : fieldProblem(fields, template)
}
