import { decodeSeed } from 'ripple-address-codec'
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

const isThisMachine = (hostname: string) =>
  /^(localhost|127\..*|0\.0\.0\.0|\[::1?\]|.*\.local(host)?)$/i.test(hostname)

/** Returns why an address may not be used outside a local network; null if it may. */
function addressFault(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['https:', 'wss:'].includes(url.protocol)) return 'must begin with https://.'
  if (isThisMachine(url.hostname)) return 'is an address of this machine, which nobody else can reach.'
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

function seedFault(seed: string): string | null {
  if (new Set(decodeSeed(seed).bytes).size < 8) return 'can be guessed. Make one with: npm run secrets'
  return accountFault(deriveAddress(deriveKeypair(seed).publicKey))
}

/** Judges the address of a database that the worker reaches without a proxy of the operator. */
function databaseFault(address: string): string | null {
  if (/:\/\/user:password@|@host\./.test(address)) return 'is still the placeholder.'
  if (!URL.canParse(address)) return 'must be an address: postgresql://user:password@host/name'
  const { hostname, username, password } = new URL(address)
  if (isThisMachine(hostname)) return 'is an address of this machine, which nobody else can reach.'
  if (password === '') return 'has no password.'
  return placeholder.test(password) || password === username || password === 'postgres'
    ? 'has a password that can be guessed.'
    : null
}

/** Returns a check that a secret is not one of another setting, and not a part of one. */
const differsFrom = (name: string, others: readonly string[]) => (secret: string) =>
  others.some((other) => secret.includes(other) || other.includes(secret))
    ? `must differ from ${name}.`
    : null

/** Returns which settings are missing because of the values of others. */
function missingFaults(env: Environment): string[] {
  const needs: [keyof Environment, boolean, string][] = [
    ['PINNING_TOKEN', ['pinata', 'filebase'].includes(env.PINNING), `PINNING is ${env.PINNING}`],
    ['PINNING_BUCKET', env.PINNING === 'filebase', 'PINNING is filebase'],
    ['VAPID_PRIVATE_KEY', env.VAPID_PUBLIC_KEY.length > 0, 'VAPID_PUBLIC_KEY is set'],
    ['VAPID_PUBLIC_KEY', env.VAPID_PRIVATE_KEY.length > 0, 'VAPID_PRIVATE_KEY is set'],
  ]
  return needs.flatMap(([name, isNeeded, reason]) =>
    isNeeded && String(env[name]) === '' ? [`${name}: It is missing: ${reason}.`] : [],
  )
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
    ['DRAW_SECRET', env.DRAW_SECRET, differsFrom('SESSION_SECRET', env.SESSION_SECRET)],
    ['METRICS_TOKEN', [env.METRICS_TOKEN], differsFrom('SESSION_SECRET', env.SESSION_SECRET)],
    ['METRICS_TOKEN', [env.METRICS_TOKEN], differsFrom('DRAW_SECRET', env.DRAW_SECRET)],
    ['SIGNER_API_KEY', [env.SIGNER_API_KEY], secretFault],
    ['SIGNER_API_SECRET', env.SIGNER_API_SECRET, secretFault],
    ['S3_ACCESS_KEY_ID', [env.S3_ACCESS_KEY_ID], secretFault],
    ['S3_SECRET_ACCESS_KEY', [env.S3_SECRET_ACCESS_KEY], secretFault],
    ['PINNING_TOKEN', [env.PINNING_TOKEN], secretFault],
    ['VAPID_PRIVATE_KEY', env.VAPID_PRIVATE_KEY, secretFault],
    ['METRICS_TOKEN', [env.METRICS_TOKEN], secretFault],
    ['MARKETPLACE_SEED', env.MARKETPLACE_SEED, seedFault],
    ['MARKETPLACE_ACCOUNT', [env.MARKETPLACE_ACCOUNT], accountFault],
    ['ADMIN_ACCOUNTS', env.ADMIN_ACCOUNTS, accountFault],
    ['PRICE_ORACLES', env.PRICE_ORACLES.map(({ account }) => account), accountFault],
    ['TOKEN_ISSUERS', Object.values(env.TOKEN_ISSUERS), accountFault],
    ['VERIFIED_SERIES', [env.VERIFIED_SERIES?.issuer ?? ''], accountFault],
    ['DATABASE_URL', env.DATABASE_PROXY === '' ? [env.DATABASE_URL] : [], databaseFault],
    ['RATE_LIMITS', [env.RATE_LIMITS], (value) => (value === 'off' ? 'must be on.' : null)],
  ]
  const unsafe = checks.flatMap(([name, values, faultOf]) =>
    values.flatMap((value) => {
      const fault = value === '' ? null : faultOf(value)
      return fault === null ? [] : [`${name}: It ${fault}`]
    }),
  )
  return [...missingFaults(env), ...unsafe]
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
