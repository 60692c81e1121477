import './languages.ts'
import { databaseOf } from '#db/client.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { defaultLanguage } from '#contract/words/languages.ts'
import type { Context, MarketSettings } from '#worker/domain/context.ts'
import { cidMatches } from '#worker/domain/media/cid.ts'
import { proveFile, proveStream, resolvePath } from '#worker/domain/media/prove-file.ts'
import { publicNodes } from '#contract/rules/ledger.ts'
import { listedTokens } from '#worker/domain/market/listed-tokens.ts'
import { purposes } from '#worker/domain/purposes.ts'
import { createGateways } from '#worker/ports/ipfs/gateways.ts'
import { createPinning } from '#worker/ports/ipfs/pinning.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { createWebPush } from '#worker/ports/push/web-push.ts'
import { createJwtSessions } from '#worker/ports/sessions/jwt.ts'
import { createXamanSigner } from '#worker/ports/signer/xaman.ts'
import { createS3Uploads } from '#worker/ports/uploads/s3.ts'
import { createS3Storage } from '#worker/ports/storage/s3.ts'
import { createTreasury } from '#worker/ports/treasury/local-key.ts'
import { createVault } from '#worker/ports/vault/derived-keys.ts'
import { addressRule } from '#worker/ports/web/address-rules.ts'
import { createApiKeys } from '#worker/ports/sessions/api-keys.ts'
import { createWebhooks } from '#worker/ports/webhook/standard-webhooks.ts'
import { createWeb } from '#worker/ports/web/fetch-metadata.ts'
import type { Environment } from './env.ts'
import { createLogger } from './log.ts'

/** Xaman's names for the networks. */
const forceNetwork = { mainnet: 'MAINNET', testnet: 'TESTNET', devnet: 'DEVNET', local: null } as const

/** Fetches addresses that users have chosen, through the outbound proxy if one is configured. */
const outboundFetch =
  (outboundUrl: string): typeof fetch =>
  (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return fetch(outboundUrl === '' ? address : `${outboundUrl}/?url=${encodeURIComponent(address)}`, init)
  }

