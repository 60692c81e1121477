import { webcrypto } from 'node:crypto'

// `npm run vapid` prints a new key pair for web push, as settings of the worker. Source: RFC 8292.

const { privateKey, publicKey } = await webcrypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  true,
  ['sign', 'verify'],
)
const point = await webcrypto.subtle.exportKey('raw', publicKey)
const { d = '' } = await webcrypto.subtle.exportKey('jwk', privateKey)
console.log(`VAPID_PUBLIC_KEY=${Buffer.from(point).toString('base64url')}`)
console.log(`VAPID_PRIVATE_KEY=${d}`)
