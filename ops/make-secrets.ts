import { randomBytes, webcrypto } from 'node:crypto'
import { parseArgs } from 'node:util'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'

// `npm run secrets` prints new secrets as settings of the worker, for a first deployment or a rotation. With `--master` it
// prints the master key of a new account instead, which no setting has. It stores nothing.

const { values } = parseArgs({ options: { master: { type: 'boolean', default: false } } })

/** Returns a key pair for web push. Source: RFC 8292. */
async function makePushKeys() {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  )
  const point = await webcrypto.subtle.exportKey('raw', publicKey)
  const { d = '' } = await webcrypto.subtle.exportKey('jwk', privateKey)
  return { publicKey: Buffer.from(point).toString('base64url'), privateKey: d }
}

const addressOf = (seed: string) => deriveAddress(deriveKeypair(seed).publicKey)

function printMasterKey(): void {
  const seed = generateSeed()
  console.log(`# The master key of the marketplace's account, ${addressOf(seed)}.
# The site never needs it. Keep it offline: with it you can replace a key that leaked.
MARKETPLACE_MASTER_SEED=${seed}`)
}

async function printSecrets(): Promise<void> {
  const seed = generateSeed()
  const pushKeys = await makePushKeys()
  console.log(`# A key for the marketplace's account. Its address, for SetRegularKey:
# ${addressOf(seed)}
MARKETPLACE_SEED=${seed}
SESSION_SECRET=${randomBytes(32).toString('hex')}
DRAW_SECRET=${randomBytes(32).toString('hex')}
METRICS_TOKEN=${randomBytes(32).toString('hex')}
VAPID_PUBLIC_KEY=${pushKeys.publicKey}
VAPID_PRIVATE_KEY=${pushKeys.privateKey}`)
}

if (values.master) printMasterKey()
else await printSecrets()
