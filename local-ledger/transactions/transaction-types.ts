import type { AmountJson, IssuedAmountJson } from '#ledger/amounts/amount.ts'
import type { Amendment } from '#ledger/entries/amendments.ts'
import type {
  AccountRoot,
  PermissionItem,
  PriceDataItem,
  SignerEntryItem,
} from '#ledger/entries/entry-types.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'

/** One signature of a list. Source: xrpl.org "Multi-Signing". */
export interface SignerItem {
  Signer: { Account: string; SigningPubKey: string; TxnSignature: string }
}

/** The consent of another account to a Batch: by its own key, or by its signer list. Source: XLS-56. */
export interface BatchSigner {
  Account: string
  SigningPubKey?: string
  TxnSignature?: string
  Signers?: SignerItem[]
}

/** Fields of the supported transactions, in JSON form. Source: xrpl.org "Transaction types". */
export interface TransactionFields {
  TransactionType: string
  Account: string
  Fee: string
  Sequence: number
  SigningPubKey: string
  TxnSignature?: string
  Signers?: SignerItem[]
  /** Signs and pays for Account. Source: XLS-75. */
  Delegate?: string
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
  CredentialIDs?: string[]
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

  Permissions?: PermissionItem[]
  RawTransactions?: Record<string, unknown>[]
  BatchSigners?: { BatchSigner: BatchSigner }[]
}

export interface Transaction {
  readonly fields: TransactionFields
  readonly blob: string
  readonly hash: string
  /** Only in a Batch. */
  readonly batch?: BatchContent
}

/** The content of a Batch. Source: XLS-56. */
export interface BatchContent {
  /** Hashes of the inner transactions, in order: what its signers sign. */
  readonly hashes: readonly string[]
  /** The inner transactions and the name of the field that holds each; empty when one cannot be parsed. */
  readonly inner: readonly { readonly wrapper: string; readonly transaction: Transaction }[]
  /** Why the server refuses it before it looks at the ledger, or null. */
  readonly problem: string | null
}

export interface PreflightContext {
  readonly transaction: Transaction
  isEnabled(amendment: Amendment): boolean
  /** The same checks for an inner transaction of a Batch. */
  preflightInner(inner: Transaction): ResultCode
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
  /** The type exists only with this amendment. */
  readonly amendment?: Amendment
  /** True when this transaction needs no fee. */
  isFree?(fields: TransactionFields, account: AccountRoot): boolean
  /**
   * The minimum fee in drops where it differs from the ordinary one.
   * @param feeOf the minimum fee of an inner transaction.
   */
  baseFee?(transaction: Transaction, ordinary: bigint, feeOf: (inner: Transaction) => bigint): bigint
  /** Checks the transaction alone. */
  preflight(fields: TransactionFields, context: PreflightContext): ResultCode
  /** True if the keys of other accounts that signed are authorized. */
  checkSigners?(fields: TransactionFields, view: ReadView): ResultCode
  /** Reads the ledger, without changes. */
  preclaim?(context: PreclaimContext): ResultCode
  apply(context: ApplyContext): ResultCode
}

/** Marks a transaction inside a Batch. Source: XLS-56 (tfInnerBatchTxn). */
export const innerBatchFlag = 0x40000000
/** Flags of every type: tfFullyCanonicalSig and tfInnerBatchTxn. */
export const universalFlags = 0x80000000 | innerBatchFlag
/** The account that signs and pays: the delegate, if there is one. */
export const initiatorOf = (fields: TransactionFields): string => fields.Delegate ?? fields.Account
/** The Sequence or, with a ticket, the TicketSequence: the ids of new objects are derived from it. */
export const sequenceValue = (fields: TransactionFields): number =>
  fields.Sequence === 0 ? (fields.TicketSequence ?? 0) : fields.Sequence
export const flagsOf = (fields: TransactionFields): number => fields.Flags ?? 0