function createPorts(env: Environment) {
  const outbound = outboundFetch(env.OUTBOUND_URL)
  const s3 = {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
  return {
    ledger: createJsonRpcLedger({
      urls: env.LEDGER_URLS,
      timeoutMs: 8000,
      fetch: (input, init) => fetch(input, init),
    }),
    signer: createXamanSigner({
      url: env.SIGNER_URL,
      key: env.SIGNER_API_KEY,
      secret: env.SIGNER_API_SECRET[0] ?? '',
      forceNetwork: forceNetwork[env.NETWORK],
    }),
    treasury: createTreasury(env.MARKETPLACE_SEED, env.MARKETPLACE_ACCOUNT),
    vault: createVault(env.DRAW_SECRET),
    sessions: createJwtSessions({
      secrets: env.SESSION_SECRET,
      origin: env.SITE_ORIGIN,
      hours: env.SESSION_HOURS,
    }),
    storage: createS3Storage(s3),
    uploads: createS3Uploads(s3),
    web: createWeb({
      rule: addressRule(env.NETWORK === 'local'),
      beginMs: 8000,
      timeoutMs: 8000,
      fetch: outbound,
    }),
    webFiles: createWeb({
      rule: addressRule(env.NETWORK === 'local'),
      beginMs: 10_000,
      timeoutMs: 90_000,
      fetch: outbound,
    }),
    push: createWebPush({
      pairs: env.VAPID_PUBLIC_KEY.map((publicKey, place) => ({
        publicKey,
        privateKey: env.VAPID_PRIVATE_KEY[place] ?? '',
      })).filter(({ privateKey }) => privateKey !== ''),
      subject: env.VAPID_SUBJECT === '' ? env.SITE_ORIGIN : env.VAPID_SUBJECT,
      rule: addressRule(env.NETWORK === 'local'),
      timeoutMs: 8000,
      fetch: outbound,
    }),
    apiKeys: createApiKeys(env.SESSION_SECRET),
    webhooks: createWebhooks({
      secrets: env.SESSION_SECRET,
      rule: addressRule(env.NETWORK === 'local'),
      fetch: outbound,
    }),
    ipfs: createGateways({
      gateways: env.IPFS_GATEWAYS,
      headStartMs: 1000,
      timeoutMs: 10_000,
      matches: cidMatches,
      proves: proveFile,
      provesStream: proveStream,
      resolves: resolvePath,
      fetch: (input, init) => fetch(input, init),
      now: () => Date.now(),
    }),
    pinning: createPinning(env.PINNING, {
      url: env.PINNING_URL,
      token: env.PINNING_TOKEN,
      bucket: env.PINNING_BUCKET,
      fetch: (input, init) => fetch(input, init),
    }),
  }
}

const readLinks = (env: Environment) => ({
  explorerTransaction: env.LINK_EXPLORER_TRANSACTION,
  explorerAccount: env.LINK_EXPLORER_ACCOUNT,
  explorerObject: env.LINK_EXPLORER_OBJECT,
  explorerOffer: env.LINK_EXPLORER_OFFER,
  sisterMarketplace: env.LINK_SISTER_MARKETPLACE,
  staking: env.LINK_STAKING,
  twitter: env.LINK_TWITTER,
  discord: env.LINK_DISCORD,
  telegram: env.LINK_TELEGRAM,
  medium: env.LINK_MEDIUM,
  sourceCode: env.LINK_SOURCE_CODE,
  contact: env.LINK_CONTACT,
})

/** Returns the WalletConnect settings; null unless the operator has configured a project. */
const walletConnect = ({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
}: Environment) => (projectId === '' ? null : { projectId, relayUrl })

const settingsOf = (env: Environment): MarketSettings => ({
  siteOrigin: env.SITE_ORIGIN,
  arweaveGateway: env.ARWEAVE_GATEWAY,
  admins: env.ADMIN_ACCOUNTS,
  network: env.NETWORK,
  links: readLinks(env),
  publicNodes: env.PUBLIC_NODES.length > 0 ? env.PUBLIC_NODES : [...publicNodes[env.NETWORK]],
  walletConnect: walletConnect(env),
  analytics: env.ANALYTICS_PATH,
  ledgerStart: env.LEDGER_START,
  verifiedSeries: env.VERIFIED_SERIES,
  prices: { oracles: env.PRICE_ORACLES, fallback: env.PRICE_FALLBACK, fiat: env.FIAT_RATES },
  storage: {
    dayBytes: env.STORAGE_DAY_MB,
    newDayBytes: env.STORAGE_NEW_DAY_MB,
    totalBytes: env.STORAGE_TOTAL_MB,
  },
  copies: { fileBytes: env.COPY_MB, issuerBytes: env.COPIES_ISSUER_MB, totalBytes: env.COPIES_TOTAL_MB },
  quotas: { wallet: env.WALLET_CALLS_MINUTE, ledger: env.LEDGER_CALLS_MINUTE, ipfs: env.IPFS_CALLS_MINUTE },
  tokens: listedTokens(env.TOKEN_ISSUERS, env.NETWORK === 'mainnet'),
  walletBatch: env.WALLET_BATCH,
  drawChainLength: env.DRAW_CHAIN_LENGTH,
  otherBrokers: env.OTHER_BROKERS,
})

/** Builds the contexts of an isolate. Ports and settings are built once; transactions and log once per invocation. */
export function compose(env: Environment) {
  const ports = createPorts(env)
  const settings = settingsOf(env)
  const rules = { marketplace: ports.treasury.account, minimumDrops: minimumOfferDrops }
  const databaseFor = databaseOf({ url: env.DATABASE_URL, proxy: env.DATABASE_PROXY })
  return (requestId: string, waitUntil: (work: Promise<unknown>) => void): Context => ({
    ...ports,
    db: databaseFor(waitUntil),
    settings,
    rules,
    purposes,
    signRequestId: null,
    caller: null,
    networks: [],
    costLimit: null,
    language: defaultLanguage,
    now: () => new Date(),
    afterReply: (work) => waitUntil(work),
    log: createLogger(requestId, env.NETWORK === 'local'),
  })
}
