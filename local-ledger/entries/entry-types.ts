import type { AmountJson, IssuedAmountJson } from '#ledger/amounts/amount.ts'

// The ledger entry types that this ledger supports, in the API's JSON format. Entries are immutable: a change replaces
// the entry, so that older ledgers are not affected. Source: xrpl.org "Ledger entry types". UInt64 fields (page
// numbers) are lower-case hex text without leading zeros, as in the API.

interface Threaded {
  Flags: number
  PreviousTxnID: string
  PreviousTxnLgrSeq: number
}

export interface AccountRoot extends Threaded {
  LedgerEntryType: 'AccountRoot'
  Account: string
  Balance: string
  Sequence: number
  OwnerCount: number
  AccountTxnID?: string
  BurnedNFTokens?: number
  Domain?: string
  EmailHash?: string
  FirstNFTokenSequence?: number
  MessageKey?: string
  MintedNFTokens?: number
  NFTokenMinter?: string
  RegularKey?: string
  TicketCount?: number
  TickSize?: number
  TransferRate?: number
  WalletLocator?: string
  WalletSize?: number
}

export interface DirectoryNode {
  LedgerEntryType: 'DirectoryNode'
  Flags: number
  RootIndex: string
  Indexes: string[]
  IndexNext?: string
  IndexPrevious?: string
  Owner?: string
  NFTokenID?: string
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
}

export interface NFTokenItem {
  NFToken: { NFTokenID: string; URI?: string }
}

export interface NFTokenPage extends Threaded {
  LedgerEntryType: 'NFTokenPage'
  NFTokens: NFTokenItem[]
  PreviousPageMin?: string
  NextPageMin?: string
}

export interface NFTokenOffer extends Threaded {
  LedgerEntryType: 'NFTokenOffer'
  Owner: string
  NFTokenID: string
  Amount: AmountJson
  OwnerNode: string
  NFTokenOfferNode: string
  Destination?: string
  Expiration?: number
}

export interface RippleState extends Threaded {
  LedgerEntryType: 'RippleState'
  Balance: IssuedAmountJson
  LowLimit: IssuedAmountJson
  HighLimit: IssuedAmountJson
  LowNode?: string
  HighNode?: string
  LowQualityIn?: number
  LowQualityOut?: number
  HighQualityIn?: number
  HighQualityOut?: number
}

export interface Ticket extends Threaded {
  LedgerEntryType: 'Ticket'
  Account: string
  OwnerNode: string
  TicketSequence: number
}

export interface SignerEntryItem {
  SignerEntry: { Account: string; SignerWeight: number; WalletLocator?: string }
}

export interface SignerList extends Threaded {
  LedgerEntryType: 'SignerList'
  Owner?: string
  OwnerNode: string
  SignerQuorum: number
  SignerEntries: SignerEntryItem[]
  SignerListID: number
}

export interface PriceDataItem {
  PriceData: { BaseAsset: string; QuoteAsset: string; AssetPrice?: string; Scale?: number }
}

export interface Oracle extends Threaded {
  LedgerEntryType: 'Oracle'
  Owner: string
  OracleDocumentID?: number
  OwnerNode: string
  Provider: string
  AssetClass: string
  LastUpdateTime: number
  URI?: string
  PriceDataSeries: PriceDataItem[]
}

export interface DepositPreauth extends Threaded {
  LedgerEntryType: 'DepositPreauth'
  Account: string
  Authorize?: string
  OwnerNode: string
}

export interface PermissionItem {
  /** A transaction type, or the name of a granular permission. */
  Permission: { PermissionValue: string | number }
}

/** Permissions that an account has granted to another account. Source: XLS-75. */
export interface Delegate extends Threaded {
  LedgerEntryType: 'Delegate'
  Account: string
  Authorize: string
  Permissions: PermissionItem[]
  OwnerNode: string
  DestinationNode?: string
}

export interface Check extends Threaded {
  LedgerEntryType: 'Check'
  Account: string
  Destination: string
  DestinationNode: string
  OwnerNode: string
  SendMax: AmountJson
  Sequence: number
  DestinationTag?: number
  Expiration?: number
  InvoiceID?: string
  SourceTag?: number
}

export interface FeeSettings {
  LedgerEntryType: 'FeeSettings'
  Flags: number
  BaseFeeDrops: string
  ReserveBaseDrops: string
  ReserveIncrementDrops: string
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
}

export interface Amendments {
  LedgerEntryType: 'Amendments'
  Flags: number
  Amendments: string[]
  PreviousTxnID?: string
  PreviousTxnLgrSeq?: number
}

export interface LedgerHashes {
  LedgerEntryType: 'LedgerHashes'
  Flags: number
  Hashes: string[]
  LastLedgerSequence: number
}

export type Entry =
  | AccountRoot
  | DirectoryNode
  | NFTokenPage
  | NFTokenOffer
  | RippleState
  | Ticket
  | SignerList
  | Oracle
  | DepositPreauth
  | Delegate
  | Check
  | FeeSettings
  | Amendments
  | LedgerHashes

export type EntryType = Entry['LedgerEntryType']
export type EntryOf<T extends EntryType> = Extract<Entry, { LedgerEntryType: T }>

export const NO_TRANSACTION = '0'.repeat(64)
/** PreviousTxnID and PreviousTxnLgrSeq of a newly created entry. */
export const unthreadedFields = { PreviousTxnID: NO_TRANSACTION, PreviousTxnLgrSeq: 0 } as const
