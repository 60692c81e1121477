import { deriveAddress, deriveKeypair } from 'ripple-keypairs'
import * as v from 'valibot'
import { Environment } from './env.ts'

/** Accounts whose keys are public: genesis ("masterpassphrase") and the demo accounts of the local stack. */
const publicAccounts = new Set([
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  'rsorNXm5c8WhwVtM8ro4bzrvodRWFxPbwr',
  'rwVCh9Du8p9dMvW3AvS3RKVkHNLeSt4Dr1',
  'rnaGJTYzRr9NX5P27Y5ESjPUJ9nb195zFC',
  'r4r3R3mD8udUPMmDqawTX5p54ssxUiafr3',
  'rNzaHryFtBxMRviP9e35WxTFNxDpEQj7QH',
  'rCTsof2dkjUSb1Yz7FjyFDvkwzsRzj63r',
  'rny4ZovkjHxzZszDNnGRMsKtamtF8wndV2',
  'r4DmdDekjKZC8muxuekFPuKwLSH5YKjHXA',
  'rsRc2bbSuWrKaWC2v7Po46dzYtgL31hCPU',
  'rfXxnEztiKgT2WByJ54dDzYVAszVN5kur7',
  'rERvdFHGM9o8vfDpySGBRCwP6X3B1S6omV',
  'rBeT7fqYo5b2sV4RRiPoJfkYLj6yeaUPqr',
  'r9voNiGe5A9wstuP4NEEqUuZL5TXxa3XC',
])

/**
 * Keys and secrets of the local signer, object storage and push service. They are in the repository, so they protect
 * nothing.
 */
const publicSecrets = new Set([
  '00000000-0000-4000-8000-00000000a11c',
  '00000000-0000-4000-8000-0000005ec2e7',
  'opx-local-key',
  'opx-local-secret-that-everybody-knows',
  'RYb4ubD3gU2Cl2HxgQvE24DlpKVBx-c9IDCiC4obaUs',
])

const placeholder = /change.?(me|this|it)|password|passphrase|secret|example|placeholder|characters|insecure/i

/** True if two adjacent characters are equal or consecutive. */
const isStep = (text: string, at: number) => Math.abs(text.charCodeAt(at + 1) - text.charCodeAt(at)) <= 1

/**
 * True if a secret is a placeholder, a repeated short text, a sequence such as 0123456789, or has few distinct
 * characters.
 */
export function isGuessable(secret: string): boolean {
  const steps = Array.from({ length: secret.length - 1 }, (_, at) => at).filter((at) => isStep(secret, at))
  const isRepetition = (secret + secret).indexOf(secret, 1) < secret.length
  return (
    placeholder.test(secret) || isRepetition || steps.length > secret.length / 2 || new Set(secret).size < 8
  )
}

/** Returns why an address may not be used outside a local network; null if it may. */
function addressFault(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['https:', 'wss:'].includes(url.protocol)) return 'must begin with https://.'
  if (/^(localhost|127\..*|0\.0\.0\.0|\[::1?\]|.*\.local(host)?)$/i.test(url.hostname))
    return 'is an address of this machine, which nobody else can reach.'
  return /(^|\.)example(\.(com|net|org))?$/i.test(url.hostname) ? 'is still the placeholder.' : null
}

function originFault(origin: string): string | null {
  if (URL.canParse(origin) && new URL(origin).origin !== origin) return 'must be an origin, without a path.'
  return addressFault(origin)
}

function secretFault(secret: string): string | null {
  if (publicSecrets.has(secret)) return 'is a key of the local stack, which everybody knows.'
  return isGuessable(secret) ? 'can be guessed. Make one with: openssl rand -hex 32' : null
}

const accountFault = (account: string) =>
  publicAccounts.has(account) ? `names ${account}, whose key everybody knows.` : null

const addressOfSeed = (seed: string) => deriveAddress(deriveKeypair(seed).publicKey)

function sharesText(secret: string, otherSecret: string): boolean {
  return secret.includes(otherSecret) || otherSecret.includes(secret)
}

/**
 * Returns why these settings must not serve a public network, each reason beginning with a setting's name: public or
 * guessable secrets, unencrypted or placeholder addresses, and disabled limits.
 */
