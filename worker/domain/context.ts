import type { Database } from '#db/executor.ts'
import type { MarketRules } from '#db/queries/market-rules.ts'
import type { Links, Settings } from '#worker/contract/marketplace.ts'
import type { ListedToken } from '#worker/contract/tokens.ts'
import type { IpfsPort, PinningPort } from '#worker/ports/ipfs/port.ts'
import type { LedgerPort, OracleName } from '#worker/ports/ledger/port.ts'
import type { SessionPort } from '#worker/ports/sessions/port.ts'
import type { SignerPort } from '#worker/ports/signer/port.ts'
import type { StoragePort } from '#worker/ports/storage/port.ts'
import type { UploadsPort } from '#worker/ports/uploads/port.ts'
import type { TreasuryPort } from '#worker/ports/treasury/port.ts'
import type { WebPort } from '#worker/ports/web/port.ts'

export interface Logger {
  info(event: string, facts?: Record<string, unknown>): void
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

export interface PriceSettings {
  oracles: OracleName[]
  /** Dollars for an XRP where no oracle says, and since when that holds. */
  fallback: { price: string; at: Date } | null
}

/** Bytes that may be stored: by an account in a day, in its first week, and in all. */
export interface StorageSettings {
  dayBytes: number
  newDayBytes: number
  totalBytes: number
}

export interface MarketSettings {
  siteOrigin: string
  /** Accounts with the marketplace owner's powers besides the marketplace account. */
  admins: string[]
  network: Settings['network']
  links: Links
  analytics: string
  /** First ledger to follow when there is no cursor yet; null begins with the newest. */
  ledgerStart: number | null
  /** The series of which an issuer must hold a token to be verified. */
  verifiedSeries: { issuer: string; taxon: number } | null
  prices: PriceSettings
  storage: StorageSettings
  tokens: ListedToken[]
  /** Broker accounts of other marketplaces: address and name. */
  otherBrokers: Record<string, string>
}

/** Everything a domain verb may reach: the database, the ports, the clock. Made once an invocation. */
export interface Context {
  db: Database
  ledger: LedgerPort
  signer: SignerPort
  treasury: TreasuryPort
  sessions: SessionPort
  storage: StoragePort
  uploads: UploadsPort
  ipfs: IpfsPort
  pinning: PinningPort
  web: WebPort
  settings: MarketSettings
  rules: MarketRules
  /** The number that a sign request of this call is given, when the call has an Idempotency-Key. */
  signRequestId: string | null
  now(): Date
  /** Work that goes on when the reply is out, as long as the platform lets it; the cron does what is left. */
  afterReply(work: Promise<unknown>): void
  log: Logger
}

/** Somebody who has proven an account by a session token. */
export interface Actor {
  account: string
  sessionId: string
  signedInAt: Date
}
