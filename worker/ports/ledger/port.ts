import type { Fields, ValidatedTransaction } from '#worker/ledger/ledger-json.ts'

export interface LedgerHead {
  index: number
  hash: string
  closedAt: Date
}

export interface ValidatedLedger extends LedgerHead {
  /** In the order of execution. */
  transactions: ValidatedTransaction[]
}

export interface AccountState {
  /** The validated ledger that this is from. */
  ledgerIndex: number
  /** Drops. */
  balance: bigint
  ownerCount: number
  sequence: number
  flags: number
  regularKey: string | null
  /** NFTokenMinter, if the account has authorised one. */
  minter: string | null
}

export interface SubmitReply {
  /** Preliminary: only a validated transaction counts. */
  code: string
  accepted: boolean
}

export interface Reserves {
  baseDrops: bigint
  ownerDrops: bigint
}

/** The ledger as the marketplace needs it. Every call throws `Refusal('ledger_unavailable')` when no server answers. */
export interface LedgerPort {
  validatedHead(): Promise<LedgerHead>
  /** A validated ledger with its transactions, or null when the server does not have it (yet). */
  findLedger(index: number): Promise<ValidatedLedger | null>
  /** A validated transaction; null while it is unknown or not validated. */
  findTransaction(hash: string): Promise<ValidatedTransaction | null>
  /** An account in the validated ledger, or null when there is none. */
  findAccount(account: string): Promise<AccountState | null>
  findOffer(offerId: string): Promise<Fields | null>
  /** Whether an account holds a ticket, and in which validated ledger that was looked up. */
  findTicket(account: string, ticket: number): Promise<{ exists: boolean; ledgerIndex: number }>
  /** Ticket numbers that the account holds in the validated ledger. */
  listTickets(account: string): Promise<number[]>
  reserves(): Promise<Reserves>
  /** What a transaction should offer to pay now, in drops. */
  transactionCost(): Promise<bigint>
  submit(blob: string): Promise<SubmitReply>
  /** Dry run: the result code, or null when the server has no `simulate`. */
  simulate(tx: Fields): Promise<string | null>
}
