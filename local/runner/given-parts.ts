import { deriveAddress, deriveKeypair } from 'ripple-keypairs'
import { StackError } from '#local/lib/stack-error.ts'
import { localVerifiedSeries, marketplaceAccount } from '#local/stack/people.ts'
import { tokenIssuersSetting } from '#local/stack/tokens.ts'
import type { GivenParts } from '#local/stack/options.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { RunnerOptions } from './parse-args.ts'

function need(environment: NodeJS.ProcessEnv, name: string, flag: string): string {
  const value = environment[name]
  if (value === undefined || value === '') throw new StackError(`${flag} needs ${name} in the environment.`)
  return value
}

/** Returns the external parts from the command line, with their keys from the environment. */
export function givenParts(options: RunnerOptions, environment: NodeJS.ProcessEnv): GivenParts {
  const { signerUrl, s3Url, databaseUrl, ledgerUrl, ipfsUrl } = options
  return {
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    // Neon itself needs no proxy.
    ...(databaseUrl !== undefined && new URL(databaseUrl).hostname.endsWith('.neon.tech')
      ? { databaseProxy: '' }
      : {}),
    ...(ledgerUrl === undefined ? {} : { ledgerUrl }),
    ...(ipfsUrl === undefined ? {} : { ipfsApiUrl: ipfsUrl }),
    ...(environment['IPFS_GATEWAYS'] === undefined
      ? {}
      : { ipfsGateways: environment['IPFS_GATEWAYS'].split(',') }),
    ...(signerUrl === undefined
      ? {}
      : {
          signer: {
            url: signerUrl,
            key: need(environment, 'SIGNER_API_KEY', '--signer'),
            secret: need(environment, 'SIGNER_API_SECRET', '--signer'),
          },
        }),
    ...(s3Url === undefined
      ? {}
      : {
          s3: {
            endpoint: s3Url,
            origin: environment['S3_UPLOAD_ORIGIN'] ?? new URL(s3Url).origin,
            region: environment['S3_REGION'] ?? 'auto',
            bucket: need(environment, 'S3_BUCKET', '--s3'),
            accessKeyId: need(environment, 'S3_ACCESS_KEY_ID', '--s3'),
            secretAccessKey: need(environment, 'S3_SECRET_ACCESS_KEY', '--s3'),
          },
        }),
  }
}

/**
 * Returns the demo marketplace account on the local ledger; otherwise the operator's account, from MARKETPLACE_SEED.
 */
export function marketplaceFor(network: string, environment: NodeJS.ProcessEnv): DemoAccount {
  if (network === 'local') return marketplaceAccount
  const seed = need(environment, 'MARKETPLACE_SEED', `A ledger on ${network}`)
  const address = environment['MARKETPLACE_ACCOUNT'] ?? deriveAddress(deriveKeypair(seed).publicKey)
  return { name: 'Marketplace', role: 'marketplace', address, seed }
}

/**
 * Returns the origin of the site. A public network involves real money and real signatures, so it requires an https
 * origin and the operator's own services. The local services accept keys that are in the repository.
 */
export function siteOriginFor(
  network: string,
  environment: NodeJS.ProcessEnv,
  { signer, s3, ipfsApiUrl }: GivenParts,
  port: number,
): string {
  if (network === 'local') return `http://localhost:${port}`
  if (signer === undefined || s3 === undefined || ipfsApiUrl === undefined)
    throw new StackError(
      `A ledger on ${network} needs --signer, --s3 and --ipfs: the local services have public keys.`,
    )
  return need(environment, 'SITE_ORIGIN', `A ledger on ${network}`)
}

/** Returns the settings that affect only page links and allowed API callers, unchanged from the environment. */
export function publicSettings(
  environment: NodeJS.ProcessEnv,
  network: string,
  walletUrl: string,
): Record<string, string> {
  const settings: Record<string, string> = { CORS_ORIGINS: '', ANALYTICS_PATH: '' }
  if (network === 'local') {
    // Returns a link to the wallet page, because the explorers in wrangler.toml cannot show the local ledger.
    const page = (kind: string) => (walletUrl === '' ? '' : `${walletUrl}/ledger/${kind}`)
    Object.assign(settings, {
      // Placeholders that show where the operator's links appear.
      LINK_SISTER_MARKETPLACE: 'https://example.com/marketplace',
      LINK_STAKING: 'https://example.com/staking',
      LINK_TWITTER: 'https://example.com/twitter',
      LINK_DISCORD: 'https://example.com/discord',
      LINK_TELEGRAM: 'https://example.com/telegram',
      LINK_MEDIUM: 'https://example.com/medium',
      LINK_EXPLORER_TRANSACTION: page('transaction/{hash}'),
      LINK_EXPLORER_ACCOUNT: page('account/{account}'),
      LINK_EXPLORER_OBJECT: page('nft/{nft}'),
      LINK_EXPLORER_OFFER: page('offer/{offer}'),
      TOKEN_ISSUERS: tokenIssuersSetting,
      VERIFIED_SERIES: `${localVerifiedSeries.artist.address}:${localVerifiedSeries.taxon}`,
    })
  }
  if (network !== 'local') {
    // The oracle exists only on the local ledger, and keys that are in the repository protect nothing on a public
    // network.
    Object.assign(settings, {
      PRICE_ORACLES: '',
      VAPID_PUBLIC_KEY: '',
      VAPID_PRIVATE_KEY: '',
      VAPID_SUBJECT: '',
    })
    settings['DRAW_SECRET'] = need(environment, 'DRAW_SECRET', `A ledger on ${network}`)
  }
  for (const [name, value] of Object.entries(environment)) {
    if (
      value !== undefined &&
      /^(LINK_[A-Z_]+|TOKEN_ISSUERS|OTHER_BROKERS|VERIFIED_SERIES|CORS_ORIGINS|ANALYTICS_PATH|PRICE_[A-Z]+)$/.test(
        name,
      )
    )
      settings[name] = value
  }
  return settings
}
