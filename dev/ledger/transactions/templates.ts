import type { TransactionFields } from './transaction-types.ts'

// Required and optional fields of each transaction type: a blob with other fields is not parsed as a transaction.
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
    OracleDelete: { required: ['OracleDocumentID'], optional: [] },
  }),
)

/** The server's message about the first missing or unexpected field, or null. */
export function checkTemplate(fields: TransactionFields): string | null {
  const template = templates.get(fields.TransactionType)
  if (template === undefined) return null
  // A type's own fields are checked before the common ones.
  for (const name of [...template.required, ...COMMON.required]) {
    if (!(name in fields)) return `Field '${name}' is required but missing.`
  }
  const known = new Set([...COMMON.required, ...COMMON.optional, ...template.required, ...template.optional])
  const stranger = Object.keys(fields).find((name) => !known.has(name))
  return stranger === undefined ? null : `Field '${stranger}' found in disallowed location.`
}