function productionFaults(env: Environment): string[] {
  const checks: [keyof Environment, readonly string[], (value: string) => string | null][] = [
    ['SITE_ORIGIN', [env.SITE_ORIGIN], originFault],
    ['CORS_ORIGINS', env.CORS_ORIGINS, originFault],
    ['LEDGER_URLS', env.LEDGER_URLS, addressFault],
    ['PUBLIC_NODES', env.PUBLIC_NODES, addressFault],
    ['IPFS_GATEWAYS', env.IPFS_GATEWAYS, addressFault],
    ['ARWEAVE_GATEWAY', [env.ARWEAVE_GATEWAY], addressFault],
    ['SIGNER_URL', [env.SIGNER_URL], addressFault],
    ['S3_ENDPOINT', [env.S3_ENDPOINT], addressFault],
    ['S3_UPLOAD_ORIGIN', [env.S3_UPLOAD_ORIGIN], originFault],
    // Kubo defaults to an address of this machine.
    [
      'PINNING_URL',
      [env.PINNING === 'kubo' && env.PINNING_URL === '' ? 'http://127.0.0.1:5001' : env.PINNING_URL],
      addressFault,
    ],
    ['IMAGES_URL', [env.IMAGES_URL], addressFault],
    ['FRAMES_URL', [env.FRAMES_URL], addressFault],
    ['OUTBOUND_URL', [env.OUTBOUND_URL], addressFault],
    ['WALLETCONNECT_RELAY_URL', [env.WALLETCONNECT_RELAY_URL], addressFault],
    ['SESSION_SECRET', env.SESSION_SECRET, secretFault],
    ['DRAW_SECRET', env.DRAW_SECRET, secretFault],
    [
      'DRAW_SECRET',
      env.DRAW_SECRET,
      (secret) =>
        env.SESSION_SECRET.some((other) => sharesText(secret, other))
          ? 'must differ from SESSION_SECRET.'
          : null,
    ],
    ['SIGNER_API_KEY', [env.SIGNER_API_KEY], secretFault],
    ['SIGNER_API_SECRET', env.SIGNER_API_SECRET, secretFault],
    ['S3_ACCESS_KEY_ID', [env.S3_ACCESS_KEY_ID], secretFault],
    ['S3_SECRET_ACCESS_KEY', [env.S3_SECRET_ACCESS_KEY], secretFault],
    ['PINNING_TOKEN', [env.PINNING_TOKEN], secretFault],
    ['VAPID_PRIVATE_KEY', env.VAPID_PRIVATE_KEY, secretFault],
    ['METRICS_TOKEN', [env.METRICS_TOKEN], secretFault],
    ['MARKETPLACE_SEED', env.MARKETPLACE_SEED.map(addressOfSeed), accountFault],
    ['MARKETPLACE_ACCOUNT', [env.MARKETPLACE_ACCOUNT], accountFault],
    ['ADMIN_ACCOUNTS', env.ADMIN_ACCOUNTS, accountFault],
    ['PRICE_ORACLES', env.PRICE_ORACLES.map(({ account }) => account), accountFault],
    ['TOKEN_ISSUERS', Object.values(env.TOKEN_ISSUERS), accountFault],
    ['VERIFIED_SERIES', [env.VERIFIED_SERIES?.issuer ?? ''], accountFault],
    [
      'DATABASE_URL',
      [env.DATABASE_URL],
      (url) => (/:\/\/user:password@|@host\./.test(url) ? 'is still the placeholder.' : null),
    ],
    ['RATE_LIMITS', [env.RATE_LIMITS], (value) => (value === 'off' ? 'must be on.' : null)],
  ]
  return checks.flatMap(([name, values, faultOf]) =>
    values.flatMap((value) => {
      const fault = value === '' ? null : faultOf(value)
      return fault === null ? [] : [`${name}: It ${fault}`]
    }),
  )
}

/**
 * Returns what is wrong with the settings, each reason beginning with a setting's name: invalid ones and, outside a local
 * network, unsafe ones. A reason never contains the value of a secret.
 */
export function settingFaults(bindings: object): string[] {
  const result = v.safeParse(Environment, bindings)
  if (!result.success)
    return result.issues.map((issue) => {
      // Without the place in a list.
      const [name = ''] = (v.getDotPath(issue) ?? '').split('.')
      return `${name}: ${issue.received === 'undefined' ? `The setting ${name} is missing.` : issue.message}`
    })
  return result.output.NETWORK === 'local' ? [] : productionFaults(result.output)
}

/** Parses the settings once. Throws an Error that names everything that is wrong with them. */
export function readEnvironment(bindings: object): Environment {
  const faults = settingFaults(bindings)
  if (faults.length > 0) throw new Error(`Settings: ${faults.join(' ')}`)
  return v.parse(Environment, bindings)
}
