import { deriveKeypair } from 'ripple-keypairs'
import * as v from 'valibot'
import { AccountAddress } from '#contract/schemas/account-address.ts'
import { seedsPerChain } from '#draw-verifier/draws.ts'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import { pinningServices } from '#worker/ports/ipfs/pinning.ts'

/** Pattern of a classic address, for use within another pattern. */
const address = classicAddressPattern.source.slice(1, -1)

const text = v.optional(v.string(), '')
const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
const list = v.pipe(text, v.transform(splitList))
/** A secret, or during its rotation several separated by commas, the current one first. */
const secrets = <S extends v.GenericSchema<string, string>>(name: string, each: S) =>
  v.pipe(
    requireSetting(name),
    v.transform(splitList),
    v.array(each),
    v.minLength(1, `The setting ${name} is empty.`),
  )
/** List in the form `name=value, name=value`. */
const pairs = v.pipe(
  list,
  v.check(
    (items) => items.every((item) => /^[^=]+=[^=]+$/.test(item)),
    'Give name=value, separated by commas.',
  ),
  v.transform((items) =>
    Object.fromEntries(items.map((item) => item.split('=', 2).map((part) => part.trim()))),
  ),
  v.record(v.string(), v.string()),
)
/** Returns the schema of a size in whole megabytes, converted to bytes. */
const createMegabyteSchema = (usual: string) =>
  v.pipe(
    v.optional(v.string(), usual),
    v.regex(/^[0-9]{1,9}$/, 'Give a whole number of megabytes.'),
    v.transform((text) => Number(text) * 1024 * 1024),
  )
/** Returns the schema of a limit for a service that the whole site shares, in calls per minute. */
const callsPerMinute = (usual: string) =>
  v.pipe(
    v.optional(v.string(), usual),
    v.regex(/^[1-9][0-9]{0,5}$/, 'Give a whole number of calls per minute.'),
    v.transform(Number),
  )
const requireSetting = (name: string) =>
  v.pipe(v.string(`The setting ${name} is missing.`), v.nonEmpty(`The setting ${name} is empty.`))

