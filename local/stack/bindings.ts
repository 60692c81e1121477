import type { DemoAccount } from '#local/signer/types.ts'
import { localVapid } from '#local/push/credentials.ts'
import { genesisAccount, localOracle } from './people.ts'

export interface BindingSource {
  databaseUrl: string
  /** `host:port` of the Neon proxy; empty for a Neon database. */
  databaseProxy: string
  ledgerUrls: string[]
  network: string
  signerUrl: string
  signerKey: string
  signerSecret: string
  marketplace: Pick<DemoAccount, 'address' | 'seed'>
  sessionSecret: string
  s3: {
    endpoint: string
    origin: string
    region: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
  }
  ipfsApiUrl: string
  ipfsGateways: string[]
  siteOrigin: string
  /** The first ledger to follow. */
  ledgerStart: number
  cronBudgetMs: number
}

/** Returns the worker's settings by name. */
export function workerBindings(source: BindingSource): Record<string, string> {
  return {
    DATABASE_URL: source.databaseUrl,
    DATABASE_PROXY: source.databaseProxy,
    LEDGER_URLS: source.ledgerUrls.join(','),
    // Lists the same node under two names and by WebSocket, because web pages cannot read its JSON-RPC replies.
    PUBLIC_NODES: source.ledgerUrls
      .map((url) => url.replace(/^http/, 'ws'))
      .flatMap((url) => [url, url.replace('127.0.0.1', 'localhost')])
      .join(','),
    NETWORK: source.network,
    SIGNER_URL: source.signerUrl,
    SIGNER_API_KEY: source.signerKey,
    SIGNER_API_SECRET: source.signerSecret,
    // All accounts of the local stack share one machine's limits.
    WALLET_CALLS_MINUTE: '60000',
    LEDGER_CALLS_MINUTE: '60000',
    IPFS_CALLS_MINUTE: '60000',
    MARKETPLACE_ACCOUNT: source.marketplace.address,
    MARKETPLACE_SEED: source.marketplace.seed,
    SESSION_SECRET: source.sessionSecret,
    DRAW_SECRET: `draws/${source.sessionSecret.replaceAll(',', '')}`,
    // Short enough to be computed in one run of the cron.
    DRAW_CHAIN_LENGTH: '8192',
    S3_ENDPOINT: source.s3.endpoint,
    S3_REGION: source.s3.region,
    S3_BUCKET: source.s3.bucket,
    S3_ACCESS_KEY_ID: source.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: source.s3.secretAccessKey,
    S3_UPLOAD_ORIGIN: source.s3.origin,
    PINNING: 'kubo',
    PINNING_URL: source.ipfsApiUrl,
    IPFS_GATEWAYS: source.ipfsGateways.join(','),
    SITE_ORIGIN: source.siteOrigin,
    CRON_BUDGET_MS: String(source.cronBudgetMs),
    LEDGER_START: String(source.ledgerStart),
    VAPID_PUBLIC_KEY: localVapid.publicKey,
    VAPID_PRIVATE_KEY: localVapid.privateKey,
    VAPID_SUBJECT: localVapid.subject,
    FIAT_RATES: 'EUR=0.92@2026-11-01,GBP=0.79@2026-11-01',
    PRICE_ORACLES: `${genesisAccount.address}:${localOracle}`,
  }
}
