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
  /** The validated ledger that this state is from. */
  ledgerIndex: number
  /** The amount in drops. */
  balance: bigint
  ownerCount: number
  /** Tickets among its owned objects. */
  ticketCount: number
  sequence: number
  flags: number
  regularKey: string | null
  /** NFTs that it has issued and that still exist. */
  liveTokens: number
  /** The domain that the account names, as text. */
  domain: string | null
  /** NFTokenMinter, if the account has authorised one. */
  minter: string | null
  /** The transfer rate of currencies that it issues, in billionths; 1,000,000,000 means no fee. */
  transferRate: number
}

/** A trust line from the side of the requested account. */
export interface TrustLine {
  currency: string
  issuer: string
  /** Decimal text; negative when the account owes it. */
  balance: string
  limit: string
  /** True if the issuer has frozen the line. */
  frozen: boolean
  /** True if the account has frozen it, or counts what arrives as less (QualityIn), so that a payment does not arrive as a whole. */
  closed: boolean
  /** True if the issuer has authorised it. Only some issuers require that. */
  authorised: boolean
  /** True if the issuer lets nothing pass between this line and another one that has the same setting (No Ripple). */
  noRipple: boolean
}

export interface SubmitReply {
  /** The result is preliminary: only a validated transaction is final. */
  code: string
  accepted: boolean
}

export interface Reserves {
  baseDrops: bigint
  ownerDrops: bigint
}

/** A token as the ledger has it. */
export interface HeldToken {
  id: string
  owner: string
  burned: boolean
  /** The URI in hex; null if it has none, and for a burned token. */
  uri: string | null
  /** The ledger of its latest change; 0 when the server does not report it. */
  changedLedger: number
}

export interface TokenPage {
  tokens: HeldToken[]
  /** Start of the next page; null after the last one. */
  marker: unknown
}

/** Reads of a past validated ledger. For methods of Clio, `null` or `'unknown'` means that no server supports it. */
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
  /** Lists all tokens that an account holds; none for an unknown account. */
  tokensOfAccount(account: string, ledgerIndex: number): Promise<HeldToken[]>
  /** Reads a page of an account's tokens, in the newest validated ledger if none is given; none for an unknown account. */
  pageOfAccount(
    account: string,
    ledgerIndex: number | null,
    marker: string | null,
  ): Promise<{ tokens: { id: string; uri: string | null }[]; marker: string | null; ledgerIndex: number }>
  /** Lists every open offer on a token. */
  offersOfToken(nftId: string, ledgerIndex: number): Promise<LedgerOffer[]>
  /** The transactions of a token up to a ledger, in ledger order. Clio only. */
  historyOfToken(nftId: string, toLedger: number): Promise<ValidatedTransaction[] | null>
  /** A trust line as the ledger has it, or null. */
  findLine(account: string, issuer: string, currency: string, ledgerIndex: number): Promise<Fields | null>
  /** The ledger that created an open offer; null when the offer does not exist. */
  findOfferLedger(offerId: string, ledgerIndex: number): Promise<number | null>
}

/** Facts that only the first transaction of an account shows. */
export interface FunderReads {
  /** Returns the account that sent an account its first XRP; null if no server has the transaction that created it. */
  findFunder(account: string): Promise<string | null>
}

/** A page of an account's transactions, newest first. */
export interface AccountPage {
  transactions: ValidatedTransaction[]
  /** Number of transactions in the reply: more than `transactions` if some are unreadable. */
  sent: number
  /** Start of the next page; null after the last one that this server has. */
  marker: unknown
}

/** Transactions of accounts, which only servers with enough history have. */
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

/** Server and amendments in one answer; `amendments` is null if they were not requested or not returned. */
export type ServerAnswer = ServerFacts & { amendments: string[] | null }

/** Each server behind the port. */
export interface ServerRotation {
  /** Configured servers, the preferred one first. `id` is a digest of the address. */
  servers: { id: string; host: string }[]
  /** Asks one server about itself; null when it does not answer within seconds. Never throws. */
  askServer(id: string, withAmendments: boolean): Promise<ServerAnswer | null>
  /**
   * Takes servers out of rotation: they are asked only if no other is left, and those of another network never. Replaces the
   * previous problems.
   */
  rotate(problems: Map<string, ServerProblem>): void
}

/** A header, and the hash that a server says it has. */
export interface StatedHeader {
  hash: string
  header: LedgerHeader
}

/** The ledger as the marketplace needs it. Every call throws `Refusal('ledger_unavailable')` when no server answers. */
export interface LedgerPort extends TokenReads, AccountReads, FunderReads, ServerRotation {
  validatedHead(): Promise<LedgerHead>
  /** A validated ledger with its transactions, or null when the server does not have it (yet). */
  findLedger(index: number): Promise<ReadLedger | null>
  /** The header of a validated ledger by every server in rotation; null while one of them does not have it or does not answer. */
  findHeaders(index: number): Promise<StatedHeader[] | null>
  /** A validated transaction; null while it is unknown or not validated. */
  findTransaction(hash: string): Promise<ValidatedTransaction | null>
  /** Reads an account in a validated ledger, the newest if none is given; null if it does not exist. */
  findAccount(account: string, ledgerIndex?: number): Promise<AccountState | null>
  /** Reads the trust lines of an account in the validated ledger; only those to `peer` if it is given. */
  listLines(account: string, peer?: string): Promise<TrustLine[]>
  findOffer(offerId: string): Promise<Fields | null>
  /** Looks up a ticket of an account in this ledger, by default the validated one. Returns the ledger of the lookup. */
  findTicket(
    account: string,
    ticket: number,
    ledgerIndex?: number,
  ): Promise<{ exists: boolean; ledgerIndex: number }>
  /** Lists the ticket numbers that the account holds in the validated ledger. */
  listTickets(account: string): Promise<number[]>
  /** Median price of XRP by these oracles, or null when none has one; `at` is when the latest was set. */
  findXrpPrice(oracles: OracleName[], quote: string): Promise<{ price: string; at: Date } | null>
  reserves(): Promise<Reserves>
  /** The reserves as they were last read, or those of the public network before the first read. */
  lastReserves(): Reserves
  /** The transaction cost to offer now, in drops. */
  transactionCost(): Promise<bigint>
  submit(blob: string): Promise<SubmitReply>
  /**
   * Simulates at a sufficient cost: returns the result code, or null if the server cannot tell (no `simulate`, or its
   * own load).
   */
  simulate(tx: Fields): Promise<string | null>
}
