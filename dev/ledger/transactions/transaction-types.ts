import type { AmountJson, IssuedAmountJson } from '#dev/ledger/amounts/amount.ts'
import type { AccountRoot, PriceDataItem, SignerEntryItem } from '#dev/ledger/entries/entry-types.ts'
import type { ReadView } from '#dev/ledger/views/read-view.ts'
import type { Sandbox } from '#dev/ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'

/** Fields of the supported transactions, in JSON form. Source: xrpl.org "Transaction types". */
export interface TransactionFields {
  TransactionType: string
  Account: string
  Fee: string
  Sequence: number
  SigningPubKey: string
  TxnSignature?: string
  Signers?: { Signer: { Account: string; SigningPubKey: string; TxnSignature: string } }[]
  Flags?: number
  TicketSequence?: number
  AccountTxnID?: string
  LastLedgerSequence?: number
  NetworkID?: number
  SourceTag?: number
  Memos?: { Memo: { MemoType?: string; MemoData?: string; MemoFormat?: string } }[]

  Destination?: string
  DestinationTag?: number
  Amount?: AmountJson
  SendMax?: AmountJson
  DeliverMin?: AmountJson
  InvoiceID?: string
  CheckID?: string
  Paths?: { account?: string; currency?: string; issuer?: string }[][]

  SetFlag?: number
  ClearFlag?: number
  Domain?: string
  EmailHash?: string
  MessageKey?: string
  TickSize?: number
  TransferRate?: number
  NFTokenMinter?: string
  WalletLocator?: string
  WalletSize?: number
  RegularKey?: string

  LimitAmount?: IssuedAmountJson
  QualityIn?: number
  QualityOut?: number

  TicketCount?: number
  SignerQuorum?: number
  SignerEntries?: SignerEntryItem[]
  Authorize?: string
  Unauthorize?: string

  NFTokenTaxon?: number
  Issuer?: string
  TransferFee?: number
  URI?: string
  Expiration?: number
  NFTokenID?: string
  Owner?: string
  NFTokenOffers?: string[]
  NFTokenSellOffer?: string
  NFTokenBuyOffer?: string
  NFTokenBrokerFee?: AmountJson

  OracleDocumentID?: number
  Provider?: string
  AssetClass?: string
  LastUpdateTime?: number
  PriceDataSeries?: PriceDataItem[]
}

export interface Transaction {
  readonly fields: TransactionFields
  readonly blob: string
  readonly hash: string
}

export interface PreclaimContext {
  readonly fields: TransactionFields
  readonly view: ReadView
  /** First passes of a closing ledger: failures are retried, so no result claims a fee yet. */
  readonly retry: boolean
}

export interface ApplyContext {
  readonly fields: TransactionFields
  readonly view: Sandbox
  readonly hash: string
  /** Drops the sender had before the fee. */
  readonly priorBalance: bigint
  /** The delivered amount of a partial payment. */
  deliver(amount: AmountJson): void
}

/** The rules of one transaction type, in the order in which the server applies them. */
export interface TransactionRules {
  /** Flags of this type besides tfFullyCanonicalSig; others result in temINVALID_FLAG. */
  readonly flags: number
  /** True when this transaction needs no fee. */
  isFree?(fields: TransactionFields, account: AccountRoot): boolean
  /** Checks the transaction alone. */
  preflight(fields: TransactionFields): ResultCode
  /** Reads the ledger, without changes. */
  preclaim?(context: PreclaimContext): ResultCode
  apply(context: ApplyContext): ResultCode
}

export const universalFlags = 0x80000000
/** The Sequence or, with a ticket, the TicketSequence: the ids of new objects are derived from it. */
export const sequenceValue = (fields: TransactionFields): number =>
  fields.Sequence === 0 ? (fields.TicketSequence ?? 0) : fields.Sequence
export const flagsOf = (fields: TransactionFields): number => fields.Flags ?? 0
