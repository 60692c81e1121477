import { webcrypto } from 'node:crypto'
import * as v from 'valibot'
import type { Environment } from '#worker/env.ts'
import { createPinning } from '#worker/ports/ipfs/pinning.ts'
import { fault, type Finding, ok, reasonOf, request, requestMs, rule, skipped, warning } from './finding.ts'

const Ping = v.object({
  auth: v.object({
    application: v.object({ webhookurl: v.optional(v.string(), ''), disabled: v.optional(v.number(), 0) }),
  }),
})

/** Checks the credentials and the webhook of the wallet platform. */
export async function checkXaman(settings: Environment): Promise<Finding[]> {
  const area = 'xaman'
  const { SIGNER_URL, SIGNER_API_KEY, SIGNER_API_SECRET, SITE_ORIGIN } = settings
  const response = await request(`${SIGNER_URL}/api/v1/platform/ping`, {
    headers: { 'x-api-key': SIGNER_API_KEY, 'x-api-secret': SIGNER_API_SECRET[0] ?? '' },
  })
  if (typeof response === 'string')
    return [fault(area, `The wallet platform does not answer: ${response}`, 'Check SIGNER_URL.')]
  const reply = v.safeParse(Ping, await response.json().catch(() => null))
  if (!response.ok || !reply.success)
    return [
      fault(
        area,
        `The wallet platform refuses the credentials (${response.status}).`,
        'Copy SIGNER_API_KEY and SIGNER_API_SECRET from its developer console.',
      ),
    ]
  const { webhookurl, disabled } = reply.output.auth.application
  const webhook = `${SITE_ORIGIN}/api/xumm/webhook`
  return [
    rule(
      area,
      disabled === 0,
      'The wallet platform accepts the credentials.',
      fault(area, 'The application is disabled.', 'Enable it in the developer console.'),
    ),
    rule(
      area,
      webhookurl === webhook,
      'The webhook leads to the site.',
      warning(
        area,
        webhookurl === '' ? 'The application has no webhook.' : 'The webhook leads elsewhere.',
        `Set the webhook in the developer console to ${webhook}. Without it outcomes arrive later.`,
      ),
    ),
  ]
}

async function isPair(publicKey: string, privateKey: string): Promise<boolean> {
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  // Fails if the private key does not belong to the point.
  return webcrypto.subtle.importKey('jwk', key, algorithm, false, ['sign']).then(
    () => true,
    () => false,
  )
}

/** Checks that the keys of web push are pairs. */
export async function checkPushKeys(settings: Environment): Promise<Finding[]> {
  const area = 'push'
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = settings
  const remedy = 'Run npm run secrets, and set both keys.'
  if (VAPID_PUBLIC_KEY.length === 0 && VAPID_PRIVATE_KEY.length === 0)
    return [skipped(area, 'Notifications on devices are not set up.')]
  if (VAPID_PUBLIC_KEY.length !== VAPID_PRIVATE_KEY.length)
    return [fault(area, 'One of the two push keys is missing.', remedy)]
  const pairs = await Promise.all(
    VAPID_PUBLIC_KEY.map((publicKey, place) => isPair(publicKey, VAPID_PRIVATE_KEY[place] ?? '')),
  )
  return [
    rule(
      area,
      pairs.every(Boolean),
      'The push keys are a pair.',
      fault(area, 'The push keys are not a pair.', remedy),
    ),
    rule(
      area,
      VAPID_SUBJECT !== '',
      'Push services know whom to contact.',
      fault(area, 'VAPID_SUBJECT is empty.', 'Set it to mailto: and an address that you read.'),
    ),
  ]
}

/** Checks the relay of WalletConnect. */
export async function checkWalletConnect(settings: Environment): Promise<Finding[]> {
  const area = 'walletconnect'
  const { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL } = settings
  if (WALLETCONNECT_PROJECT_ID === '') return [skipped(area, 'WalletConnect is not set up.')]
  const response = await request(WALLETCONNECT_RELAY_URL.replace(/^ws/, 'http'))
  return [
    rule(
      area,
      typeof response !== 'string',
      'The relay answers.',
      fault(area, `The relay does not answer: ${String(response)}`, 'Check WALLETCONNECT_RELAY_URL.'),
    ),
  ]
}

/** Pins a small file, and reads it from the gateways. */
export async function checkIpfs(settings: Environment): Promise<Finding[]> {
  const { PINNING, PINNING_URL, PINNING_TOKEN, PINNING_BUCKET, IPFS_GATEWAYS } = settings
  if (PINNING === 'none')
    return [
      warning(
        'pinning',
        'No pinning service is set up.',
        'Set PINNING: until then new files are only in the bucket.',
      ),
    ]
  const bytes = new TextEncoder().encode(`OPX doctor, ${new Date().toISOString().slice(0, 10)}`)
  let cid: string
  try {
    const pinning = createPinning(PINNING, {
      url: PINNING_URL,
      token: PINNING_TOKEN,
      bucket: PINNING_BUCKET,
      fetch,
    })
    const file = {
      body: new Blob([bytes]).stream(),
      bytes: bytes.length,
      contentType: 'text/plain',
      name: 'doctor.txt',
      isCar: false,
    }
    cid = await pinning.add(file, AbortSignal.timeout(requestMs))
  } catch (error) {
    return [
      fault(
        'pinning',
        `${PINNING} does not pin a file: ${reasonOf(error)}`,
        'Check PINNING_URL, PINNING_TOKEN and PINNING_BUCKET.',
      ),
    ]
  }
  const gateways = await Promise.all(
    IPFS_GATEWAYS.map(async (gateway) => {
      const response = await request(`${gateway.replace(/\/$/, '')}/ipfs/${cid}`)
      const name = new URL(gateway).host
      return rule(
        'ipfs gateways',
        typeof response !== 'string' && response.ok,
        `${name} returns the pinned file.`,
        warning(
          'ipfs gateways',
          `${name} does not return the pinned file (${typeof response === 'string' ? response : response.status}).`,
          'Wait a minute and try again; if it persists, name another gateway in IPFS_GATEWAYS.',
        ),
      )
    }),
  )
  return [ok('pinning', `${PINNING} pins files.`), ...gateways]
}
