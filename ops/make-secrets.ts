import { randomBytes, webcrypto } from 'node:crypto'
import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'

// `npm run secrets` prints new secrets as settings of the worker, for a first deployment or a rotation. It stores
// nothing.

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

const seed = generateSeed()
const pushKeys = await makePushKeys()
console.log(`# A key for the marketplace's account. Its address, for SetRegularKey:
# ${deriveAddress(deriveKeypair(seed).publicKey)}
MARKETPLACE_SEED=${seed}
SESSION_SECRET=${randomBytes(32).toString('hex')}
DRAW_SECRET=${randomBytes(32).toString('hex')}
METRICS_TOKEN=${randomBytes(32).toString('hex')}
VAPID_PUBLIC_KEY=${pushKeys.publicKey}
VAPID_PRIVATE_KEY=${pushKeys.privateKey}`)
