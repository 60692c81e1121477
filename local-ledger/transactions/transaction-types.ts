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

/** One signature of a signer list. Source: xrpl.org "Multi-Signing". */
export interface SignerItem {
  Signer: { Account: string; SigningPubKey: string; TxnSignature: string }
}

/** Consent of another account to a Batch, signed with its key or by its signer list. Source: XLS-56. */
export interface BatchSigner {
  Account: string
  SigningPubKey?: string
  TxnSignature?: string
  Signers?: SignerItem[]
}

/** Fields of the supported transactions, as JSON. Source: xrpl.org "Transaction types". */
export interface TransactionFields {
  TransactionType: string
  Account: string
  Fee: string
  Sequence: number
  SigningPubKey: string
  TxnSignature?: string
  Signers?: SignerItem[]
  /** The delegate, which signs and pays for Account. Source: XLS-75. */
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
  /** Present only for a Batch. */
  readonly batch?: BatchContent
}

/** The content of a Batch. Source: XLS-56. */
export interface BatchContent {
  /** Hashes of the inner transactions, in order, which its signers sign. */
  readonly hashes: readonly string[]
  /** The inner transactions, each with the name of the field that holds it; empty if one cannot be parsed. */
  readonly inner: readonly { readonly wrapper: string; readonly transaction: Transaction }[]
  /** Reason why the server refuses the Batch before it considers the ledger, or null. */
  readonly problem: string | null
}

export interface PreflightContext {
  readonly transaction: Transaction
  isEnabled(amendment: Amendment): boolean
  /** Runs the same checks for an inner transaction of a Batch. */
  preflightInner(inner: Transaction): ResultCode
}

export interface PreclaimContext {
  readonly fields: TransactionFields
  readonly view: ReadView
  /** True in the first passes of a closing ledger: failures are retried, so no result claims a fee yet. */
  readonly retry: boolean
}

export interface ApplyContext {
  readonly fields: TransactionFields
  readonly view: Sandbox
  readonly hash: string
  /** The sender's drops before the fee. */
  readonly priorBalance: bigint
  /** Records the delivered amount of a partial payment. */
  deliver(amount: AmountJson): void
}

/** Rules of one transaction type, in the order in which the server applies them. */
export interface TransactionRules {
  /** Flags of this type besides tfFullyCanonicalSig; other flags result in temINVALID_FLAG. */
  readonly flags: number
  /** The amendment that enables the type. */
  readonly amendment?: Amendment
  /** Returns true if this transaction needs no fee. */
  isFree?(fields: TransactionFields, account: AccountRoot): boolean
  /**
   * Returns the minimum fee in drops if it differs from the ordinary fee.
   * @param feeOf the minimum fee of an inner transaction.
   */
  baseFee?(transaction: Transaction, ordinary: bigint, feeOf: (inner: Transaction) => bigint): bigint
  /** Checks the transaction without the ledger. */
  preflight(fields: TransactionFields, context: PreflightContext): ResultCode
  /** Checks that the keys with which other accounts signed are authorized. */
  checkSigners?(fields: TransactionFields, view: ReadView): ResultCode
  /** Checks the transaction against the ledger, without changes. */
  preclaim?(context: PreclaimContext): ResultCode
  apply(context: ApplyContext): ResultCode
}

/** Marks a transaction inside a Batch. Source: XLS-56 (tfInnerBatchTxn). */
export const innerBatchFlag = 0x40000000
/** Flags of every type: tfFullyCanonicalSig and tfInnerBatchTxn. */
export const universalFlags = 0x80000000 | innerBatchFlag
/** Returns the account that signs and pays: the delegate, if there is one. */
export const initiatorOf = (fields: TransactionFields): string => fields.Delegate ?? fields.Account
/** Returns the Sequence or, with a ticket, the TicketSequence, from which the ids of new objects are derived. */
export const sequenceValue = (fields: TransactionFields): number =>
  fields.Sequence === 0 ? (fields.TicketSequence ?? 0) : fields.Sequence
export const flagsOf = (fields: TransactionFields): number => fields.Flags ?? 0
