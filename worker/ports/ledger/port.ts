import type { LedgerHeader } from '#draw-verifier/draws.ts'
import type { Fields, ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import type { ServerFacts, ServerProblem } from '#worker/ledger/server-health.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'

export interface LedgerHead {
  index: number
  hash: string
  closedAt: Date
}

export interface AccountState {
  /** Index of the validated ledger that this state was read from. */
  ledgerIndex: number
  /** The amount in drops. */
  balance: bigint
  ownerCount: number
  /** Number of tickets, which also count as owned objects. */
  ticketCount: number
  sequence: number
  flags: number
  regularKey: string | null
  /** Number of NFTs that the account has issued and that are not burned. */
  liveTokens: number
  /** The account's domain as text. */
  domain: string | null
  /** NFTokenMinter, if the account has authorised one. */
  minter: string | null
  /** Transfer rate of the currencies that the account issues, in billionths; 1,000,000,000 means no fee. */
  transferRate: number
}

/** A trust line from the perspective of the requested account. */
export interface TrustLine {
  currency: string
  issuer: string
  /** Decimal text; negative if the account owes the amount. */
  balance: string
  limit: string
  /** True if the issuer has frozen the line. */
  frozen: boolean
  /**
   * True if the account has frozen the line or values incoming amounts below par (QualityIn), so that a payment does not
   * arrive in full.
   */
  closed: boolean
  /** True if the issuer has authorised the line. Only some issuers require authorisation. */
  authorised: boolean
  /** True if the issuer blocks payments between this line and other lines with the same setting (No Ripple). */
  noRipple: boolean
}

export interface SubmitReply {
  /** Preliminary result; only a validated transaction is final. */
  code: string
  accepted: boolean
}

export interface Reserves {
  baseDrops: bigint
  ownerDrops: bigint
}

/** A token in its ledger state. */
export interface HeldToken {
  id: string
  owner: string
  burned: boolean
  /** The URI in hex; null if the token has none or is burned. */
  uri: string | null
  /** The ledger of the token's latest change; 0 if the server does not report it. */
  changedLedger: number
}

export interface TokenPage {
  tokens: HeldToken[]
  /** Start of the next page; null after the last one. */
  marker: unknown
}

/**
 * Reads the state of a past validated ledger. For Clio methods, `null` or `'unknown'` means that no server supports
 * them.
 */
export interface TokenReads {
  /** Lists the tokens of a collection, including burned ones. Clio only. */
  tokensOfIssuer(
    issuer: string,
    taxon: number,
    ledgerIndex: number,
    marker: unknown,
  ): Promise<TokenPage | null>
  /** Reads one token; null if it never existed. Clio only. */
  findToken(nftId: string, ledgerIndex: number): Promise<HeldToken | null | 'unknown'>
  /** Lists all tokens that an account holds; empty for an unknown account. */
  tokensOfAccount(account: string, ledgerIndex: number): Promise<HeldToken[]>
  /** Reads a page of an account's tokens, by default in the newest validated ledger; empty for an unknown account. */
  pageOfAccount(
    account: string,
    ledgerIndex: number | null,
    marker: string | null,
  ): Promise<{ tokens: { id: string; uri: string | null }[]; marker: string | null; ledgerIndex: number }>
  /** Lists every open offer on a token. */
  offersOfToken(nftId: string, ledgerIndex: number): Promise<LedgerOffer[]>
  /** Returns the transactions of a token up to a ledger, in ledger order. Clio only. */
  historyOfToken(nftId: string, toLedger: number): Promise<ValidatedTransaction[] | null>
  /** Returns the ledger entry of a trust line, or null. */
  findLine(account: string, issuer: string, currency: string, ledgerIndex: number): Promise<Fields | null>
  /** Returns the ledger that created an open offer; null if the offer does not exist. */
  findOfferLedger(offerId: string, ledgerIndex: number): Promise<number | null>
}

/** Facts that only an account's first transaction shows. */
export interface FunderReads {
  /**
   * Returns the account that sent the first XRP to an account; null if no server has the transaction that created the
   * account.
   */
  findFunder(account: string): Promise<string | null>
}

/** A page of an account's transactions, newest first. */
export interface AccountPage {
  transactions: ValidatedTransaction[]
  /** Number of transactions in the reply; greater than the length of `transactions` if some are unreadable. */
  sent: number
  /** Start of the next page; null if this server has no further page. */
  marker: unknown
}

/** Reads the transactions of accounts. Only servers with enough history support it. */
export interface AccountReads {
  /** Reads transactions up to a validated ledger. Prefers a server that still has `isEnough` transactions. */
  transactionsOfAccount(
    account: string,
    toLedger: number,
    marker: unknown,
    isEnough: (page: AccountPage) => boolean,
  ): Promise<AccountPage>
}

/** A trusted price source: an Oracle entry. Source: XLS-47. */
export interface OracleName {
  account: string
  documentId: number
}

/** A server's status and amendments; `amendments` is null if they were not requested or not returned. */
export type ServerAnswer = ServerFacts & { amendments: string[] | null }

/** Status and rotation of the servers behind the port. */
export interface ServerRotation {
  /** Configured servers in order of preference. `id` is a digest of the address. */
  servers: { id: string; host: string }[]
  /** Requests the status of one server; null if it does not answer within seconds. Never throws. */
  askServer(id: string, withAmendments: boolean): Promise<ServerAnswer | null>
  /**
   * Removes servers from the rotation. They are used only if no other server is left; servers of another network are never
   * used. Replaces the previous problems.
   */
  rotate(problems: Map<string, ServerProblem>): void
}

/** A header, and the hash that a server reports for it. */
export interface StatedHeader {
  hash: string
  header: LedgerHeader
}

/** Access to the ledger. Every call throws `Refusal('ledger_unavailable')` if no server answers. */
export interface LedgerPort extends TokenReads, AccountReads, FunderReads, ServerRotation {
  validatedHead(): Promise<LedgerHead>
  /** Returns a validated ledger with its transactions, or null if the server does not have it (yet). */
  findLedger(index: number): Promise<ReadLedger | null>
  /**
   * Returns the header of a validated ledger from every server in rotation; null if any of them lacks it or does not
   * answer.
   */
  findHeaders(index: number): Promise<StatedHeader[] | null>
  /** Returns a validated transaction; null while it is unknown or not validated. */
  findTransaction(hash: string): Promise<ValidatedTransaction | null>
  /** Reads an account in a validated ledger, by default the newest; null if the account does not exist. */
  findAccount(account: string, ledgerIndex?: number): Promise<AccountState | null>
  /** Reads the trust lines of an account in the newest validated ledger, optionally only those to `peer`. */
  listLines(account: string, peer?: string): Promise<TrustLine[]>
  findOffer(offerId: string): Promise<Fields | null>
  /** Looks up a ticket of an account, by default in the newest validated ledger. Returns the ledger of the lookup. */
  findTicket(
    account: string,
    ticket: number,
    ledgerIndex?: number,
  ): Promise<{ exists: boolean; ledgerIndex: number }>
  /** Lists the ticket numbers that the account holds in the newest validated ledger. */
  listTickets(account: string): Promise<number[]>
  /**
   * Returns the median XRP price of these oracles, or null if none has a price; `at` is the time of the latest price.
   */
  findXrpPrice(oracles: OracleName[], quote: string): Promise<{ price: string; at: Date } | null>
  reserves(): Promise<Reserves>
  /** Returns the reserves of the latest read, or the main network's reserves before the first read. */
  lastReserves(): Reserves
  /** Returns the transaction cost to offer now, in drops. */
  transactionCost(): Promise<bigint>
  submit(blob: string): Promise<SubmitReply>
  /**
   * Simulates a transaction with a sufficient cost. Returns the result code, or null if the server cannot tell (`simulate`
   * is unsupported, or the server is overloaded).
   */
  simulate(tx: Fields): Promise<string | null>
}