/** A link of the pages. Other URL schemes could run code in a visitor's browser. */
const link = v.pipe(text, v.regex(/^(https?:\/\/[^\s"'<>]+)?$/, 'A link must begin with https://.'))

function isSeed(text: string): boolean {
  try {
    return deriveKeypair(text).privateKey !== ''
  } catch {
    return false
  }
}

/** Every setting of the worker, as text; see the table in README. */
export const Environment = v.object({
  SITE_ORIGIN: v.pipe(requireSetting('SITE_ORIGIN'), v.url('SITE_ORIGIN must be an address.')),
  NETWORK: v.optional(v.picklist(['mainnet', 'testnet', 'devnet', 'local']), 'mainnet'),
  DATABASE_URL: requireSetting('DATABASE_URL'),
  DATABASE_PROXY: text,
  LEDGER_URLS: v.pipe(list, v.minLength(1, 'The setting LEDGER_URLS names no server.')),
  /** Servers of the ledger (wss) that visitors verify draws against. If empty, `publicNodes` are used. */
  PUBLIC_NODES: list,
  LEDGER_START: v.pipe(
    text,
    v.transform((value) => (value === '' ? null : Number(value))),
  ),
  PRICE_ORACLES: v.pipe(
    list,
    v.array(
      v.pipe(
        v.string(),
        v.regex(new RegExp(`^${address}:[0-9]{1,10}$`), 'PRICE_ORACLES must be account:document pairs.'),
      ),
    ),
    v.transform((items) =>
      items.map((item) => {
        const [account = '', documentId = ''] = item.split(':')
        return { account, documentId: Number(documentId) }
      }),
    ),
  ),
  PRICE_FALLBACK: v.pipe(
    text,
    v.regex(
      /^(|[0-9]{1,9}(\.[0-9]+)?@[0-9]{4}-[0-9]{2}-[0-9]{2})$/,
      'PRICE_FALLBACK must be dollars and the day they were right, as 2.35@2026-11-01.',
    ),
    v.transform((value) => {
      const [price = '', day = ''] = value.split('@')
      return value === '' ? null : { price, at: new Date(day) }
    }),
  ),
  FIAT_RATES: v.pipe(
    list,
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          /^[A-Z]{3}=[0-9]{1,9}(\.[0-9]{1,9})?@[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
          'FIAT_RATES must be units for a dollar and the day they were right, as EUR=0.92@2026-11-01.',
        ),
      ),
    ),
    v.transform((items) =>
      items.map((item) => {
        const [currency = '', perUsd = '', at = ''] = item.split(/[=@]/)
        return { currency, perUsd, at }
      }),
    ),
  ),
  SIGNER_URL: v.optional(v.string(), 'https://xumm.app'),
  SIGNER_API_KEY: requireSetting('SIGNER_API_KEY'),
  SIGNER_API_SECRET: secrets('SIGNER_API_SECRET', v.string()),
  /** Calls per minute that these services allow the site. The shares of visitors and accounts are derived from them. */
  WALLET_CALLS_MINUTE: callsPerMinute('60'),
  LEDGER_CALLS_MINUTE: callsPerMinute('600'),
  IPFS_CALLS_MINUTE: callsPerMinute('600'),
  MARKETPLACE_ACCOUNT: v.optional(v.union([v.literal(''), AccountAddress]), ''),
  MARKETPLACE_SEED: secrets(
    'MARKETPLACE_SEED',
    v.pipe(v.string(), v.check(isSeed, 'MARKETPLACE_SEED is not a seed.')),
  ),
  /** Further accounts with the same powers as the marketplace owner. */
  ADMIN_ACCOUNTS: v.pipe(list, v.array(AccountAddress)),
  TOKEN_ISSUERS: pairs,
  OTHER_BROKERS: pairs,
  SESSION_SECRET: secrets(
    'SESSION_SECRET',
    v.pipe(v.string(), v.minLength(32, 'SESSION_SECRET needs at least 32 characters.')),
  ),
  /** The secrets that seal and sign verifiable draws. During a rotation there are several, the current one first. */
  DRAW_SECRET: v.pipe(
    list,
    v.array(v.pipe(v.string(), v.minLength(32, 'DRAW_SECRET needs at least 32 characters.'))),
  ),
  /**
   * Number of seeds in the chain of a random collection, one per draw. Use a smaller number only if chains must be ready
   * immediately.
   */
  DRAW_CHAIN_LENGTH: v.pipe(
    v.optional(v.string(), String(seedsPerChain)),
    v.regex(/^[0-9]{1,7}$/, 'DRAW_CHAIN_LENGTH must be a whole number.'),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(seedsPerChain),
  ),
  SESSION_HOURS: v.pipe(v.optional(v.string(), '24'), v.transform(Number), v.minValue(1), v.maxValue(720)),
  S3_ENDPOINT: requireSetting('S3_ENDPOINT'),
  S3_REGION: v.optional(v.string(), 'auto'),
  S3_BUCKET: requireSetting('S3_BUCKET'),
  S3_ACCESS_KEY_ID: requireSetting('S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: requireSetting('S3_SECRET_ACCESS_KEY'),
  S3_UPLOAD_ORIGIN: text,
  /** The largest multipart form; the platform's own limit is 100 MB. */
  FORM_MB: createMegabyteSchema('95'),
  /** Storage quotas: per account and day, in its first week, and for all accounts together. */
  STORAGE_DAY_MB: createMegabyteSchema('20480'),
  STORAGE_NEW_DAY_MB: createMegabyteSchema('2048'),
  STORAGE_TOTAL_MB: createMegabyteSchema('2097152'),
  IPFS_GATEWAYS: list,
  /** The origin of a gateway to Arweave. */
  ARWEAVE_GATEWAY: v.pipe(
    v.optional(v.string(), 'https://arweave.net'),
    v.url('ARWEAVE_GATEWAY must be an address.'),
    v.transform((address) => new URL(address).origin),
  ),
  /**
   * Quotas for copies of files that are not on IPFS: for the works of one issuer, for all works, and for the largest file.
   */
  COPIES_ISSUER_MB: createMegabyteSchema('2048'),
  COPIES_TOTAL_MB: createMegabyteSchema('102400'),
  COPY_MB: createMegabyteSchema('100'),
  /** The service that pins files on IPFS. With `none`, files wait. */
  PINNING: v.optional(v.picklist(pinningServices), 'none'),
  PINNING_URL: text,
  PINNING_TOKEN: text,
  PINNING_BUCKET: text,
  CORS_ORIGINS: list,
  /** Seconds for which public reads are served from the edge without a database query; 0 disables the cache. */
  PUBLIC_READ_SECONDS: v.pipe(
    v.optional(v.string(), '5'),
    v.transform(Number),
    v.minValue(0),
    v.maxValue(60),
  ),
  /**
   * `on` if wallets receive Batches to sign. `auto` excludes Mainnet until an account of the operator has completed a
   * purchase by Batch.
   */
  WALLET_BATCH: v.optional(v.picklist(['auto', 'on', 'off']), 'auto'),
  /** Use `off` only if one address represents many users: in tests and load measurements. */
  RATE_LIMITS: v.optional(v.picklist(['on', 'off']), 'on'),
  /** A service that resizes pictures, instead of the Images binding. */
  IMAGES_URL: text,
  /** A service that extracts still pictures from films, instead of the Media binding. */
  FRAMES_URL: text,
  /** A proxy for requests to external servers, in environments where `fetch` would reach a private network. */
  OUTBOUND_URL: text,
  /** Serves pictures as AVIF in addition to WebP, to browsers that accept it. */
  AVIF: v.optional(v.picklist(['on', 'off']), 'on'),
  /** `issuer:taxon` of the series of which an issuer must hold a token to become verified. */
  VERIFIED_SERIES: v.pipe(
    text,
    v.regex(new RegExp(`^(${address}:[0-9]{1,10})?$`), 'VERIFIED_SERIES must be issuer:taxon.'),
    v.transform((value) => {
      const [issuer = '', taxon = ''] = value.split(':')
      return issuer === '' ? null : { issuer, taxon: Number(taxon) }
    }),
  ),
  /**
   * The key pairs of web push, base64url, in the same order, and a contact for push services. Usually one pair; without
   * any, no push messages are sent.
   */
  VAPID_PUBLIC_KEY: v.pipe(
    list,
    v.array(
      v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'VAPID_PUBLIC_KEY must be a point of P-256 in base64url.')),
    ),
  ),
  VAPID_PRIVATE_KEY: v.pipe(
    list,
    v.array(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'VAPID_PRIVATE_KEY must be 32 bytes in base64url.'))),
  ),
  VAPID_SUBJECT: v.pipe(
    text,
    v.regex(/^((mailto|https):\S+)?$/, 'VAPID_SUBJECT must begin with mailto: or https:.'),
  ),
  /** A WalletConnect project and relay. Without a project, WalletConnect wallets are not offered. */
  WALLETCONNECT_PROJECT_ID: v.pipe(
    text,
    v.regex(/^[\w-]{0,64}$/, 'WALLETCONNECT_PROJECT_ID must be the id of a project.'),
  ),
  WALLETCONNECT_RELAY_URL: v.pipe(
    v.optional(v.string(), 'wss://relay.walletconnect.org'),
    v.regex(/^wss?:\/\/[\w.:-]+$/, 'WALLETCONNECT_RELAY_URL must be the address of a relay (wss://...).'),
  ),
  /** The bearer token of `/metrics`; empty if nobody reads metrics. */
  METRICS_TOKEN: v.pipe(text, v.regex(/^(.{32,})?$/, 'METRICS_TOKEN needs at least 32 characters.')),
  ANALYTICS_PATH: v.pipe(
    text,
    v.regex(/^(\/(?!\/)[\w./-]+)?$/, 'ANALYTICS_PATH must be a path on our own origin.'),
  ),
  CRON_BUDGET_MS: v.pipe(
    v.optional(v.string(), '58000'),
    v.transform(Number),
    v.minValue(0),
    v.maxValue(58_000),
  ),
  LINK_EXPLORER_TRANSACTION: link,
  LINK_EXPLORER_ACCOUNT: link,
  LINK_EXPLORER_OBJECT: link,
  LINK_EXPLORER_OFFER: link,
  LINK_SISTER_MARKETPLACE: link,
  LINK_STAKING: link,
  LINK_TWITTER: link,
  LINK_DISCORD: link,
  LINK_TELEGRAM: link,
  LINK_MEDIUM: link,
  LINK_SOURCE_CODE: link,
  LINK_CONTACT: v.pipe(
    text,
    v.regex(/^((https?:\/\/|mailto:)[^\s"'<>]+)?$/, 'LINK_CONTACT must begin with https:// or mailto:.'),
  ),
})
export type Environment = v.InferOutput<typeof Environment>
