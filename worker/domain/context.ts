import type { SignPurpose } from '#contract/rules/actions.ts'
import type { Database, Executor } from '#db/executor.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import type { SaleRow } from '#db/queries/trade/sales.ts'
import type { InnerOutcome, SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Language } from '#contract/words/languages.ts'
import type { Links, Settings } from '#contract/schemas/marketplace.ts'
import type { DrawProgress } from '#contract/schemas/sign-requests.ts'
import type { Refusal } from '#contract/words/refusal.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import type { BatchPart } from '#worker/ledger/batch-signature.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import type { IpfsPort, PinningPort } from '#worker/ports/ipfs/port.ts'
import type { LedgerPort, OracleName } from '#worker/ports/ledger/port.ts'
import type { PushPort } from '#worker/ports/push/port.ts'
import type { ApiKeyPort, SessionPort } from '#worker/ports/sessions/port.ts'
import type { SignerPort } from '#worker/ports/signer/port.ts'
import type { StoragePort } from '#worker/ports/storage/port.ts'
import type { UploadsPort } from '#worker/ports/uploads/port.ts'
import type { TreasuryPort } from '#worker/ports/treasury/port.ts'
import type { VaultPort } from '#worker/ports/vault/port.ts'
import type { WebPort } from '#worker/ports/web/port.ts'
import type { WebhookPort } from '#worker/ports/webhook/port.ts'

export interface Logger {
  info(event: string, facts?: Record<string, unknown>): void
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

export interface PriceSettings {
  oracles: OracleName[]
  /** Price of XRP in US dollars if no oracle provides one, and the time since when this price applies. */
  fallback: { price: string; at: Date } | null
  /** Other currencies: units per dollar, and the day of each rate. */
  fiat: Settings['fiat']
}

/** Bytes that may be stored: per account and day, per account and day in its first week, and in total. */
export interface StorageSettings {
  dayBytes: number
  newDayBytes: number
  totalBytes: number
}

export interface MarketSettings {
  siteOrigin: string
  /** Origin of the gateway for files on Arweave. */
  arweaveGateway: string
  /** Further accounts with the same powers as the marketplace owner. */
  admins: string[]
  network: Settings['network']
  links: Links
  publicNodes: string[]
  walletConnect: Settings['walletConnect']
  analytics: string
  /** First ledger to follow when there is no cursor yet; null starts with the newest. */
  ledgerStart: number | null
  /** The series of which an issuer must hold a token to become verified. */
  verifiedSeries: { issuer: string; taxon: number } | null
  prices: PriceSettings
  storage: StorageSettings
  tokens: ListedToken[]
  /**
   * `on` if wallets receive Batches to sign. `auto` excludes Mainnet until an account of the operator has completed a
   * purchase by Batch.
   */
  walletBatch: 'on' | 'off' | 'auto'
  /** Maximum bytes of copies of files that are not on IPFS: of one file, of the works of one issuer, and in total. */
  copies: { fileBytes: number; issuerBytes: number; totalBytes: number }
  /**
   * Calls per minute to services that the whole site shares: the wallet platform, the ledger servers, the IPFS
   * gateways.
   */
  quotas: { wallet: number; ledger: number; ipfs: number }
  /** Number of seeds in the chain of a random collection. */
  drawChainLength: number
  /** Broker accounts of other marketplaces: address and name. */
  otherBrokers: Record<string, string>
}

/** Steps that follow a sign request with one purpose, registered in `purposes.ts`. */
export interface Purpose {
  /**
   * Writes the consequences of a validated success, in the transaction that stores the success. Returns the updated
   * request.
   */
  onSuccess?(
    context: Context,
    tx: Executor,
    row: SignRequestRow,
    entry: ValidatedTransaction,
  ): Promise<SignRequestRow>
  /** Advances the sale that a success has started; null if it started none. */
  advanceSale?(context: Context, row: SignRequestRow): Promise<SaleRow | null>
  /** Writes the consequences of a used part of the marketplace, in the transaction that applies the part's ledger. */
  settlePart?(context: Context, tx: Executor, partId: string, inner: ValidatedTransaction[]): Promise<void>
  /**
   * Writes the consequences of a Batch without a part of the marketplace; null for an inner transaction that left no
   * trace.
   */
  onBatch?(
    context: Context,
    tx: Executor,
    row: SignRequestRow,
    inner: (ValidatedTransaction | null)[],
  ): Promise<void>
  /** Adds the reasons why inner transactions left no trace, from the state of the ledger. */
  explainRows?(context: Context, row: SignRequestRow, inner: InnerOutcome[]): Promise<InnerOutcome[]>
  /**
   * Stores an account's signature for its part of a Batch, in the database transaction that ends the request. Throws Refusal
   * if the signature came too late.
   */
  onPart?(context: Context, tx: Executor, row: SignRequestRow, part: BatchPart): Promise<void>
  /**
   * True if another transaction has provably used the Sequence of a signed Batch. Otherwise, the Batch's time limit
   * decides.
   */
  isSuperseded?(context: Context, row: SignRequestRow): Promise<boolean>
  /** Returns why no transaction of a Batch was applied, from the state of the ledger. */
  explainUndone?(context: Context, row: SignRequestRow): Promise<Refusal>
  /** Advances the draw that determines the transaction, and requests the signature once the transaction is known. */
  advanceDraw?(context: Context, row: SignRequestRow): Promise<SignRequestRow>
  /** Returns the phase of the draw. */
  drawPhase?(context: Context, row: SignRequestRow): Promise<DrawProgress['phase']>
  /** Settles the reservation of the request, in the transaction that stores the end of the request. */
  settleReservation?(tx: Executor): Promise<void>
  /** Releases the reservation of a request that never reached the ledger. Runs after the reply. */
  releaseReservation?(context: Context, reservationId: string): void
}

/** Everything that a domain function may use: the database, the ports, the clock. Created once per invocation. */
export interface Context {
  db: Database
  ledger: LedgerPort
  signer: SignerPort
  treasury: TreasuryPort
  vault: VaultPort
  sessions: SessionPort
  apiKeys: ApiKeyPort
  storage: StoragePort
  uploads: UploadsPort
  ipfs: IpfsPort
  pinning: PinningPort
  web: WebPort
  /** Like `web`, with a longer timeout for large files. */
  webFiles: WebPort
  push: PushPort
  webhooks: WebhookPort
  settings: MarketSettings
  rules: MarketRules
  purposes: Record<SignPurpose, Purpose>
  /** The id for a sign request of this call; null unless the call has an Idempotency-Key. */
  signRequestId: string | null
  /** The caller, with the wallet of the session, which receives the sign requests. Null for the cron. */
  caller: Pick<Actor, 'account' | 'wallet'> | null
  /** The networks from which a call comes, smallest first; empty for the cron. */
  networks: string[]
  /** The maximum cost of a plain transaction that the caller accepts, in drops; null if the caller set no limit. */
  costLimit: bigint | null
  /** Language of the calling page, used for texts in the wallet and on devices. */
  language: Language
  now(): Date
  /** Continues work after the reply, as long as the platform allows; the cron finishes the rest. */
  afterReply(work: Promise<unknown>): void
  log: Logger
}

/** An account proven by a session token. */
export interface Actor {
  account: string
  sessionId: string
  signedInAt: Date
  /** The wallet that signed in. */
  wallet: WalletName
  /** The session's user token; null if the wallet uses Xaman's push token. */
  userToken: string | null
  /** True if the call comes from an API key. These calls may read data, and prepare requests that a person signs. */
  isProgram: boolean
}
