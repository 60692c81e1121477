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
  /** US dollars per XRP when no oracle has a price, and since when. */
  fallback: { price: string; at: Date } | null
  /** Units of other currencies for a dollar, and the day of each rate. */
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
  /** Origin of the gateway that files on Arweave come from. */
  arweaveGateway: string
  /** Accounts with the marketplace owner's powers besides the marketplace account. */
  admins: string[]
  network: Settings['network']
  links: Links
  publicNodes: string[]
  walletConnect: Settings['walletConnect']
  analytics: string
  /** First ledger to follow when there is no cursor yet; null starts with the newest. */
  ledgerStart: number | null
  /** The series of which an issuer must hold a token to be verified. */
  verifiedSeries: { issuer: string; taxon: number } | null
  prices: PriceSettings
  storage: StorageSettings
  tokens: ListedToken[]
  /**
   * True if wallets are asked to sign Batches. With `auto` they are not on Mainnet, until an account of the operator has
   * completed a purchase by one.
   */
  walletBatch: 'on' | 'off' | 'auto'
  /** Bytes of copies of files that are not on IPFS: of one file, of the works of one issuer, and in total. */
  copies: { fileBytes: number; issuerBytes: number; totalBytes: number }
  /**
   * Calls per minute to services that the whole site shares: the wallet's platform, the ledger's servers, the IPFS gateways.
   */
  quotas: { wallet: number; ledger: number; ipfs: number }
  /** Seeds in the chain of a random collection. */
  drawChainLength: number
  /** Broker accounts of other marketplaces: address and name. */
  otherBrokers: Record<string, string>
}

/** Steps that follow a sign request of one purpose, registered in `purposes.ts`. */
export interface Purpose {
  /** Writes the consequences of a validated success in the transaction that stores it; returns the updated request. */
  onSuccess?(
    context: Context,
    tx: Executor,
    row: SignRequestRow,
    entry: ValidatedTransaction,
  ): Promise<SignRequestRow>
  /** Advances the sale that a success has started; null when it started none. */
  advanceSale?(context: Context, row: SignRequestRow): Promise<SaleRow | null>
  /** Writes the consequences of a used part of the marketplace, in the transaction that applies its ledger. */
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
  /** Adds why inner transactions left no trace, from the state of the ledger. */
  explainRows?(context: Context, row: SignRequestRow, inner: InnerOutcome[]): Promise<InnerOutcome[]>
  /** Takes an account's signature for its part of a Batch, in the transaction that ends the request. Throws Refusal when it came too late. */
  onPart?(context: Context, tx: Executor, row: SignRequestRow, part: BatchPart): Promise<void>
  /** True if another transaction has provably used the Sequence of a signed Batch; otherwise its time limit decides. */
  isSuperseded?(context: Context, row: SignRequestRow): Promise<boolean>
  /** Why nothing of a Batch happened, from the state of the ledger. */
  explainUndone?(context: Context, row: SignRequestRow): Promise<Refusal>
  /** Advances the draw that decides the transaction, and requests the signature when it is known. */
  advanceDraw?(context: Context, row: SignRequestRow): Promise<SignRequestRow>
  /** The phase of that draw. */
  drawPhase?(context: Context, row: SignRequestRow): Promise<DrawProgress['phase']>
  /** Settles the reservation of the request, in the transaction that stores its end. */
  settleReservation?(tx: Executor): Promise<void>
  /** Releases the reservation of a request that never reached the ledger, after the reply. */
  releaseReservation?(context: Context, reservationId: string): void
}

/** Everything that a domain function may use: the database, the ports, the clock. It is created once per invocation. */
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
  /** The same with more time, for large files. */
  webFiles: WebPort
  push: PushPort
  webhooks: WebhookPort
  settings: MarketSettings
  rules: MarketRules
  purposes: Record<SignPurpose, Purpose>
  /** The id for a sign request of this call, when the call has an Idempotency-Key. */
  signRequestId: string | null
  /** The caller with the wallet of its session, to which sign requests go. Null for the cron. */
  caller: Pick<Actor, 'account' | 'wallet'> | null
  /** The networks that a call comes from, the smallest first; none for the cron. */
  networks: string[]
  /** The highest cost of a plain transaction that the caller agrees to, in drops; null when it has stated none. */
  costLimit: bigint | null
  /** Language of the calling page. Texts in the wallet and on devices use it. */
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
  /** True if the call comes from an API key. Such a call may read, and prepare requests that a person signs. */
  isProgram: boolean
}
